/**
 * Requests without a valid key to a server that others ask from the same address too. Servers answer so many of them in
 * a minute (specification "Limits"), so whoever is refused for that waits and asks again.
 */
import { setTimeout as sleep } from "node:timers/promises"

/** The limit of an address that shows no valid key. */
const limit = "600"

let isShared = false

/** From now on, refused requests without a valid key wait and are made again. */
export const share = (): void => {
  isShared = true
}

interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
}

/** Asks, and asks again when the address has asked too much, as others may have done. */
export const patiently = async <A extends Answer>(ask: () => Promise<A>): Promise<A> => {
  for (;;) {
    const answer = await ask()
    const isRefused = answer.status === 429 && answer.headers.get("x-ratelimit-limit") === limit
    if (!isShared || !isRefused) return answer
    await sleep(1000 * Number(answer.headers.get("retry-after") ?? 1))
  }
}
