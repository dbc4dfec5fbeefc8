"""Scores: integers, exact fractions, or Gaussian integers, never floats."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias


@dataclass(frozen=True, slots=True, eq=False)
class Gaussian:
    """A Gaussian integer ``real + imaginary * i`` (Complex Hearts, G34); equal to a like int."""

    real: int
    imaginary: int

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Gaussian):
            return self.real == other.real and self.imaginary == other.imaginary
        return not self.imaginary and self.real == other

    def __hash__(self) -> int:
        return hash((self.real, self.imaginary) if self.imaginary else self.real)

    def __add__(self, other: object) -> "Gaussian":
        value = _gaussian(other)
        return Gaussian(self.real + value.real, self.imaginary + value.imaginary)

    __radd__ = __add__

    def __sub__(self, other: object) -> "Gaussian":
        value = _gaussian(other)
        return Gaussian(self.real - value.real, self.imaginary - value.imaginary)

    def __rsub__(self, other: object) -> "Gaussian":
        return _gaussian(other) - self

    def __neg__(self) -> "Gaussian":
        return Gaussian(-self.real, -self.imaginary)

    def __mul__(self, other: object) -> "Gaussian":
        a, b = self, _gaussian(other)
        return Gaussian(
            a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real
        )

    __rmul__ = __mul__

    def __str__(self) -> str:
        if not self.imaginary:
            return str(self.real)
        return f"{self.real or ''}{self.imaginary:+}i" if self.real else f"{self.imaginary}i"


Score: TypeAlias = int | Fraction | Gaussian


def _gaussian(value: object) -> Gaussian:
    if isinstance(value, Gaussian):
        return value
    if isinstance(value, int):
        return Gaussian(value, 0)
    raise TypeError(f"a complex score and {value!r} do not mix")


def parse_score(value: int | str) -> Score:
    """``13``, ``"13i"``, ``"-26+10i"`` or ``"9/4"``. Raises ValueError."""
    if isinstance(value, int):
        return value
    text = value.replace(" ", "").replace("−", "-")
    try:
        if not text.endswith("i"):
            number = Fraction(text)
            return int(number) if number.denominator == 1 else number
        cut = max(text.rfind("+"), text.rfind("-"), 0)
        real, imaginary = text[:cut], text[cut:-1]
        if imaginary in ("", "+", "-"):
            imaginary += "1"
        return Gaussian(int(real or 0), int(imaginary))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{value!r} is not a score; write 13, 13i, -26+10i or 9/4") from None


def squared_size(value: Score) -> int | Fraction:
    """The square of a score's distance from zero; compares exactly (E60)."""
    if isinstance(value, Gaussian):
        return value.real * value.real + value.imaginary * value.imaginary
    return value * value


def is_zero(value: Score) -> bool:
    """Whether a score of any domain is zero."""
    return not squared_size(value)
