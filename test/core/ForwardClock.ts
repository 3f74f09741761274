/**
 * A clock whose elapsed time can be put forward.
 */
import { MachineClock } from "./MachineClock.ts"

export class ForwardClock extends MachineClock {
  private passed = 0n

  pass(millis: number): void {
    this.passed += BigInt(millis) * 1_000_000n
  }

  override monotonicTimeNanosUnsafe(): bigint {
    return this.live.monotonicTimeNanosUnsafe() + this.passed
  }
}
