"""Whether anything on a page reaches beyond the edge of its screen."""

from playwright.sync_api import Page

LOOK = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const edge = document.documentElement.clientWidth;
  const named = (it) => `<${it.localName} class="${it.className}"> ${it.textContent.trim().slice(0, 30)}`;

  const scrollers = [...document.querySelectorAll("*")].filter((box) => {
    const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowX) || box === document.scrollingElement;
    return scrolls && box.scrollWidth > box.clientWidth + 1;
  });
  const readable = "a, button, input, select, summary, h1, h2, h3, p, li, dt, dd, label, output";
  const beyond = [...document.querySelectorAll(readable)].filter((thing) => {
    const { left, right, width } = thing.getBoundingClientRect();
    const isSeen = width > 1 && thing.checkVisibility({ visibilityProperty: true });
    return isSeen && !thing.closest("[aria-hidden=true], .sr") && (left < -1 || right > edge + 1);
  });
  return [
    ...scrollers.map((box) => `${named(box)} scrolls: ${box.scrollWidth} in ${box.clientWidth}`),
    ...beyond.map((thing) => `${named(thing)} ends at ${thing.getBoundingClientRect().right} of ${edge}`),
  ];
}"""


def too_wide(page: Page) -> list[str]:
    """Everything that scrolls sideways, and everything to read or press that lies beyond the edge."""
    found: list[str] = page.evaluate(LOOK)
    return found
