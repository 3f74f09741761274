/**
 * A rule says how long a message waits for a receipt of its route before it goes on to the next one (decisions 18.4).
 */
import { Carriers } from "@signalbox/core/Carrier"
import { put } from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import { plus } from "@signalbox/core/Instant"
import { Fallback, FallbackJob } from "@signalbox/core/internal/dispatch/FallbackStep"
import { FallbackWork } from "@signalbox/core/internal/message/AttemptWork"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistorySubject } from "../history/Subject.ts"
import { first } from "../history/Subject.ts"
import type { World } from "../history/World.ts"
import { plain } from "../history/World.ts"
import { counter, measured } from "../Measured.ts"

const carriers: World["carriers"] = [
  { id: "one", channels: ["sms"] },
  { id: "two", channels: ["sms"] },
  { id: "talks", channels: ["whatsapp"] }
]

const rule = (carrier: string, priority: number, parts: Partial<RoutingRule> = {}): RoutingRule => ({
  channel: carrier === "talks" ? "whatsapp" : "sms",
  carrier: Given.carrierId(carrier),
  action: "ALLOW",
  fallback: true,
  country: null,
  priority,
  ...parts
})

const patient = { receiptSeconds: 60 }

/** A message by these rules, dispatched, and taken by its first carrier. */
const sent = (rules: ReadonlyArray<RoutingRule>, fallback?: NonNullable<Message["fallback"]>): HistorySubject => {
  const made = first(plain({ carriers, requested: "auto_detect", rules }))
  if (fallback !== undefined) made.service.store.put(put(Messages, { ...made.message, fallback }))
  made.dispatch()
  accept(made, 0)
  return made
}

const accept = (made: HistorySubject, index: number): void => {
  made.handOver(index)
  made.end(index, { _tag: "Accepted", references: [] })
}

/** Returns the carrier of which the wait is over; undefined when nothing waited. */
const late = (made: HistorySubject, index: number) => {
  const { service } = made
  const due = made.due("fallback", index)
  if (due === undefined) return undefined
  service.now = due.at
  return service.work(Fallback, { lease: service.store.claim(due.work)!, settings: service.settings })
}

const route = ({ message }: HistorySubject) => message.attempts.map(({ carrier }) => carrier as string)

const waits = (made: HistorySubject, index: number): number | null => {
  const due = made.due("fallback", index)
  return due === undefined ? null : (due.at - made.service.now) / 1000
}

describe("a message without a receipt in time", () => {
  it("goes on to the next candidate, also of the same channel, and a late receipt counts [XRT-065]", () => {
    const made = sent([rule("one", 0, patient), rule("two", 1)])
    expect(made.due("fallback", 0)?.at).toBe(plus(made.service.now, 60_000))
    expect(late(made, 0)).toBe("one")
    expect(route(made)).toEqual(["one", "two"])
    expect(made.message.status).toBe("ROUTED")
    expect(made.message.history.some(({ description }) => description.startsWith("no receipt from one within 60 s")))
      .toBe(true)
    accept(made, 1)
    // The rule of the second route does not say how long it waits.
    expect(waits(made, 1)).toBe(null)
    made.report(0, false, "DELIVERED", "unknown")
    expect(made.message.status).toBe("DELIVERED")
    expect(made.message.attempts.map(({ charge }) => charge)).toEqual(["taken", "taken"])
  })

  it("does not go on when the receipt has come, or when no other route can take it [XRT-065]", () => {
    const delivered = sent([rule("one", 0, patient), rule("two", 1)])
    delivered.report(0, false, "DELIVERED", "unknown")
    expect(late(delivered, 0)).toBeUndefined()
    const alone = sent([rule("one", 0, patient)])
    expect(late(alone, 0)).toBe(null)
    expect([alone.message.status, route(alone)]).toEqual(["SENT", ["one"]])
    expect(alone.message.history.at(-1)!.description).toBe(
      "no receipt from one within 60 s, and waits on: no other route"
    )
  })

  it("takes three routes at most, each with a wait of its own [XRT-065]", () => {
    const made = sent([rule("one", 0, patient), rule("two", 1, { receiptSeconds: 30 }), rule("talks", 2, patient)])
    late(made, 0)
    accept(made, 1)
    expect(waits(made, 1)).toBe(30)
    expect(late(made, 1)).toBe("two")
    accept(made, 2)
    expect(late(made, 2)).toBe(null)
    expect(route(made)).toEqual(["one", "two", "talks"])
  })

  it("waits for nothing where no other route may follow [XRT-066]", () => {
    expect(waits(sent([rule("one", 0, { ...patient, fallback: false }), rule("two", 1)]), 0)).toBe(null)
  })

  it("waits as long as the send says, where that says anything [XRT-066]", () => {
    const rules = [rule("one", 0, patient), rule("two", 1, patient), rule("talks", 2, patient)]
    const order = { channels: ["sms", "whatsapp"], afterSeconds: 300 } as const
    const ordered = sent(rules, order)
    expect(waits(ordered, 0)).toBe(300)
    // What the send says leads to its next channel, and on the last one the rule holds.
    late(ordered, 0)
    expect(route(ordered)).toEqual(["one", "talks"])
    accept(ordered, 1)
    expect(waits(ordered, 1)).toBe(60)
    // Without a wait of its own, a send with an order stays on the channel as long as there are routes.
    const plainly = sent(rules, { channels: order.channels })
    expect(waits(plainly, 0)).toBe(60)
    late(plainly, 0)
    expect(route(plainly)).toEqual(["one", "two"])
  })
})

it("is counted for the carrier from which a message goes on, and for nobody where it stays", async () => {
  const leases = [1, 2, 3].map((number): Lease => ({
    ...FallbackWork.due({ message: Given.messageId(number), attempt: "a" }, Given.accountId(1), Given.now),
    token: number as LeaseToken,
    failures: 0
  }))
  const answers = ["one", null, "one"]
  const executor = Layer.mock(Executor, {
    runAll: (use, commands) =>
      Effect.forEach(commands, (command, index) => {
        expect([use.name, command]).toEqual(["fallback", {
          lease: leases[index],
          settings: expect.anything() as unknown
        }])
        return Effect.exit(Effect.succeed({ answer: answers[index], at: Given.now })) as Effect.Effect<Exit.Exit<never>>
      })
  })
  const counting = Effect.gen(function*() {
    const handle = yield* FallbackJob.handler
    expect(yield* handle(leases, { hasBegun: () => false, begins: Effect.never })).toEqual([])
  })
  expect(await measured(Effect.provide(counting, Layer.merge(executor, Layer.succeed(Carriers, []))))).toEqual([{
    id: "signalbox_receipts_overdue",
    type: "Counter",
    description: "Messages that went on to another route, since no receipt of the carrier came in time.",
    attributes: { carrier: "one" },
    state: counter(2)
  }])
})
