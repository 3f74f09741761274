/**
 * The questions of the networks in PostgreSQL to their database, word by word, and the use that they make of its answers: a
 * clause that changes no answer stands here.
 */
import { plus } from "@signalbox/core/Instant"
import { StoreError } from "@signalbox/core/Store"
import type { Written } from "@signalbox/emulator/network/Handset"
import { Network } from "@signalbox/emulator/network/Network"
import * as Play from "@signalbox/emulator/network/Play"
import * as PostgresNetwork from "@signalbox/emulator/network/PostgresNetwork"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import { recorded } from "../../postgres/Recorded.ts"
import { attemptId, phone, step, submission } from "../Submissions.ts"

const { now } = Given
const carrier = Given.carrierId("sms-a")

const written: Written = {
  message: Given.messageId(1),
  account: Given.accountId(1),
  channel: "sms",
  to: null,
  text: "Hi",
  media: [],
  at: now
}

/** A message on a handset, as it is kept. */
const received = (number: number): string =>
  JSON.stringify({
    message: Given.messageId(number),
    carrier,
    channel: "sms",
    from: null,
    header: null,
    headerMedia: null,
    body: "Hi",
    footer: null,
    buttons: [],
    media: [],
    subject: null,
    receivedAt: now
  })

const network = (options?: PostgresNetwork.Options) =>
  Effect.map(Layer.build(Layer.fresh(PostgresNetwork.layer(options))), (context) => Context.get(context, Network))

/** An error of the database. */
const failing = (code: string): Error => Object.assign(new Error("a test"), { code })

describe("the networks in PostgreSQL", () => {
  it("ask this", async () => {
    const told = await recorded((run) =>
      Effect.scoped(Effect.gen(function*() {
        const node = yield* network({ schema: "a\"b" })
        const [ask, one] = [[attemptId(1), attemptId(2)], submission(1)]
        const shown: Array<unknown> = []
        const terms = { ...Play.plain(now), unheard: new Set([attemptId(2)]) }
        yield* run("the begin of one that has its usual schema", Effect.asVoid(network()))
        yield* run("ask", node.ask(carrier, ask), [{ behaviour: { delayMillis: 5 } }])
        yield* run("ask a carrier that nobody has told anything", node.ask(carrier, ask))
        yield* run("queue", node.queue(carrier, 2.5), [{ wait: 7 }])
        yield* run("queue without an answer", node.queue(carrier, 2.5))
        yield* run("behave", node.behave(carrier, { mode: "busy" }), [{ behaviour: { mode: "busy" } }])
        yield* run("behave as before", node.behave(carrier, null), [{ behaviour: {} }])
        yield* run("behaviours", node.behaviours, [{ id: "sms-a", behaviour: { short: 1 } }])
        yield* run("counts", node.counts(carrier), [{ submissions: 3, attempts: 2, repeated: 1 }])
        yield* run("counts of nothing", node.counts(carrier))
        yield* run(
          "submit, of which one is known and one is refused",
          node.submit(
            carrier,
            [one, submission(2), submission(3, { to: Given.phone(2), from: null }), submission(4)],
            terms,
            (arrivals) => Effect.sync(() => void shown.push(...arrivals.map(({ received }) => received.message)))
          ),
          [{ attempt: attemptId(1), outcome: "{\"_tag\":\"Unanswered\"}", rounds: 1 }],
          [
            { phone, steps: JSON.stringify([step({ receipts: ["delivered", "read"], delayMillis: 7 })]) },
            {
              phone: Given.phone(2),
              steps: JSON.stringify([step({ submit: { refuse: "unknown" }, receipts: [] }), step()])
            }
          ]
        )
        expect(shown).toEqual([2, 4].map(Given.messageId))
        yield* run(
          "submit what is known",
          node.submit(carrier, [one], terms),
          [{ attempt: attemptId(1), outcome: "{\"_tag\":\"Unanswered\"}", rounds: 1 }]
        )
        yield* run("script", node.script(phone, [step()]))
        yield* run("script nothing", node.script(phone, []))
        yield* run("remaining", node.remaining(phone), [{ steps: "[1]" }])
        yield* run("nothing remaining", node.remaining(phone))
        yield* run("received", node.received(phone, now), [{ received: received(1) }, { received: received(2) }])
        yield* run("arrivals", node.arrivals({ now, phone, channel: "sms", since: plus(now, -1), limit: 9 }), [
          { phone, account: Given.accountId(2), received: received(2) },
          { phone, account: Given.accountId(1), received: received(1) }
        ])
        yield* run("all arrivals", node.arrivals({ now, phone: null, channel: null, since: null, limit: 9 }))
        yield* run("handsets", node.handsets(now, phone, 9), [
          { phone, account: Given.accountId(1), last_at: now, count: 2 }
        ])
        yield* run("write", node.write(phone, written))
        yield* run("written", node.written(phone, 9), [{ written: JSON.stringify(written) }])
        yield* run("correspondent", node.correspondent(phone, "sms"), [
          { account: Given.accountId(1), number: null }
        ])
        yield* run("no correspondent", node.correspondent(phone, "sms"))
        const owed = (number: number, at: number) => ({
          id: `${attemptId(number)}/0/1`,
          due_at: at,
          receipt: "{}",
          message: Given.messageId(number),
          attempt: attemptId(number)
        })
        yield* run("claim what is due, which comes in any order", node.claimDue(now, 9), [owed(2, 5), owed(1, 4)])
        const claimed = (number: number) => ({ ...owed(number, 1), dueAt: now, receipt: {} as never })
        yield* run("settle", node.settle([claimed(1)], [claimed(2)], now))
        yield* run("settle nothing", node.settle([], [], now))
        yield* run("next due", node.nextDue, [{ at: 5 }])
        yield* run("nothing due", node.nextDue)
        yield* run("wipe", node.wipe)
      }))
    )
    await expect(told).toMatchFileSnapshot("statements.txt")
  })

  it.each<readonly [name: string, failures: ReadonlyArray<Error>, isDone: boolean]>([
    ...["23505", "40P01", "40001"].map((code) => [`${code} once`, [failing(code)], true] as const),
    ["40P01 ten times", Array.from({ length: 10 }, () => failing("40P01")), true],
    ["40P01 eleven times", Array.from({ length: 11 }, () => failing("40P01")), false],
    ["42601", [failing("42601")], false]
  ])("submit again what has lost against another one: %s", async (_, failures, isDone) => {
    await recorded((__, answer) =>
      Effect.scoped(Effect.gen(function*() {
        const node = yield* network()
        answer(...failures)
        const exit = yield* Effect.exit(node.submit(carrier, [submission(1)], Play.plain(now)))
        expect(Exit.isSuccess(exit)).toBe(isDone)
        if (!isDone) expect(yield* Effect.flip(exit)).toBeInstanceOf(StoreError)
      }))
    )
  })
})
