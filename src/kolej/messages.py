"""Other libraries' messages inside sentences of ours."""

from __future__ import annotations


def inline(message: object, most: int = 300) -> str:
    """A message as the rest of a sentence: it begins small unless it begins with a name such as JSON.

    >>> inline("JSON is malformed: invalid character")
    'JSON is malformed: invalid character'
    >>> inline("Expected `int`, got `str`")
    'expected "int", got "str"'
    """
    text = str(message).replace("`", '"')
    if not (text[:2].isalpha() and text[:2].isupper()):
        text = text[:1].lower() + text[1:]
    return text if len(text) <= most else text[: most - 3] + "..."


def why(error: OSError) -> str:
    """Why the system refused something."""
    return (error.strerror or "unknown error").lower()
