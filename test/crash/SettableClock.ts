/**
 * The clock of a machine that somebody sets while a node runs. It declares nothing of that to the service, and elapsed time
 * goes on as before.
 */
import { MachineClock } from "../core/MachineClock.ts"

export class SettableClock extends MachineClock {
  private ahead = 0

  /** @param ahead by how many milliseconds it is ahead of the real time from now on */
  set(ahead: number): void {
    this.ahead = ahead
  }

  override currentTimeMillisUnsafe(): number {
    return this.live.currentTimeMillisUnsafe() + this.ahead
  }
}
