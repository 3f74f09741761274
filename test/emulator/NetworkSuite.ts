/**
 * Every keeper of the simulated networks agrees with the model, whatever is asked of it and in whatever order, by any
 * of the nodes that share it.
 */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId, CarrierId, MessageId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { StoreError } from "@signalbox/core/Store"
import type { Behaviour } from "@signalbox/emulator/network/Behaviour"
import { byDefault } from "@signalbox/emulator/network/Behaviour"
import * as CarrierTable from "@signalbox/emulator/network/CarrierTable"
import type { Step } from "@signalbox/emulator/network/Handset"
import type { Network, OwedReceipt } from "@signalbox/emulator/network/Network"
import * as Values from "@signalbox/testing/generate/Values"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import * as Given from "../core/Given.ts"
import * as Model from "./NetworkModel.ts"

export type Node = Network["Service"]

export interface Harness {
  /** Empty networks, and the nodes that use them. It is asked once for each case. */
  readonly make: Effect.Effect<ReadonlyArray<Node>, StoreError, Scope.Scope>
  /** One more node on the same networks, as they are now. */
  readonly again: Effect.Effect<Node, StoreError, Scope.Scope>
  readonly runs: number
}

const phones = [1, 2].map(Given.phone)

const carriers = CarrierTable.table.map(({ channels, id }) => ({ id: Given.carrierId(id), channel: channels[0] }))

const failure = fc.constantFrom("invalid_number", "recipient_not_on_channel", "unknown" as const)

const step: fc.Arbitrary<Step> = fc.record({
  channel: fc.option(fc.constantFrom("sms", "whatsapp", "rcs", "mms" as const), { freq: 2 }),
  carrier: fc.option(fc.constantFrom(...carriers.map(({ id }) => id)), { freq: 2 }),
  submit: fc.oneof(
    { weight: 3, arbitrary: fc.constant("accept" as const) },
    fc.constant("hang" as const),
    fc.record({ refuse: failure })
  ),
  receipts: fc.array(
    fc.oneof(fc.constantFrom("delivered", "read" as const), fc.record({ failed: failure })),
    { maxLength: 3 }
  ),
  delayMillis: fc.constantFrom(0, 1, 500, 1000)
})

const rendered: fc.Arbitrary<Submission["rendered"]> = fc.record({
  header: fc.option(Values.text),
  headerMedia: fc.option(fc.record({ type: Values.text, url: Values.text })),
  content: Values.text,
  footer: fc.option(Values.text),
  buttons: fc.option(
    fc.array(
      fc.record({
        type: fc.constant("URL"),
        value: Values.text,
        text: fc.option(Values.text),
        postbackData: fc.option(Values.text)
      }),
      { maxLength: 2 }
    )
  ),
  media: fc.array(Values.text, { maxLength: 1 }),
  subject: fc.option(Values.text),
  plain: Values.text
})

interface Sent {
  readonly carrier: CarrierId
  readonly submission: Submission
}

/** Attempts that may be submitted, each by one carrier and always with the same words. */
const sent = (number: number): fc.Arbitrary<Sent> =>
  fc.record({
    carrier: fc.constantFrom(...carriers),
    to: fc.constantFrom(...phones),
    from: fc.option(fc.constant(Given.phone(9000)), { freq: 3 }),
    account: fc.constantFrom(Given.accountId(1), Given.accountId(2)),
    rendered,
    sms: fc.constantFrom(null, null, { encoding: "GSM-7" as const, parts: ["One"] }, {
      encoding: "UCS-2" as const,
      parts: ["One", "two", "three"]
    })
  }).map(({ carrier: { channel, id }, ...parts }) => ({
    carrier: id,
    submission: {
      attempt: `a77e0000-0000-7000-8000-${String(number).padStart(12, "0")}` as AttemptId,
      message: `00000003-0000-7000-8000-${String(number).padStart(12, "0")}` as MessageId,
      channel,
      template: null,
      expiresAt: Given.now,
      ...parts
    }
  }))

type Action =
  | { readonly does: "script"; readonly phone: PhoneNumber; readonly steps: ReadonlyArray<Step> }
  | {
    readonly does: "submit"
    readonly which: ReadonlyArray<number>
    readonly manner: Model.Manner
    readonly unheard: ReadonlyArray<number>
  }
  | { readonly does: "claim"; readonly limit: number }
  | { readonly does: "settle"; readonly brought: ReadonlyArray<boolean>; readonly putOff: number }
  | { readonly does: "pass"; readonly millis: number }
  | { readonly does: "restart" }
  | { readonly does: "wipe" }

const attempts = 8

const manner: fc.Arbitrary<Model.Manner> = fc.record({
  forgets: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constant("as scripted" as const) },
    fc.constantFrom("refuse", "busy", "hang" as const)
  ),
  delayMillis: fc.constantFrom(0, 0, 300)
})

