# reject: names classes
# message: family-unknown
def family_of(jacobian):
    return "BertModel"
