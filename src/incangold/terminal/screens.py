"""The screens that lie over the table for a moment: hand-over, a page to read, leaving, the open tents."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Center, Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from incangold.words.catalogue import Catalogue


class Page(ModalScreen[None]):
    """Something to read: odds, deck, player aid."""

    BINDINGS = [("escape,enter,space,q,o,d,a", "close", "")]  # noqa: RUF012

    def __init__(self, title: str, lines: Sequence[str], close: str) -> None:
        super().__init__()
        self._lines = [title, "", *lines, "", close]

    def compose(self) -> ComposeResult:
        """One scrolling sheet."""
        with VerticalScroll(classes="sheet"):
            yield Static("\n".join(self._lines), markup=False)

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class HandOver(ModalScreen[None]):
    """Hides the table while the keyboard changes hands; what has just happened is everybody's to read."""

    BINDINGS = [("enter", "ready", "")]  # noqa: RUF012

    def __init__(self, news: Sequence[str], sentence: str, ready: str) -> None:
        super().__init__()
        self._lines = [*news, "", sentence]
        self._ready = ready

    def compose(self) -> ComposeResult:
        """The news, and whose turn it is."""
        with Center(classes="sheet"):
            yield Static("\n".join(self._lines), markup=False)
            yield Button(self._ready, id="ready", variant="primary")

    def on_button_pressed(self) -> None:
        """The next person is here."""
        self.action_ready()

    def action_ready(self) -> None:
        """The next person is here."""
        self.dismiss(None)


class Question(ModalScreen[bool]):
    """Yes or no."""

    BINDINGS = [("n,escape", "answer(False)", "")]  # noqa: RUF012

    def __init__(self, question: str, words: Catalogue) -> None:
        super().__init__()
        self._bindings.bind(words.say("yes.key"), "answer(True)")
        self._question = question
        self._words = words

    def compose(self) -> ComposeResult:
        """The question and two buttons."""
        with Center(classes="sheet"):
            yield Static(self._question, markup=False)
            with Horizontal(classes="buttons"):
                yield Button(self._words.say("yes"), id="yes", variant="error")
                yield Button(self._words.say("no"), id="no", variant="primary")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """One of the two."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """One of the two, by key."""
        self.dismiss(yes)


class End(ModalScreen[bool]):
    """The tents are open: who brought what home, where the record lies; another game?"""

    BINDINGS = [("n", "again(True)", ""), ("q,escape", "again(False)", "")]  # noqa: RUF012

    def __init__(self, lines: Sequence[str], words: Catalogue) -> None:
        super().__init__()
        self._lines = lines
        self._words = words

    def compose(self) -> ComposeResult:
        """The standing, last to first, and what next."""
        with VerticalScroll(classes="sheet"):
            yield Static("\n".join(self._lines), markup=False)
            with Horizontal(classes="buttons"):
                yield Button(self._words.say("end.again"), id="again", variant="primary")
                yield Button(self._words.say("end.quit"), id="quit")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Again, or home."""
        self.dismiss(event.button.id == "again")

    def action_again(self, again: bool) -> None:
        """Again, or home, by key."""
        self.dismiss(again)
