/** Where the cards of the path lie in the hall: rows that turn back like a real path, the newest largest at its end. */

import { isHazard } from "./cards";

/** A card's place, in pixels from the hall's corner; `w` is its short side, `lean` its small tilt in degrees. */
export interface Spot {
  x: number;
  y: number;
  w: number;
  lean: number;
}

/** Footprints between two cards: their middle, the way they point, and their size. */
export interface Step {
  x: number;
  y: number;
  angle: number;
  size: number;
}

export interface Winding {
  spots: Spot[];
  steps: Step[];
}

interface Box {
  width: number;
  height: number;
}

const LONG = 1.4; // a card's long side, by its short one
const LARGEST = 250;
const SMALLEST = 22;
const NARROW = 480; // a hall on a phone
const LEANS = [0, -1.4, 1.2, 0.6, -0.9];

/** How much room a card takes: hazards lie crosswise. */
export function boxOf(card: string, w: number): Box {
  return isHazard(card) ? { width: w * LONG, height: w } : { width: w, height: w * LONG };
}

/** Lay all cards into a hall of this size, as large as they can be. */
export function winding(cards: readonly string[], hall: Box): Winding {
  const newest = cards.at(-1);
  if (newest === undefined || hall.width <= 0 || hall.height <= 0) return { spots: [], steps: [] };
  const older = cards.slice(0, -1);
  const column = Math.min(hall.width * part(cards.length, hall.width), hall.height * 0.86, LARGEST * LONG);
  const seen = newestSpot(newest, hall, column);
  const beside = { width: hall.width - column - 10, below: seen.y + boxOf(newest, seen.w).height + 8 };
  const spots = inTheMiddle(cards, [...largestFit(older, hall, beside, seen.w * 0.62), seen], hall);
  return { spots, steps: stepsBetween(cards, spots) };
}

/** A path that does not fill the hall lies in its middle. */
function inTheMiddle(cards: readonly string[], spots: readonly Spot[], hall: Box): Spot[] {
  const lowest = Math.max(...spots.map((spot, place) => spot.y + boxOf(cards[place]!, spot.w).height));
  const highest = Math.min(...spots.map((spot) => spot.y));
  const down = Math.max(0, (hall.height - lowest - highest) / 2);
  return spots.map((spot) => ({ ...spot, y: spot.y + down }));
}

/** The newest card's part of the hall's width; on a phone it makes room as the path grows. */
const part = (cards: number, width: number): number =>
  width >= NARROW ? 0.3 : cards <= 8 ? 0.4 : cards <= 11 ? 0.36 : 0.32;

/** The newest card fills its column on the right; in a tall hall it hangs at the top, so that rows may pass under it. */
function newestSpot(card: string, hall: Box, column: number): Spot {
  const w = isHazard(card)
    ? Math.min(column / LONG, hall.height)
    : Math.min(column * 0.86, hall.height / LONG, LARGEST);
  const { width, height } = boxOf(card, w);
  const tallest = Math.min(column * 0.86, hall.height / LONG) * LONG;
  const y = hall.height > tallest * 1.45 ? (tallest - height) / 2 : (hall.height - height) / 2;
  return { x: hall.width - (column + width) / 2, y: Math.max(0, y), w, lean: 0 };
}

function largestFit(
  cards: readonly string[],
  hall: Box,
  beside: { width: number; below: number },
  largest: number,
): Spot[] {
  for (let w = Math.min(largest, 132); w > SMALLEST; w -= 1) {
    const laid = rows(cards, w, hall, beside);
    if (laid.height <= hall.height) return centred(laid.spots, laid.height, hall, beside);
  }
  return rows(cards, SMALLEST, hall, beside).spots;
}

/** Rows of cards, every second one from right to left; those above `below` leave the newest card its column. */
function rows(
  cards: readonly string[],
  w: number,
  hall: Box,
  beside: { width: number; below: number },
): { spots: Spot[]; height: number } {
  const gap = gapFor(w);
  const tall = w * LONG;
  const rowHeight = tall + Math.max(8, w * 0.24);
  const spots: Spot[] = [];
  let row = 0;
  let x = 0;
  const widthOf = (number: number): number => (number * rowHeight < beside.below ? beside.width : hall.width);
  for (const [place, card] of cards.entries()) {
    const { width, height } = boxOf(card, w);
    if (x > 0 && x + width > widthOf(row)) {
      row += 1;
      x = 0;
    }
    const left = row % 2 === 0 ? x : widthOf(row) - x - width;
    spots.push({
      x: left,
      y: row * rowHeight + (tall - height) / 2 + wave(place, w),
      w,
      lean: LEANS[place % LEANS.length] ?? 0,
    });
    x += width + gap;
  }
  const isTooNarrow = cards.some((card) => boxOf(card, w).width > beside.width);
  return { spots, height: isTooNarrow ? Infinity : (row + 1) * rowHeight + w * 0.1 };
}

/** Room for footprints where the cards are large enough to tell them. */
const gapFor = (w: number): number => (w >= 56 ? Math.max(22, w * 0.34) : Math.max(6, w * 0.16));

const wave = (place: number, w: number): number => (w < 56 ? 0 : [0, -0.07, 0.02, 0.08][place % 4]! * w);

/** Rows spread out where there is room; those that do not pass under the newest card stand beside its middle. */
function centred(spots: Spot[], height: number, hall: Box, beside: { below: number }): Spot[] {
  const spread = Math.min(1.25, hall.height / height);
  const room = Math.min(hall.height, Math.max(beside.below, height * spread));
  const down = Math.max(0, (room - height * spread) / 2);
  return spots.map((spot) => ({ ...spot, y: spot.y * spread + down }));
}

function stepsBetween(cards: readonly string[], spots: readonly Spot[]): Step[] {
  const steps = spots
    .slice(1)
    .map((spot, place) => step(middleOf(cards[place]!, spots[place]!), middleOf(cards[place + 1]!, spot)));
  return steps.filter((one) => one !== null);
}

interface Middle extends Box {
  x: number;
  y: number;
}

function middleOf(card: string, spot: Spot): Middle {
  const box = boxOf(card, spot.w);
  return { ...box, x: spot.x + box.width / 2, y: spot.y + box.height / 2 };
}

/** Footprints in the middle of the gap between two cards, where there is one to walk in. */
function step(from: Middle, to: Middle): Step | null {
  const across = Math.abs(to.x - from.x) - (from.width + to.width) / 2;
  const down = Math.abs(to.y - from.y) - (from.height + to.height) / 2;
  const size = Math.min(24, Math.max(across, down) - 2);
  if (size < 14) return null;
  const sideways = across >= down;
  const edge = (one: "x" | "y", length: "width" | "height"): number =>
    (from[one] +
      (Math.sign(to[one] - from[one]) * from[length]) / 2 +
      to[one] -
      (Math.sign(to[one] - from[one]) * to[length]) / 2) /
    2;
  return {
    x: sideways ? edge("x", "width") : (from.x + to.x) / 2,
    y: sideways ? (from.y + to.y) / 2 : edge("y", "height"),
    angle: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
    size,
  };
}
