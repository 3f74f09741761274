/**
 * Step 5: the request pools (specification "Limits", decisions 9.1).
 */
import type { Account } from "@signalbox/core/Account"
import * as Instant from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/Limit"
import { RateWindow } from "@signalbox/core/RateWindow"
import * as Effect from "effect/Effect"
import type { Requirements } from "./Requirements.ts"
import { stop } from "./Stopped.ts"

const take = Effect.fnUntraced(function*(pool: string, limit: number, shape: "sliding" | "fixed") {
  const window = yield* RateWindow
  const now = yield* Instant.now
  const taken = yield* window.take({ pool, limit, millis: Instant.minute, shape, now })
  if (taken._tag === "Admitted") return
  return yield* stop("BUSINESS_002", {
    headers: {
      "retry-after": String(Math.max(1, Math.ceil((taken.until - now) / Instant.second))),
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.ceil(taken.until / Instant.second))
    }
  })
})

/** Takes one request from the pool of an address that has shown no valid key. */
export const takeAddress = (address: string) => take(`ip:${address}`, Limit.unauthenticatedRequestsPerMinute, "sliding")

/** Takes one request from the pool of the key's account, and from the operation's own pool when it is sensitive. */
export const takeAccount = Effect.fnUntraced(function*(account: Account, requirements: Requirements | null) {
  yield* take(`account:${account.id}`, account.requestsPerMinute, "sliding")
  if (requirements?.tier === "sensitive") {
    yield* take(`sensitive:${account.id}:${requirements.name}`, Limit.sensitiveRequestsPerMinute, "fixed")
  }
})
