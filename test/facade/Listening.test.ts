/**
 * Listeners of the host hear what was committed: which of them hear what, in which order, and until when.
 */
import type { Event } from "@signalbox/core/Delivery"
import * as Effect from "effect/Effect"
import type { SignalboxEvent } from "signalbox"
import * as Events from "signalbox/internal/events"
import type { FailureEntry } from "signalbox/internal/hostFailures"
import type { Logging } from "signalbox/internal/log"
import * as Log from "signalbox/internal/log"
import { expect, it, vi } from "vitest"

const event = (name: string, payload: object): Event =>
  ({
    id: `event of ${name}`,
    account: "acme",
    name,
    body: JSON.stringify({ id: "another", field: "message", timestamp: "then", payload, more: 1 })
  }) as unknown as Event

const silent: Logging = Log.make({ log: false })

const listening = (log: Logging = silent) => {
  const told: Array<readonly [failure: unknown, said: unknown]> = []
  const entry: FailureEntry = {
    level: "error",
    message: "a listener has thrown",
    fields: { a: 1 },
    line: "",
    code: "",
    whole: () => ({ whole: 1 })
  }
  const failures = {
    tell: (...given: readonly [unknown, unknown]) => {
      told.push(given)
      return entry
    },
    hide: () => {}
  }
  return { told, ...Events.make(failures, log) }
}

it("each hears the events of its name before those who hear all, and nothing any more once it has ended", () => {
  const heard: Array<string> = []
  const { add, tell } = listening()
  const note = (who: string) => ({ event: name }: SignalboxEvent) => void heard.push(`${who} ${name}`)
  const every = add("*", note("every"))
  const twice = note("twice")
  const [one, other] = [add("message.sent", twice), add("message.sent", twice)]
  const told = (): ReadonlyArray<string> => {
    heard.length = 0
    tell([event("message.sent", {}), event("message.read", {})])
    return [...heard]
  }
  expect(told()).toEqual(["twice message.sent", "twice message.sent", "every message.sent", "every message.read"])
  one()
  one()
  expect(told()).toEqual(["twice message.sent", "every message.sent", "every message.read"])
  every()
  expect(told()).toEqual(["twice message.sent"])
  other()
  expect(told()).toEqual([])
})

it("an event has what its webhook shows, under its own id and name, and nobody changes it", () => {
  const found: Array<SignalboxEvent> = []
  const { add, tell } = listening()
  add("*", (each) => void found.push(each))
  tell([event("message.sent", { message_id: "m1", list: [{ a: 1 }] })])
  expect(found).toEqual([{
    field: "message",
    payload: { message_id: "m1", list: [{ a: 1 }] },
    timestamp: "then",
    id: "event of message.sent",
    account: "acme",
    event: "message.sent"
  }])
  const frozen: Array<boolean> = []
  JSON.stringify(found[0], (_, value: unknown) => {
    frozen.push(Object.isFrozen(value))
    return value
  })
  expect(new Set(frozen)).toEqual(new Set([true]))
})

it("whoever throws is told with the texts of the event, and logged, whole where that is asked for", () => {
  const written: Array<readonly [string, string, object]> = []
  const log: Logging = { ...silent, write: (...line) => void written.push(line), shows: (level) => level === "debug" }
  const { add, tell, told } = listening(log)
  const error = new Error("own affair")
  add("message.sent", () => {
    throw error
  })
  tell([event("message.sent", { to: "+1", list: [{ text: "Hello" }] })])
  expect(told).toEqual([[
    { where: "listener", event: "message.sent", error },
    ["message", "+1", "Hello", "then", "event of message.sent", "acme", "message.sent"]
  ]])
  expect(written).toEqual([
    ["error", "a listener has thrown", { a: 1 }],
    ["debug", "the error as a whole", { whole: 1 }]
  ])
  written.length = 0
  const quiet = listening({ ...log, shows: () => false })
  quiet.add("message.sent", () => Effect.runSync(Effect.die(error)))
  quiet.tell([event("message.sent", {})])
  expect(written.map(([level]) => level)).toEqual(["error"])
})

it("nobody listens to what there is not, or without a function", () => {
  const add = vi.fn(listening().add) as unknown as (name: unknown, listener: unknown) => void
  expect(() => add("message.snet", () => {})).toThrow(
    new TypeError("There is no event message.snet; did you mean message.sent?")
  )
  expect(() => add("xyzzy", () => {})).toThrow(new TypeError("There is no event xyzzy"))
  expect(() => add(undefined, () => {})).toThrow(new TypeError("There is no event undefined"))
  expect(() => add("*", null)).toThrow(new TypeError("on(event, listener) needs a function that listens."))
})
