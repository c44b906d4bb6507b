"""How well words can be read on a drawing, where axe cannot tell: measured on the pixels behind them."""

from base64 import b64encode

from playwright.sync_api import Locator

READABLE = 4.5  # to one, for words of this size (WCAG 2.2, AA)

HIDE = "words => { words.style.color = 'transparent'; words.style.textDecoration = 'none'; }"
SHOW = "words => { words.style.color = words.style.textDecoration = ''; }"

AROUND = """words => {
  const all = document.createRange();
  all.selectNodeContents(words);
  const { x, y, width, height } = all.getBoundingClientRect();
  return { x: x + scrollX, y: y + scrollY, width, height };
}"""
LEAST = """async (words, picture) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const behind = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(behind.width, behind.height).getContext("2d");
  const linear = (part) => (part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
  canvas.drawImage(behind, 0, 0);
  const { data } = canvas.getImageData(0, 0, behind.width, behind.height);
  const ink = light(getComputedStyle(words).color.match(/[0-9.]+/g).map(Number));
  let least = 21;
  for (let at = 0; at < data.length; at += 4) {
    const ground = light(data.subarray(at, at + 3));
    least = Math.min(least, Math.max(ink, ground) / Math.min(ink, ground));
  }
  return least;
}"""


def least_contrast(words: Locator) -> float:
    """Of a text with whatever lies behind it, at the worst pixel."""
    words.evaluate(HIDE)
    picture = words.page.screenshot(full_page=True, clip=words.evaluate(AROUND), animations="disabled")
    words.evaluate(SHOW)
    least: float = words.evaluate(LEAST, b64encode(picture).decode())
    return least
