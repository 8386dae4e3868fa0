"""Which hosts are this machine: what the tests may talk to, and what pages may name."""

import ipaddress


def is_this_machine(host: object) -> bool:
    """Whether a host, as Python's socket functions take it, is this machine."""
    name = host.decode() if isinstance(host, bytes) else host
    if not isinstance(name, str) or name in ("", "localhost", "0.0.0.0", "::"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
