"""A review for programs: plain numbers, shares to five digits."""

from typing import Any

from incangold.coach.review import Review

DIGITS = 5


def review_json(review: Review) -> dict[str, Any]:
    """The same names as in the review itself."""
    return {
        "players": list(review.players),
        "finished": review.finished,
        "curve": [{"act": moment.act, "shares": _short(moment.shares)} for moment in review.curve],
        "decisions": [_plain(decision._asdict()) for decision in review.decisions],
        "turning_points": [_plain(point._asdict()) for point in review.turning_points],
        "accounts": [_plain(account._asdict()) for account in review.accounts],
    }


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: _short(value) for name, value in fields.items()}


def _short(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_short(one) for one in value]
    return round(value, DIGITS) + 0.0 if isinstance(value, float) else value
