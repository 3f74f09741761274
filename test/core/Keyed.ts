/**
 * Requests that carry an Idempotency-Key, on the bench.
 */
import type { Answer } from "@signalbox/core/Answer"
import { operations } from "@signalbox/core/Catalogue"
import { Idempotency } from "@signalbox/core/Idempotency"
import type { Json } from "@signalbox/core/Json"
import * as Operations from "@signalbox/core/Operations"
import type { ClaimKey } from "@signalbox/core/Reply"
import { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import * as Given from "./Given.ts"
import * as Scene from "./Scene.ts"

export const claim: ClaimKey = { account: Scene.account.id, key: "key" }

export const hook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }
export const profile = { name: "Sales", short_name: "SALES" }
export const template = { definition: { body: { multiChannel: { template: "Only once" } } } }

/** A request with the key of all these cases; the same body is the same request. */
export const keyed = (body: Json) => ({
  ...Scene.request(body),
  idempotency: { key: claim.key, fingerprint: JSON.stringify(body) }
})

export const ask = (
  name: "templates.create" | "webhooks.create" | "sender_profiles.create",
  body: Json
): Effect.Effect<Answer, never, Operations.Operations> =>
  Effect.flatMap(Operations.Operations, ({ run }): Effect.Effect<Answer> =>
    name === "templates.create"
      ? run(operations[name], Scene.caller, keyed(body))
      : name === "sender_profiles.create"
      ? run(operations[name], Scene.caller, keyed(body))
      : run(operations[name], Scene.caller, keyed(body)))

export const list = (name: "templates" | "webhooks") =>
  Effect.flatMap(Store, (store) =>
    Effect.map(
      store.list({ list: name, scope: Scene.account.id, offset: 0, limit: 100 }),
      ({ rows }) => rows.map(({ value }) => value)
    ))

export const begin = (body: Json) =>
  Effect.flatMap(Idempotency, (idempotency) => idempotency.begin(claim, JSON.stringify(body), Given.now))

export const json = (answer: Answer): string => answer.outcome?.json ?? ""

export const executed = (answer: Answer, status: number): void => {
  expect({ status: answer.status, replayed: answer.replayed }).toEqual({ status, replayed: false })
}

const cameTo = ({ result }: Answer) => Effect.runSync(Effect.result(result))

/** An answer that shows the same as an earlier one, to the byte, and comes to the same for callers in this process. */
export const replays = (again: Answer, first: Answer): void => {
  const [{ result: _, ...told }, { result: __, ...firstTold }] = [again, first]
  expect(told).toEqual({ ...firstTold, replayed: true })
  expect(cameTo(again)).toEqual(cameTo(first))
}
