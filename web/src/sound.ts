/** Quiet sounds made in the browser; never the only carrier of anything, and silent until somebody has touched the page. */

import { kept } from "./keep";

export type Sound = "card" | "stones" | "torch" | "footsteps" | "rumble" | "door" | "fanfare" | "nudge";

const VOLUME = 0.16;

export class Sounds {
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;

  /** Called by a tap or a key: browsers allow no sound before. */
  wake(): void {
    if (!kept("sound") || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume();
  }

  play(sound: Sound): void {
    if (!this.context || this.context.state !== "running" || !kept("sound") || document.hidden) return;
    this[sound]();
  }

  close(): void {
    void this.context?.close();
    this.context = null;
  }

  private card(): void {
    this.rustle({ from: 2400, to: 900, lasts: 0.09, loud: 0.6 });
  }

  private stones(): void {
    for (const [late, pitch] of [
      [0, 2100],
      [0.07, 1800],
      [0.12, 2400],
    ] as const)
      this.tone({ pitch, lasts: 0.08, late, loud: 0.22, shape: "triangle" });
  }

  private torch(): void {
    this.rustle({ from: 500, to: 1400, lasts: 0.35, loud: 0.35 });
  }

  private footsteps(): void {
    for (const late of [0, 0.13, 0.26, 0.39]) this.rustle({ from: 320, to: 120, lasts: 0.07, late, loud: 0.8 });
  }

  private rumble(): void {
    this.rustle({ from: 140, to: 50, lasts: 0.7, loud: 1.4 });
    this.tone({ pitch: 58, to: 40, lasts: 0.6, loud: 0.7, shape: "sine" });
  }

  private door(): void {
    this.rustle({ from: 220, to: 60, lasts: 1.1, loud: 1.6 });
    this.tone({ pitch: 46, to: 30, lasts: 0.9, late: 0.05, loud: 1, shape: "sine" });
    this.rustle({ from: 900, to: 200, lasts: 0.08, late: 0.05, loud: 1.2 });
  }

  private fanfare(): void {
    [523, 659, 784, 1047].forEach((pitch, number) =>
      this.tone({ pitch, lasts: 0.28, late: number * 0.09, loud: 0.3, shape: "triangle" }),
    );
  }

  private nudge(): void {
    for (const late of [0, 0.16]) this.tone({ pitch: 880, lasts: 0.12, late, loud: 0.35, shape: "sine" });
  }

  private tone({
    pitch,
    to = pitch,
    lasts,
    late = 0,
    loud,
    shape,
  }: {
    pitch: number;
    to?: number;
    lasts: number;
    late?: number;
    loud: number;
    shape: OscillatorType;
  }): void {
    const context = this.context!;
    const begin = context.currentTime + late;
    const voice = new OscillatorNode(context, { type: shape, frequency: pitch });
    voice.frequency.exponentialRampToValueAtTime(to, begin + lasts);
    voice.connect(this.fading(begin, lasts, loud));
    voice.start(begin);
    voice.stop(begin + lasts);
  }

  private rustle({
    from,
    to,
    lasts,
    late = 0,
    loud,
  }: {
    from: number;
    to: number;
    lasts: number;
    late?: number;
    loud: number;
  }): void {
    const context = this.context!;
    const begin = context.currentTime + late;
    const voice = new AudioBufferSourceNode(context, { buffer: this.hiss(context), loop: true });
    const band = new BiquadFilterNode(context, { type: "lowpass", frequency: from, Q: 1 });
    band.frequency.setValueAtTime(from, begin);
    band.frequency.exponentialRampToValueAtTime(to, begin + lasts);
    voice.connect(band).connect(this.fading(begin, lasts, loud));
    voice.start(begin);
    voice.stop(begin + lasts);
  }

  private fading(begin: number, lasts: number, loud: number): GainNode {
    const gain = new GainNode(this.context!, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud * VOLUME, begin + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    gain.connect(this.context!.destination);
    return gain;
  }

  private hiss(context: AudioContext): AudioBuffer {
    if (this.noise) return this.noise;
    this.noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const wave = this.noise.getChannelData(0);
    for (let place = 0; place < wave.length; place += 1) wave[place] = Math.random() * 2 - 1;
    return this.noise;
  }
}
