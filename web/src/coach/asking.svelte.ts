/** The coach at the table: whether the one in front may ask it, and what it said until the turn is over. */

import type { Front } from "../front.svelte";
import type { TableClient } from "../table.svelte";
import type { Advised } from "../wire";

export class Asking {
  constructor(
    private readonly client: TableClient,
    private readonly front: Front,
    private readonly isOpen: () => boolean, // whether cards can be laid just now
  ) {}

  /** Whether the table allows it and a card is due. */
  get mayAsk(): boolean {
    const { room, position } = this.client;
    const isDue = position?.phase === "choices" && (this.front.person?.to_choose.length ?? 0) > 0;
    return this.isOpen() && (room?.options.coach ?? false) && isDue;
  }

  /** What it said to the one in front. */
  get advised(): Advised | null {
    const { advised } = this.client;
    return this.mayAsk && advised?.place === this.front.person?.place ? advised : null;
  }

  get isThinking(): boolean {
    return this.client.asking !== null;
  }

  /** Ask, or put away what was said. */
  toggle = (): void => {
    if (this.advised) this.putAway();
    else if (this.mayAsk && this.front.person) this.client.askCoach(this.front.person.place);
  };

  putAway = (): void => this.client.putAdviceAway();

  escaped = (key: KeyboardEvent): void => {
    if (key.key === "Escape") this.putAway();
  };
}
