/**
 * An erasure beside sends, receipts and inbound messages on two nodes: nothing from before stays, and who has opted out
 * stays so, wherever the erasure is interrupted (decisions 17.6).
 */
import { Accounts } from "@signalbox/core/Account"
import { SendMessage } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import { Contacts } from "@signalbox/core/Contact"
import { Events } from "@signalbox/core/Delivery"
import type { Executor } from "@signalbox/core/Executor"
import { make as instant } from "@signalbox/core/Instant"
import { FindAccount } from "@signalbox/core/internal/account/Authenticate"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { Inherit } from "@signalbox/core/internal/contact/Inherit"
import { Receive } from "@signalbox/core/internal/inbound/Receive"
import { ReceivePart } from "@signalbox/core/internal/inbound/ReceivePart"
import { Report } from "@signalbox/core/internal/receipt/Report"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import { RecipientErasures } from "@signalbox/core/RecipientErasure"
import type { KindName } from "@signalbox/core/Row"
import { kinds } from "@signalbox/core/Row"
import type { Store } from "@signalbox/core/Store"
import { Templates } from "@signalbox/core/Template"
import type { Traces } from "@signalbox/core/Traces"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Matrix from "../http/Matrix.ts"
import type { Stored } from "./Erasing.ts"
import { begin, erase, inMemory, inPostgres, node } from "./Erasing.ts"

const phone = Given.phone(1)
const own = Given.phone(9000)
const before = Given.message({
  id: Given.messageId(1),
  phone,
  status: "SENT",
  attempts: [Given.attempt({ report: "SENT", charge: "taken", reference: "one" })]
})
const waiting = Given.message({ id: Given.messageId(2), phone, status: "SCHEDULED", attempts: [] })
const known = Given.contact({ phone })

const actions = ["send", "text", "stop", "delivered", "part"] as const
type Action = (typeof actions)[number]

interface Case {
  readonly optOut: boolean
  /** Whether the account has erased such people before. */
  readonly hasHashes: boolean
  readonly acts: ReadonlyArray<Action>
  /** How often whoever asks the store lets others go first, in turn. */
  readonly yields: ReadonlyArray<number>
  /** The claims whose node dies before it does anything. */
  readonly deaths: ReadonlyArray<number>
}

const cases: fc.Arbitrary<Case> = fc.record({
  optOut: fc.boolean(),
  hasHashes: fc.boolean(),
  acts: fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: 8 }),
  yields: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 40 }),
  deaths: fc.uniqueArray(fc.nat({ max: 12 }), { maxLength: 3 })
})

/** A store whose callers are held up. */
const held = (store: Store["Service"], yields: ReadonlyArray<number>): Store["Service"] => {
  let turn = 0
  const wait = Effect.suspend(() => {
    const times = yields[turn++ % yields.length]!
    return Effect.forEach(Array.from({ length: times }), () => Effect.yieldNow, { discard: true })
  })
  return {
    ...store,
    load: (needs) => Effect.andThen(wait, store.load(needs)),
    commit: (batch) => Effect.andThen(wait, store.commit(batch))
  }
}

const account = (hasHashes: boolean) => Given.account(hasHashes ? { suppressionHashes: { since: instant(0) } } : {})

const furnish = ({ hasHashes, optOut }: Case) =>
  Commit.make({
    puts: [
      Commit.put(Accounts, account(hasHashes)),
      Commit.put(Templates, Given.template()),
      Commit.put(Messages, before),
      Commit.put(Messages, waiting),
      Commit.put(Contacts, { ...known, optOut }),
      Commit.put(ConsentRecords, {
        id: "c0000000-0000-7000-8000-000000000001" as never,
        account: known.account,
        contact: known.id,
        phone,
        consent: optOut ? "opt_out" : "opt_in",
        source: "API",
        channel: null,
        message: null,
        text: null,
        at: Given.now
      }),
      Commit.put(Events, {
        id: "e0000000-0000-7000-8000-000000000001" as never,
        account: known.account,
        name: "message.sent",
        at: Given.now,
        body: JSON.stringify({ payload: { outbound_number: phone } })
      })
    ]
  })

