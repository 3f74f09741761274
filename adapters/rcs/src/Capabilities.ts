/**
 * Asks what a recipient's device can do, and keeps the answers for a while.
 */
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { HttpResult } from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Path from "@signalbox/http-carrier/Path"
import * as Effect from "effect/Effect"

export type Capability =
  | { readonly _tag: "Reachable"; readonly features: ReadonlySet<string> }
  /** The recipient cannot be reached by the agent. */
  | { readonly _tag: "Unreachable" }
  /** The platform did not say. */
  | { readonly _tag: "Unknown" }

export interface Capabilities {
  /** Asks about a recipient of an agent, unless the answer is known from a short while ago. */
  readonly find: (agent: string, phone: PhoneNumber) => Effect.Effect<Capability>
}

/** How long answers are kept: who has RCS keeps it for long, and who has none may switch it on. */
const keptFor = { Reachable: Instant.hour, Unreachable: 5 * Instant.minute }

/** So many answers are kept. */
export const mostKept = 10_000

const unknown: Capability = { _tag: "Unknown" }

const read = (result: HttpResult): Capability => {
  if (result._tag !== "Answered") return unknown
  if (result.status === 404) return { _tag: "Unreachable" }
  if (!Outcome.isSuccess(result)) return unknown
  const features = Path.list(Outcome.json(result.body), "features")
  return { _tag: "Reachable", features: new Set(features.filter((each) => typeof each === "string")) }
}

/**
 * Makes a look-up.
 *
 * @param ask asks the platform about a recipient of an agent
 */
export const make = (ask: (agent: string, phone: PhoneNumber) => Effect.Effect<HttpResult>): Capabilities => {
  const kept = new Map<string, { readonly capability: Capability; readonly until: number }>()

  const keep = (key: string, capability: Capability, now: Instant.Instant): void => {
    kept.delete(key)
    if (capability._tag === "Unknown") return
    kept.set(key, { capability, until: now + keptFor[capability._tag] })
    const [oldest] = kept.size > mostKept ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
  }

  return {
    find: Effect.fnUntraced(function*(agent, phone) {
      const key = `${agent} ${phone}`
      const known = kept.get(key)
      if (known !== undefined && (yield* Instant.now) < known.until) return known.capability
      const capability = read(yield* ask(agent, phone))
      keep(key, capability, yield* Instant.now)
      return capability
    })
  }
}
