/**
 * The turn of the event loop in which requests are begun. Some servers hand over all that their connections have sent in
 * one turn, as Bun's does: with hundreds of requests pipelined on each, everybody else would wait until all are answered.
 * When a turn has lasted long enough, a connection that already had an answer in it gets only one more.
 */
import type * as Clock from "effect/Clock"

/** The time after which nobody gets more than one answer more in the same turn, in nanoseconds. */
const long = 50_000_000n

export interface Pipelining {
  /**
   * Tells whether the answer to a request that begins now ends its connection. The client then asks again for what he sent
   * behind it (RFC 9112, 9.3.2 and 9.6).
   *
   * @param connection the client's address and port
   */
  readonly isLast: (connection: string) => boolean
}

/** @param afterwards calls back in a later turn */
export const make = (
  clock: Pick<Clock.Clock, "monotonicTimeNanosUnsafe">,
  afterwards: (end: () => void) => void
): Pipelining => {
  const seen = new Set<string>()
  let began = 0n
  return {
    isLast: (connection) => {
      const now = clock.monotonicTimeNanosUnsafe()
      if (seen.size === 0) {
        began = now
        afterwards(() => seen.clear())
      }
      if (!seen.has(connection)) {
        seen.add(connection)
        return false
      }
      return now - began >= long
    }
  }
}
