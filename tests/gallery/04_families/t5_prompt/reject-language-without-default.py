# reject: the language has no default
# message: prompt-no-language
# base: solution
-         language = fields.get("target_lang", "German")
+         language = fields["target_lang"]