const behaviourOf = ({ delayMillis, does, forgets }: Model.Manner): Behaviour => ({
  ...byDefault,
  forgets,
  delayMillis,
  mode: does === "as scripted" ? "normal" : does === "refuse" ? { refuse: "carrier_filtered" } : does
})

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("script" as const),
      phone: fc.constantFrom(...phones),
      steps: fc.array(step, { maxLength: 4 })
    })
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("submit" as const),
      which: fc.array(fc.nat({ max: attempts - 1 }), { minLength: 1, maxLength: 5 }),
      manner,
      unheard: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        fc.array(fc.nat({ max: attempts - 1 }), { maxLength: 2 })
      )
    })
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant("claim" as const), limit: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("settle" as const),
      brought: fc.array(fc.boolean(), { minLength: attempts, maxLength: attempts }),
      putOff: fc.constantFrom(-1, 0, 1, 700)
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant("pass" as const), millis: fc.constantFrom(0, 1, 500, 5000) })
  },
  { weight: 1, arbitrary: fc.constant({ does: "restart" as const }) },
  { weight: 1, arbitrary: fc.constant({ does: "wipe" as const }) }
)

const turn = fc.record({ action, node: fc.nat({ max: 1 }) })

const said = (outcome: SubmissionOutcome): Model.Said =>
  outcome._tag === "Refused" ? { refused: outcome.failure } : outcome._tag

type References = ReadonlyMap<AttemptId, ReadonlyArray<string>>

const attemptOf = ({ receipt: { subject } }: OwedReceipt, references: References): AttemptId =>
  subject._tag === "Attempt"
    ? subject.attempt
    : [...references].find(([, names]) => names.includes(subject.reference))![0]

/** The networks and the model of them, side by side. */
class Pair {
  private readonly model = Model.make()
  /** The carriers' own names for what they took. */
  private readonly references = new Map<AttemptId, ReadonlyArray<string>>()
  private inHand: Array<OwedReceipt> = []
  private now: Instant = Given.now
  private readonly harness: Harness
  private readonly sent: ReadonlyArray<Sent>
  private readonly nodes: Array<Node>

  constructor(harness: Harness, sent: ReadonlyArray<Sent>, nodes: ReadonlyArray<Node>) {
    this.harness = harness
    this.sent = sent
    this.nodes = [...nodes]
  }

  readonly take = ({ action, node: index }: { readonly action: Action; readonly node: number }) => {
    const node = this.nodes[index]!
    switch (action.does) {
      case "script":
        Model.script(this.model, action.phone, action.steps)
        return node.script(action.phone, action.steps)
      case "submit":
        return this.submit(node, action)
      case "claim":
        return this.claim(node, action.limit)
      case "settle":
        return this.settle(node, action.brought, action.putOff)
      case "pass":
        return Effect.sync(() => {
          this.now = plus(this.now, action.millis)
        })
      case "restart":
        return Effect.map(this.harness.again, (again) => {
          this.nodes[index] = again
        })
      case "wipe":
        Model.wipe(this.model)
        this.references.clear()
        this.inHand = []
        return node.wipe
    }
  }

