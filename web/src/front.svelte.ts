/** Who sits before this device: one person, or several who pass it on so that nobody sees another's card or tent. */

import type { TableClient } from "./table.svelte";
import type { Yours } from "./wire";

export class Front {
  private holder = $state<number | null>(null);
  /** The last one to lay has taken the device back, to think again. */
  isBack = $state(false);

  constructor(private readonly client: TableClient) {}

  /** Whether several people pass this device around. */
  get isShared(): boolean {
    return this.client.yours.length > 1;
  }

  /** What the one in front knows; undefined before the first has taken the device, and for one who watches. */
  get person(): Yours | undefined {
    return this.isShared ? this.client.yours.find(({ place }) => place === this.holder) : this.client.yours[0];
  }

  get seats(): readonly number[] {
    return this.person?.seats ?? [];
  }

  /** Adventurers of the one in front that have no card yet. */
  get toChoose(): readonly number[] {
    return this.person ? this.withoutCard(this.person) : [];
  }

  /** The next one here who has a card to lay. */
  get next(): Yours | undefined {
    return this.isShared ? this.client.yours.find((person) => this.withoutCard(person).length > 0) : undefined;
  }

  /** Whether the device is to be passed on. */
  get isPassing(): boolean {
    return this.next !== undefined && this.next !== this.person && !this.isBack;
  }

  /** Whether the one in front has laid this turn and may still think again. */
  get canGoBack(): boolean {
    return this.person !== undefined && this.person.to_choose.length > 0 && this.toChoose.length === 0;
  }

  /** The next one has the device in hand. */
  take(): void {
    this.holder = this.next?.place ?? null;
    this.isBack = false;
  }

  private withoutCard({ to_choose }: Yours): number[] {
    return to_choose.filter((seat) => this.client.cardOf(seat) === null);
  }
}
