"""Both catalogues say everything, with the same facts, and Polish counts as Polish does."""

import re
import string
from pathlib import Path
from typing import get_args

import pytest
from babel.core import Locale
from babel.plural import PluralRule

import incangold
from incangold import errors, events
from incangold.bots.roster import NAMED, NUMBERED
from incangold.cards import Artifact, Hazard
from incangold.editions import EDITIONS, FIELDS, edition
from incangold.game import Choice, Phase
from incangold.words.catalogue import LANGUAGES, PLURALS, Catalogue, catalogue
from incangold.words.story import aid_keys, player_aid, words_in

SOURCES = Path(incangold.__file__).parent
EVERYTHING_ELSE = "diamant path_share=by_card open_tents=yes rounds=1 treasures= hazard_copies=1"
FORMS = {"en": {"one", "other"}, "pl": {"one", "few", "many"}}


def facts_in(sentence: str | dict[str, str]) -> set[str]:
    texts = sentence.values() if isinstance(sentence, dict) else [sentence]
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_keys_and_facts() -> None:
    english, polish = (catalogue(language).sentences for language in LANGUAGES)
    assert list(english) == list(polish)
    for key in english:
        assert facts_in(english[key]) == facts_in(polish[key]) or isinstance(english[key], dict), key
        assert facts_in(english[key]) | {"n"} == facts_in(polish[key]) | {"n"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_all_its_forms(language: str) -> None:
    for key, sentence in catalogue(language).sentences.items():
        if isinstance(sentence, dict):
            assert set(sentence) == FORMS[language], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_agree_with_the_unicode_tables(language: str) -> None:
    official: PluralRule = Locale(language).plural_form
    for number in [*range(1200), 10**6, 10**6 + 1, 10**6 + 2, 10**6 + 12]:
        assert PLURALS[language](number) == official(number), number


def refusals() -> list[type[errors.IncanGoldError]]:
    return [
        kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.IncanGoldError)
    ]


def keys_needed() -> set[str]:
    """Every key that some value of the game or some line of the source asks for."""
    enums = {f"{kind.__name__.lower()}.{one.value}" for kind in (Hazard, Artifact, Choice, Phase) for one in kind}
    names = {f"bot.{name}.name" for name in NAMED} | {f"bot.{name}.about" for name in (*NAMED, *NUMBERED, "own")}
    source = "\n".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    quoted = set(re.findall(r'["\']([a-z_]+(?:\.[a-z_]+)+)["\']', source)) | {
        "score",
        "yes",
        "no",
        "hand_over",
        "adventurer",
    }
    keys = {f"key.{key}" for key in "odaq"} | {f"arena.{key}" for key in ("seat", "wins", "mean", "artifacts")}
    return enums | names | keys | {kind.key() for kind in refusals()} | (quoted & set(catalogue("en").sentences))


def test_no_key_is_missing_and_none_is_surplus() -> None:
    in_catalogue = {key for key in catalogue("en").sentences if not key.startswith("aid.")} - {"language"}
    assert keys_needed() == in_catalogue


def test_every_key_in_the_source_is_in_the_catalogue() -> None:
    """A key is what is said: say("…"), _word("…"), Phrase("…")."""
    said = re.compile(r'(?:\bsay|_word|Phrase|_page)\(\s*"([a-z_.]+)"')
    for path in SOURCES.rglob("*.py"):
        for key in said.findall(path.read_text("utf-8")):
            assert key in catalogue("en").sentences, f"{path.name}: {key}"


def test_every_refusal_is_used() -> None:
    raised = "\n".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py") if path.name != "errors.py")
    kinds = {kind.__name__ for kind in refusals()} - {"Impossible"}
    assert {name for name in kinds if not re.search(rf"\b{name}\b", raised)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", refusals(), ids=lambda kind: kind.__name__)
def test_every_refusal_can_be_told(language: str, kind: type[errors.IncanGoldError]) -> None:
    words = catalogue(language)
    facts = dict.fromkeys(facts_in(words.sentences[kind.key()]) | {"n"}, 2)
    sentence = kind(**facts).told(words)
    assert sentence[0].isupper() or sentence[0] in "2„“"
    assert "{" not in sentence


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_of_an_edition_is_explained(language: str, field: str) -> None:
    assert len(catalogue(language).name(FIELDS[field].rule)) > 5


def test_every_event_is_told() -> None:
    told = (SOURCES / "words" / "story.py").read_text("utf-8")
    for kind in get_args(events.Event):
        assert f"case {kind.__name__}(" in told


@pytest.mark.parametrize("text", [*EDITIONS, EVERYTHING_ELSE, f"bga treasures={','.join(['9'] * 60)}"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_player_aid_is_one_page(language: str, text: str) -> None:
    lines = player_aid(catalogue(language), edition(text))
    assert 15 <= len(lines) <= 60
    assert max(map(len, lines)) <= 80
    assert not any("{" in line for line in lines)


def test_the_player_aid_tells_every_edition_its_own_rules() -> None:
    told = {name: " ".join(" ".join(player_aid(catalogue("en"), edition(name))).split()) for name in EDITIONS}
    assert "Sun Mask 12" in told["modern"]
    assert "later ones 10" not in told["modern"]
    assert "There are none" in told["diamant"]
    assert "Tumi" not in told["diamant"]
    assert "even if it is a hazard" in told["bga"]
    assert " 17" not in told["bga"]
    assert told["literal"].index("GO ON") < told["literal"].index("LEAVE")
    assert told["incan-gold"].index("LEAVE") < told["incan-gold"].index("GO ON")


def test_every_line_of_the_player_aid_is_told_to_somebody() -> None:
    editions = [edition(text) for text in [*EDITIONS, EVERYTHING_ELSE]]
    told = {f"aid.{key}" for one in editions for key in aid_keys(one) if key}
    assert told == {key for key in catalogue("en").sentences if key.startswith("aid.")}


def test_an_unknown_language_is_refused_with_the_list() -> None:
    with pytest.raises(errors.UnknownLanguage, match="en, pl"):
        words_in("de")


def test_names_are_listed_as_people_do() -> None:
    words: Catalogue = catalogue("pl")
    assert words.listed(["Ana"]) == "Ana"
    assert words.listed(["Ana", "Bo"]) == "Ana i Bo"
    assert words.listed(["Ana", "Bo", "Cy"]) == "Ana, Bo i Cy"
    assert words.listed([]) == "nikt"


def test_hostile_names_are_only_text() -> None:
    assert catalogue("en").say("event.won", who="{0.__class__} %s [red]") == "{0.__class__} %s [red] wins."