  /** One carrier's attempts make one batch, so the first one chooses the carrier. */
  private readonly submit = Effect.fnUntraced({ self: this }, function*(
    node: Node,
    { manner, unheard: quiet, which }: Extract<Action, { readonly does: "submit" }>
  ) {
    const { carrier } = this.sent[which[0]!]!
    const batch = which.map((index) => this.sent[index]!).filter((each) => each.carrier === carrier)
      .map(({ submission }) => submission)
    const unheard = new Set(quiet.map((index) => this.sent[index]!.submission.attempt))
    const expected = batch.map((submission) =>
      Model.submit(this.model, carrier, submission, this.now, manner, !unheard.has(submission.attempt))
    )
    const asked = batch.map(({ attempt }) => attempt)
    Model.ask(this.model, carrier, asked)
    yield* node.ask(carrier, asked)
    const outcomes = yield* node.submit(carrier, batch, { now: this.now, behaviour: behaviourOf(manner), unheard })
    expect(outcomes.map(said)).toEqual(expected)
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome._tag !== "Accepted") continue
      const { attempt, sms } = batch[index]!
      const { references } = outcome
      expect(references).toEqual(this.references.get(attempt) ?? references)
      expect(references).toHaveLength(sms?.parts.length ?? 1)
      this.references.set(attempt, references)
    }
    const names = [...this.references.values()].flat()
    expect(new Set(names).size).toBe(names.length)
  })

  private readonly claim = Effect.fnUntraced({ self: this }, function*(node: Node, limit: number) {
    const claimable = Model.claimable(this.model, this.now)
    const owed = yield* node.claimDue(this.now, limit)
    const claimed = owed.map((each) => attemptOf(each, this.references))
    expect(new Set(claimed).size).toBe(claimed.length)
    expect(claimed.filter((attempt) => !claimable.has(attempt))).toEqual([])
    // The ones that have waited longest; which of those that fell due together is left open.
    expect(owed.map(({ dueAt }) => dueAt)).toEqual([...claimable.values()].toSorted((a, b) => a - b).slice(0, limit))
    expect(owed.map(({ dueAt }) => dueAt)).toEqual(claimed.map((attempt) => claimable.get(attempt)))
    for (const [index, attempt] of claimed.entries()) {
      const expected = Model.claim(this.model, attempt, this.references.get(attempt) ?? [])
      expect(owed[index]!.receipt).toEqual(expected)
      const { message } = this.sent.find(({ submission }) => submission.attempt === attempt)!.submission
      expect(owed[index]).toMatchObject({ attempt, message })
    }
    this.inHand.push(...owed)
  })

  private readonly settle = Effect.fnUntraced(
    { self: this },
    function*(node: Node, which: ReadonlyArray<boolean>, putOff: number) {
      const until = plus(this.now, putOff)
      const held = this.inHand
      this.inHand = []
      const isBrought = (_: unknown, index: number) => which[index % which.length]!
      for (const [index, each] of held.entries()) {
        Model.settle(this.model, attemptOf(each, this.references), isBrought(each, index) ? null : until)
      }
      yield* node.settle(held.filter(isBrought), held.filter((each, index) => !isBrought(each, index)), until)
    }
  )

  /** Compares with the model all that can be seen from outside. */
  readonly look = Effect.fnUntraced({ self: this }, function*(index: number) {
    const node = this.nodes[index]!
    expect(Option.getOrNull(yield* node.nextDue)).toBe(Model.nextDue(this.model))
    for (const { id } of carriers) expect(yield* node.counts(id)).toEqual(Model.counts(this.model, id))
    for (const phone of phones) {
      expect(yield* node.received(phone, this.now)).toEqual(Model.received(this.model, phone, this.now))
      for (const { channel } of carriers) {
        expect(yield* node.correspondent(phone, channel)).toEqual(Model.correspondent(this.model, phone, channel))
      }
    }
  })

  /** Compares all that the pages of handsets show. */
  private readonly lookAtHandsets = Effect.fnUntraced({ self: this }, function*(node: Node) {
    const seen = yield* node.handsets(this.now, null, 10)
    expect(seen.map(({ count, lastAt, phone }) => ({ phone, lastAt, count }))).toEqual(
      Model.handsets(this.model, phones, this.now)
    )
    expect(yield* node.handsets(this.now, seen[0]?.phone ?? null, 1)).toEqual(seen.slice(1, 2))
    for (const phone of phones) {
      const received = Model.received(this.model, phone, this.now)
      const arrivals = yield* node.arrivals({ now: this.now, phone, channel: null, since: null, limit: 100 })
      expect(arrivals.map((each) => each.received)).toEqual(received)
      expect(seen.find((each) => each.phone === phone)?.account).toEqual(arrivals.at(-1)?.account)
      expect(yield* node.remaining(phone)).toEqual(this.model.scripts.get(phone) ?? [])
    }
  })

  /** Brings everything, and looks at what there is to be seen in the end. */
  readonly end = Effect.gen({ self: this }, function*() {
    yield* this.lookAtHandsets(this.nodes[0]!)
    for (let round = 0; round < 100 && Model.nextDue(this.model) !== null; round++) {
      this.now = plus(this.now, 1000)
      yield* this.claim(this.nodes[round % 2]!, 100)
      yield* this.settle(this.nodes[0]!, [true], 0)
    }
    expect(Model.nextDue(this.model)).toBeNull()
    yield* this.look(1)
    yield* this.lookAtHandsets(this.nodes[1]!)
  })
}

export const suite = (name: string, harness: Harness): void => {
  describe(`the simulated networks: ${name}`, () => {
    propWith({ runs: harness.runs })(
      "do what the model does",
      fc.tuple(...Array.from({ length: attempts }, (_, index) => sent(index))),
      fc.array(turn, { maxLength: 30, size: "max" }),
      (all, turns) =>
        Effect.gen(function*() {
          const pair = new Pair(harness, all, yield* harness.make)
          for (const [index, each] of turns.entries()) {
            yield* pair.take(each)
            if (index % 5 === 0) yield* pair.look(each.node)
          }
          yield* pair.look(0)
          yield* pair.end
        }).pipe(Effect.scoped, Effect.runPromise)
    )
  })
}
