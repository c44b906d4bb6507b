"""The screens that lie over the table for a moment: a page to read, hand-over, a question, the open tents."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from incangold.words.catalogue import Catalogue


class Page(ModalScreen[None]):
    """Something to read: odds, deck, player aid, advice."""

    BINDINGS = [("escape,enter,space,q,o,d,a,w", "close", "")]  # noqa: RUF012

    def __init__(self, title: str, lines: Sequence[str], close: str) -> None:
        super().__init__()
        self._lines = [f"{title} ({close})", "", *lines]

    def compose(self) -> ComposeResult:
        """One scrolling sheet."""
        with VerticalScroll(classes="page"):
            yield Static("\n".join(self._lines), markup=False)

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class Say(ModalScreen[str]):
    """A line to say to all."""

    BINDINGS = [("escape", "close", "")]  # noqa: RUF012

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """One field."""
        with Vertical(classes="sheet"):
            yield Static(self._title, markup=False, classes="said")
            yield Input(max_length=300)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter says it."""
        self.dismiss(event.value)

    def action_close(self) -> None:
        """Nothing is said."""
        self.dismiss("")


BESIDES = 11  # rows of a sheet that frame, buttons and margins take


class Sheet(ModalScreen[bool]):
    """Something said, two answers below it, and more to read beneath."""

    BINDINGS = [("up,pageup", "scroll(-3)", ""), ("down,pagedown", "scroll(3)", "")]  # noqa: RUF012

    def __init__(self, said: str, yes: str, no: str, more: Sequence[str] = (), aside: str = "") -> None:
        super().__init__()
        self._said, self._yes, self._no, self._more, self._aside = said, yes, no, more, aside

    def compose(self) -> ComposeResult:
        """The buttons stay in sight however much there is to read."""
        with Vertical(classes="sheet"):
            yield Static(self._said, markup=False, classes="said")
            with Horizontal(classes="buttons"):
                yield Button(self._yes, id="yes", variant="primary")
                if self._no:
                    yield Button(self._no, id="no")
                if self._aside:
                    yield Button(self._aside, id="aside")
            if self._more:
                with VerticalScroll(classes="more"):
                    yield Static("\n".join(self._more), markup=False)

    def on_mount(self) -> None:
        """What is new is at the end of what there is to read."""
        self.on_resize()
        for more in self.query(".more"):
            self.call_after_refresh(more.scroll_end, animate=False)

    def on_resize(self) -> None:
        """What there is to read gets the room that the rest leaves."""
        taken = self._said.count("\n") + BESIDES
        for more in self.query(".more"):
            more.styles.max_height = max(3, self.size.height - taken)

    def action_scroll(self, lines: int) -> None:
        """Read what does not fit."""
        for more in self.query(".more"):
            more.scroll_relative(y=lines, animate=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """By mouse."""
        if event.button.id == "aside":
            self.action_aside()
        else:
            self.dismiss(event.button.id == "yes")

    def action_aside(self) -> None:
        """Something to read before one answers, for a sheet that has it."""

    def action_answer(self, yes: bool) -> None:
        """By key."""
        self.dismiss(yes)


class HandOver(Sheet):
    """Hides the table while the keyboard changes hands; what has just happened is everybody's to read."""

    BINDINGS = [("enter", "answer(True)", "")]  # noqa: RUF012

    def __init__(self, words: Catalogue, who: str, before: str, news: Sequence[str]) -> None:
        back = words.say("hand_over.back", who=before) if before else ""
        super().__init__(words.say("hand_over", who=who), words.say("hand_over.ready", who=who), back, news)
        if before:
            self._bindings.bind("backspace", "answer(False)")


class Question(Sheet):
    """Whether to leave; Enter alone stays."""

    AUTO_FOCUS = "#no"
    BINDINGS = [("y", "answer(True)", ""), ("n,escape", "answer(False)", "")]  # noqa: RUF012

    def __init__(self, question: str, words: Catalogue) -> None:
        super().__init__(question, words.say("yes"), words.say("no"))


class End(Sheet):
    """The tents are open: who brought what home, where the record lies; another game?"""

    BINDINGS = [("n", "answer(True)", ""), ("q,escape", "answer(False)", "")]  # noqa: RUF012

    def __init__(self, said: str, standing: Sequence[str], words: Catalogue, aside: str = "") -> None:
        super().__init__(said, words.say("end.again"), words.say("end.quit"), standing, aside)


class LookBack(End):
    """The same, with the coach's review of the game beside it."""

    BINDINGS = [("r", "aside", "")]  # noqa: RUF012

    def __init__(
        self, said: str, standing: Sequence[str], words: Catalogue, looked_back: Callable[[], list[str]]
    ) -> None:
        super().__init__(said, standing, words, words.say("end.review"))
        self._words, self._looked_back = words, looked_back

    def action_aside(self) -> None:
        """The review, to be read and closed."""
        page = Page(self._words.say("coach.review"), self._looked_back(), self._words.say("page.close"))
        self.app.push_screen(page)
