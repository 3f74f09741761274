/**
 * Chance that a seed decides (mulberry32): the same seed throws the same dice.
 */
export class Dice {
  private state: number

  constructor(seed: number) {
    this.state = seed | 0
  }

  /** Between 0 and 1, without 1. */
  share(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number below this one. */
  below(end: number): number {
    return Math.floor(this.share() * end)
  }

  /** True for this share of all throws. */
  hits(share: number): boolean {
    return share > 0 && this.share() < share
  }

  bytes(size: number): Uint8Array {
    return Uint8Array.from({ length: size }, () => this.below(256))
  }

  /** Dice of their own, so that what one part of the world throws does not change what another one gets. */
  fork(salt: number): Dice {
    return new Dice(Math.imul(this.below(0x7fffffff) ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b))
  }
}