const written = {
  carrier: Given.carrierId("sms-a"),
  channel: "sms",
  from: phone,
  to: { _tag: "Number", number: own },
  media: []
} as const

const run = <Command>(executor: Executor["Service"], use: Decision<Command, unknown>, command: Command) =>
  Effect.exit(executor.run(use, command))

const act = (executor: Executor["Service"], action: Action, place: number) => {
  const reference = `in-${place}`
  switch (action) {
    case "text":
    case "stop":
      return run(executor, Receive, { ...written, reference, text: action === "stop" ? "STOP" : "Hello" })
    case "part":
      return run(executor, ReceivePart, {
        ...written,
        reference,
        text: "half",
        part: { series: String(place), index: 1, count: 2 }
      })
    case "delivered":
      return run(executor, Report, {
        subject: { _tag: "Attempt", message: before.id, attempt: Given.attempt().id },
        reported: { _tag: "Delivered", at: null, detail: null, pricing: null } as never
      })
    case "send":
      return Effect.flatMap(
        executor.run(FindAccount, known.account),
        ({ answer }) =>
          run(executor, SendMessage.decides, {
            caller: { account: answer!, keyAccount: answer! },
            consulted: undefined,
            query: {},
            path: {},
            body: { to: [phone], text: "Hello", channel: ["sms"] }
          })
      )
  }
}

/** The rows that name the number, by their kind and key. */
const naming = (traces: Traces) =>
  Effect.map(
    Effect.forEach(Object.keys(kinds) as ReadonlyArray<KindName>, (kind) =>
      Effect.map(
        traces.find({ kind, text: phone, after: "", looked: 10_000, found: 10_000 }),
        ({ keys }) => keys.map((key) => `${kind} ${key}`)
      )),
    (found) => found.flat()
  )

const played = (made: Effect.Effect<Stored, unknown, never>, given: Case) =>
  Effect.gen(function*() {
    const stored = yield* made
    yield* stored.store.commit([furnish(given)])
    const one = yield* node(held(stored.store, given.yields), 2)
    const two = yield* node(held(stored.store, given.yields.toReversed()), 3)
    expect(yield* naming(stored.traces)).toHaveLength(5)
    const { answer: id } = yield* one.run(begin, { account: known.account, phone })
    let acting = given.acts.length
    yield* Effect.all([
      erase(stored, one, given.deaths, () => acting === 0 ? 3_600_000 : 0),
      Effect.forEach(given.acts, (action, place) =>
        Effect.ensuring(act(place % 2 === 0 ? one : two, action, place), Effect.sync(() => acting--)), {
        concurrency: "unbounded"
      })
    ], { concurrency: 2 })
    const facts = yield* stored.store.load(Needs.row(RecipientErasures, id))
    const [ended] = [...facts.rows.of("recipient_erasure").values()]
    expect(ended!.row!.value).toMatchObject({ status: "completed" })
    const left = yield* naming(stored.traces)
    for (const old of [before.id, waiting.id, known.id, "c0000000", "e0000000", "recipient_erasure"]) {
      expect(left.filter((each) =>
        each.includes(old)
      )).toEqual([])
    }
    // With everything else at an end, nothing at all is left.
    yield* two.run(begin, { account: known.account, phone })
    yield* erase(stored, two, [], () => 3_600_000)
    expect(yield* naming(stored.traces)).toEqual([])
    const { answer: contact } = yield* one.run(Inherit, { account: known.account, phone, isInherited: true })
    expect(contact!.optOut).toBe(given.optOut || given.acts.includes("stop"))
  })

describe("an erasure beside everything else", () => {
  it("in memory [XPR-098, XPR-099]", () =>
    fc.assert(fc.asyncProperty(cases, (given) => Effect.runPromise(Effect.scoped(played(inMemory as never, given)))), {
      numRuns: Matrix.searched(60, 0.2)
    }))

  it("in PostgreSQL [XPR-098]", () =>
    fc.assert(
      fc.asyncProperty(cases, (given) => Effect.runPromise(Effect.scoped(played(inPostgres as never, given)))),
      { numRuns: 1 }
    ))
})
