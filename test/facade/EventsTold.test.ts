/**
 * The host's listeners hear of what was committed, and of nothing else.
 */
import * as Commit from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import * as Outcome from "@signalbox/core/internal/commit/Outcome"
import { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SignalboxEvent } from "signalbox"
import * as Events from "signalbox/internal/events"
import * as HostFailures from "signalbox/internal/hostFailures"
import * as Log from "signalbox/internal/log"
import { expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const event = (number: number): Event =>
  ({
    id: `event ${number}`,
    account: Given.accountId(number),
    name: "message.sent",
    body: JSON.stringify({ field: "message", timestamp: "now", payload: { message_id: `m${number}` } })
  }) as unknown as Event

it("a listener hears the events of those commits of a batch that were done, in their order, each whole", async () => {
  const heard: Array<SignalboxEvent> = []
  const log = Log.make({ log: false })
  const listeners = Events.make(HostFailures.make({}, log), log)
  listeners.add("*", (each) => void heard.push(each))
  listeners.add("message.read", () => expect.unreachable())
  const outcomes = [Outcome.done, Outcome.stale("row"), Outcome.done]
  const store = Layer.mock(Store, { commit: () => Effect.succeed(outcomes) })
  const batch = [[1], [2], [3, 4]].map((numbers) => Commit.make({ events: numbers.map(event) }))
  const committed = Effect.flatMap(Store, ({ commit }) => commit(batch))
  const said = await Effect.runPromise(Effect.provide(committed, Events.wrap(listeners, store)))
  expect(said).toBe(outcomes)
  expect(heard).toStrictEqual([1, 3, 4].map((number) => ({
    field: "message",
    payload: { message_id: `m${number}` },
    timestamp: "now",
    id: `event ${number}`,
    account: Given.accountId(number),
    event: "message.sent"
  })))
})
