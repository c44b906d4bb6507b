"""Tokens, codes and names: who may sit where."""

from base64 import urlsafe_b64encode
from hashlib import sha256

from incangold.table.dealer import Numbers, new_secret

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # 31 that nobody mistakes for one another: no 0 and O, no 1, I and L
CODE_LENGTH = 6


def new_code() -> str:
    """A table's code, short enough to say aloud."""
    numbers = Numbers(new_secret(), "code")
    return "".join(LETTERS[numbers.below(len(LETTERS))] for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as people type it: small letters, spaces and dashes are forgiven."""
    return "".join(sign for sign in text.upper() if sign not in " -")[:16]


def new_token() -> str:
    """What opens one seat; only its owner has it."""
    return urlsafe_b64encode(new_secret()).decode().rstrip("=")


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def shown_name(typed: str) -> str:
    """A nickname without what cannot be seen at its ends, and with single spaces inside."""
    return " ".join(typed.split())
