/** Numbers as the reader's language writes them. */

import { language } from "./words";

/** 12.5 %, with one digit behind the point, as the language writes it. */
export function percent(chance: number): string {
  return `${decimal(100 * chance, 1)}\u00a0%`;
}

export function decimal(number: number, digits: number): string {
  const written = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language(), written).format(number);
}

/** +2.4 or −0.8: so many points of the win, a hundredth of it each. */
export function swing(share: number): string {
  const points = decimal(100 * Math.abs(share), 1);
  const isNothing = Math.abs(share) < 0.0005;
  return isNothing ? points : `${share < 0 ? "−" : "+"}${points}`;
}
