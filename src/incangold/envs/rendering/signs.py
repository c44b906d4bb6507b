"""Silhouettes of hazards and artifacts, each drawn in a square of 64 by 64."""

from incangold.cards import Artifact, Hazard

# `{ink}` is the colour of the silhouette, `{cut}` what is cut into it.
_LEGS = "M24 31 13 25 9 12M21 36 9 34 3 43M21 41 11 47 8 59M24 46 18 53 20 62"
SIGNS: dict[Hazard | Artifact, str] = {
    Hazard.SPIDERS: (
        f'<g fill="none" stroke="{{ink}}" stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="{_LEGS}"/><path d="{_LEGS}" transform="matrix(-1 0 0 1 64 0)"/></g>'
        '<circle cx="32" cy="41" r="13" fill="{ink}"/><circle cx="32" cy="24" r="7.5" fill="{ink}"/>'
        '<path d="M32 32v18M25 38h14M25 45h14" stroke="{cut}" stroke-width="2"/>'
        '<circle cx="29" cy="22" r="1.6" fill="{cut}"/><circle cx="35" cy="22" r="1.6" fill="{cut}"/>'
    ),
    Hazard.MUMMIES: (
        '<path d="M22 12a10 11 0 0 1 20 0v6l-3 5q12 3 12 12l-6 28H19l-6-28q0-9 12-12l-3-5z" fill="{ink}"/>'
        '<path d="M24 9.5h16v5H24z" fill="{cut}"/>'
        '<circle cx="28.5" cy="12" r="1.8" fill="{ink}"/><circle cx="36" cy="12" r="1.8" fill="{ink}"/>'
        '<path d="M24 21l15 1M16 33l17 10M48 32 30 43M17 46l29 2M18 52l28 1M19 58l26 1" stroke="{cut}"'
        ' stroke-width="2"/>'
    ),
    Hazard.FIRE: (
        '<path d="M32 2q3 10 10 16 7 7 6 14 4-4 2-15 12 12 10 28-4 17-28 17T4 45q-2-15 9-26-2 9 2 14 0-8 8-16'
        ' 8-7 9-15z" fill="{ink}"/>'
        '<path d="M33 26q2 8 8 13 6 6 5 11-3 9-14 9t-14-9q-1-7 7-16 1 5 5 7 4-6 3-15z" fill="{cut}"/>'
        '<path d="M32 44q6 7 6 10-1 5-6 5t-6-5q1-3 3-6l2 2z" fill="{ink}"/>'
    ),
    Hazard.SNAKES: (
        '<path d="M40 9C14 2 8 20 22 27s30 7 26 21S16 62 10 52" fill="none" stroke="{ink}" stroke-width="10"'
        ' stroke-linecap="round"/><path d="M37 3q14-2 20 8-8 7-20 5z" fill="{ink}"/>'
        '<path d="M56 11l5 1m-3 0 4 4" stroke="{ink}" stroke-width="2" stroke-linecap="round"/>'
        '<path d="M34 9C16 5 14 18 25 23s28 8 23 23S18 59 12 53" fill="none" stroke="{cut}" stroke-width="2.4"'
        ' stroke-dasharray="3 6"/><circle cx="47" cy="8" r="1.8" fill="{cut}"/>'
    ),
    Hazard.ROCKS: (
        '<path d="M3 62l3-18 23-2 2 20zM34 62l-1-19 24 2 5 17zM14 40l2-16 30-2 3 18zM25 20l5-19 19 6-6 14z"'
        ' fill="{ink}"/>'
        '<path d="M8 49h8M8 55h12M38 49h7M38 55h12M19 29h9M19 34h12M31 7l12 4M29 13l9 2" stroke="{cut}"'
        ' stroke-width="2"/>'
    ),
    Artifact.TUMI: (
        '<path d="M28 22h8v16h20q-2 24-24 24T8 38h20z" fill="{ink}"/>'
        '<path d="M16 14a16 13 0 0 1 32 0l-6 9H22z" fill="{ink}"/>'
        '<path d="M16 45h32" stroke="{cut}" stroke-width="2.4"/>'
        '<circle cx="27" cy="15" r="2.2" fill="{cut}"/><circle cx="37" cy="15" r="2.2" fill="{cut}"/>'
    ),
    Artifact.LLAMA: (
        '<path d="M15 9l2-8 4 7 4-6 1 25 24 0q9 2 9 11l-3 8v16h-7V47H27v15h-7V45q-5-4-4-12l2-17-10 1q-3-4 7-8z"'
        ' fill="{ink}"/><path d="M30 28h16v14H30z" fill="{cut}"/>'
        '<path d="M30 33h16M30 38h16" stroke="{ink}" stroke-width="2"/>'
    ),
    Artifact.QUIPU: (
        '<path d="M4 12q28 14 56 0" fill="none" stroke="{ink}" stroke-width="5" stroke-linecap="round"/>'
        '<path d="M11 16v34M21 18v42M32 19v38M43 18v44M53 16v32" stroke="{ink}" stroke-width="3"'
        ' stroke-linecap="round"/><g fill="{ink}"><circle cx="11" cy="32" r="4"/><circle cx="21" cy="44" r="4"/>'
        '<circle cx="32" cy="34" r="4"/><circle cx="43" cy="48" r="4"/><circle cx="53" cy="34" r="4"/></g>'
    ),
    Artifact.CONDOR: (
        '<path d="M32 20Q22 6 2 10q3 5 8 6-2 2-4 2 4 6 11 6-2 3-5 4 6 6 14 4l-4 24 10-8 10 8-4-24q8 2 14-4-3-1-5-4'
        ' 7 0 11-6-2 0-4-2 5-1 8-6-20-4-30 10z" fill="{ink}"/>'
        '<circle cx="32" cy="14" r="6" fill="{ink}"/><path d="M26 34h12M27 40h10" stroke="{cut}" stroke-width="2"/>'
    ),
    Artifact.MASK: (
        '<path d="M32 1l6 12 11-8 1 13 13-1-7 11 8 8-11 4 4 12-13-1-3 12-9-9-9 9-3-12-13 1 4-12-11-4 8-8-7-11'
        ' 13 1 1-13 11 8z" fill="{ink}"/>'
        '<path d="M22 26h8M34 26h8M32 29v9M25 44h14" stroke="{cut}" stroke-width="3"/>'
    ),
}


def sign(what: Hazard | Artifact, x: float, y: float, side: float, *, ink: str, cut: str) -> str:
    """A silhouette with its upper left corner here."""
    drawn = SIGNS[what].format(ink=ink, cut=cut)
    return f'<g transform="translate({x:g} {y:g}) scale({side / 64:.4g})">{drawn}</g>'
