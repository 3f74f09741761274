/**
 * Until when a message is worth anything by its sender's word (decisions 14.4).
 */
import type { Asked } from "./World.ts"

const hour = 3_600_000

export class Worth {
  /** Null: the sender has not said, or sends again after that. */
  private until: number | null = null
  private readonly worth: Asked["worth"]

  constructor({ scheduledIn, worth }: Asked, now: number) {
    this.worth = worth
    if (worth !== null) this.until = now + ((scheduledIn ?? 0) + worth.hours) * hour
  }

  /** It is worth nothing at that time any more, whoever has taken it before. */
  isOver(at: number | null): boolean {
    return at !== null && this.until !== null && at >= this.until
  }

  /** The message is sent again. */
  renew(now: number): void {
    if (this.worth?.isForEachSend === true) this.until = now + this.worth.hours * hour
    else if (this.isOver(now)) this.until = null
  }
}
