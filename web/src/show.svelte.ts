/**
 * Plays what was turned over, one message after the other, and says when hands are open.
 * Whatever it shows on the way, it ends at what the server sent.
 */

import { tick } from "svelte";
import type { Air } from "./air";
import { hurry, Motion, paceOf } from "./motion";
import { Sounds, type Sound } from "./sound";
import { frames, type Frame, type Picture } from "./stage";
import type { Happening, Turned } from "./wire";

/** Something that fills the scene for a moment, with the picture around it. */
export interface Moment {
  happening: Happening;
  picture: Picture;
}

const LOOK: Partial<Record<Happening["event"], number>> = { DrivenOut: 3200, RoundOpened: 1300, GameEnded: 700 };
const HAND_OPENS = 300; // after the new card lies face up

export class Show {
  picture = $state.raw<Picture | null>(null);
  moment = $state.raw<Moment | null>(null);
  isMoving = $state(false);
  isOpen = $state(true);
  /** Events that have happened but have not been shown yet. */
  untold = $state(0);

  private queue: Turned[] = [];
  private faceUp = 0;
  private readonly motion: Motion;

  constructor(
    private readonly air: Air,
    private readonly sounds: Sounds,
    private readonly finished: () => void,
  ) {
    this.motion = new Motion(air);
  }

  /** The table lies still like this. */
  lie(picture: Picture): void {
    this.picture = picture;
  }

  play(turned: Turned): void {
    this.queue.push(turned);
    this.untold += turned.events.length;
    if (!this.isMoving) void this.playAll();
  }

  /** A tap or a key: what runs ends at its last frame. */
  skip(): void {
    if (!this.isMoving) return;
    this.faceUp = performance.now();
    this.air.skip();
  }

  private async playAll(): Promise<void> {
    this.isMoving = true;
    this.isOpen = false;
    let isOver = false;
    for (let turned = this.queue.shift(); turned; turned = this.queue.shift()) {
      isOver = turned.position.phase === "over";
      await this.playOne(turned);
    }
    this.isMoving = false;
    if (isOver) this.finished();
    await this.openHand();
  }

  private async playOne(turned: Turned): Promise<void> {
    if (!this.picture) return;
    const played = frames(this.picture, turned);
    this.air.begin(paceOf(turned.events, this.queue.length));
    for (const [number, frame] of played.entries()) {
      const isSecondHazard = played[number + 1]?.happening.event === "DrivenOut";
      await (isSecondHazard ? this.motion.hush() : this.show(frame, turned));
      this.picture = frame.picture;
      this.untold -= 1;
    }
  }

  private async show(frame: Frame, turned: Turned): Promise<void> {
    this.sounds.play(SOUNDS[frame.happening.event] ?? "card");
    await this.motion.lead(frame, this.picture!);
    await this.lookAt(frame, turned);
    this.picture = frame.picture;
    await tick();
    await this.motion.follow(frame);
    if (frame.happening.event === "CardTurned") this.faceUp = performance.now();
  }

  /** Some events want to be looked at; skipping one of them does not skip the next. */
  private async lookAt({ happening, picture }: Frame, turned: Turned): Promise<void> {
    if (happening.event === "ArtifactClaimed") {
      this.moment = { happening, picture };
      await tick();
      await this.motion.settle(happening);
    } else {
      const look = LOOK[happening.event];
      if (look === undefined) return;
      this.air.begin(hurry(this.queue.length));
      this.moment = { happening, picture };
      await this.air.hold(look);
      this.air.begin(paceOf(turned.events, this.queue.length));
    }
    this.moment = null;
  }

  /** A little later than the card, so that a tap meant for the motion lays nothing. */
  private async openHand(): Promise<void> {
    const wait = HAND_OPENS - (performance.now() - this.faceUp);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (!this.isMoving) this.isOpen = true;
  }
}

const SOUNDS: Partial<Record<Happening["event"], Sound>> = {
  ReturnedToCamp: "footsteps",
  TreasureShared: "stones",
  ArtifactFound: "fanfare",
  ArtifactClaimed: "fanfare",
  Frightened: "rumble",
  DrivenOut: "door",
  RoundOpened: "torch",
  GameEnded: "fanfare",
};
