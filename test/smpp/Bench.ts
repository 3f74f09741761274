/**
 * A carrier beside a scripted message centre, with stand-ins for what stores receipts and messages.
 */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { MessageId } from "@signalbox/core/Id"
import type { InboundMessage } from "@signalbox/core/Inbound"
import { Inbound } from "@signalbox/core/Inbound"
import type { Answer, Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import * as Segment from "@signalbox/core/Segment"
import type { Options } from "@signalbox/smpp/Options"
import * as SmppCarrier from "@signalbox/smpp/SmppCarrier"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import type * as Scope from "effect/Scope"
import * as Databases from "../postgres/Database.ts"
import type { Script, Smsc } from "./Smsc.ts"
import * as Smscs from "./Smsc.ts"

/** How long anything here may take, in milliseconds. */
const patience = 20_000

/** Waits until something holds. */
export const until = (holds: () => boolean, words = holds.toString()): Effect.Effect<void> =>
  Effect.gen(function*() {
    while (!holds()) yield* Effect.sleep(2)
  }).pipe(Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.die(new Error(`never: ${words}`)) }))

export interface Kept {
  readonly receipts: Array<Receipt>
  readonly messages: Array<InboundMessage>
  /** The answer to a receipt; `applied` unless set. */
  answer: (receipt: Receipt) => Answer
  /** Whether nothing can be stored. */
  isBroken: boolean
  /** Whether what stores receipts has a defect. */
  isDefective: boolean
  /** Storing waits for it; nothing unless set. */
  gate: Effect.Effect<unknown>
  /** The lines that the carrier has logged. */
  readonly log: Array<string>
  /** The same as they are, each with its level. */
  readonly lines: Array<readonly [level: string, message: unknown]>
}

export interface Bench {
  readonly smsc: Smsc
  readonly carrier: Carrier
  readonly kept: Kept
}

const broken = Effect.die(new Error("the store is away"))

const storing = (kept: Kept): Layer.Layer<Receipts | Inbound> => {
  const gated = <A>(store: () => Effect.Effect<A>): Effect.Effect<A> =>
    Effect.andThen(Effect.suspend(() => kept.gate), Effect.suspend(store))
  const report = (receipt: Receipt): Effect.Effect<Answer> =>
    gated(() => {
      if (kept.isBroken) return broken
      const answer = kept.answer(receipt)
      if (answer !== "unknown") kept.receipts.push(receipt)
      return Effect.succeed(answer)
    })
  return Layer.merge(
    Layer.succeed(Receipts, {
      report,
      reportAll: (receipts) =>
        Effect.suspend(() => kept.isDefective ? broken : Effect.forEach(receipts, (each) => Effect.exit(report(each))))
    }),
    Layer.succeed(Inbound, {
      receive: (message) =>
        gated(() => {
          if (kept.isBroken) return broken
          kept.messages.push(message)
          return Effect.succeed({ _tag: "Received" as const, message: "" as MessageId })
        })
    })
  )
}

/** A database of PostgreSQL. */
export const database: Effect.Effect<Databases.Database, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(Databases.fresh),
  ({ drop }) => Effect.promise(drop)
)

/** Waits that are short enough for tests, where nothing is to run out by itself. */
export const quick: Partial<Options> = {
  connectTimeout: 5000,
  reconnect: { shortest: 20, longest: 100 },
  pauses: { throttled: 40, full: 60 }
}

export const carrierOf = (
  port: number,
  kept: Kept,
  options: Partial<Options> = {}
): Effect.Effect<Carrier, never, Scope.Scope> =>
  Effect.flatMap(
    Layer.build(Layer.merge(storing(kept), logging(kept))),
    (context) =>
      SmppCarrier.make({ host: "127.0.0.1", port, systemId: "us", password: "secret", ...quick, ...options }).pipe(
        Effect.provide(context),
        Effect.provideService(References.MinimumLogLevel, "Info")
      )
  )

export const keep = (): Kept => ({
  receipts: [],
  messages: [],
  answer: () => "applied",
  isBroken: false,
  isDefective: false,
  gate: Effect.void,
  log: [],
  lines: []
})

export const logging = (kept: Kept): Layer.Layer<never> =>
  Logger.layer([
    Logger.make(({ logLevel, message }) => {
      kept.lines.push([logLevel, message])
      kept.log.push(JSON.stringify(message))
    })
  ])

/** How many sessions a carrier opens that is ready. */
const sessions = ({ bindAs, binds = 1 }: Partial<Options>): number =>
  bindAs === "transmitter and receiver" ? 2 * binds : binds

/** Makes a carrier whose sessions are open. */
export const make = (
  script: Script = {},
  options: Partial<Options> = {}
): Effect.Effect<Bench, never, Scope.Scope> =>
  Effect.gen(function*() {
    const smsc = yield* Smscs.make(script)
    const kept = keep()
    const carrier = yield* carrierOf(smsc.port, kept, options)
    yield* isReady(kept, sessions(options))
    return { smsc, carrier, kept }
  })

/** Waits until so many sessions have been opened. */
export const isReady = ({ log }: Kept, count: number): Effect.Effect<void> =>
  until(() => log.filter((each) => each.includes("SMPP is bound")).length >= count, `${count} sessions`)

/** An SMS with a text, to a number of its own. */
export const sms = (number: number, text = `Message ${number}`): Submission =>
  CarrierContract.submission(number, {
    sms: { encoding: Segment.count(text).encoding, parts: Segment.parts(text) }
  })

/** Hands messages over once, and returns the outcomes in their order. */
export const submit = (
  { carrier }: Pick<Bench, "carrier">,
  ...batch: ReadonlyArray<Submission>
): Effect.Effect<ReadonlyArray<SubmissionOutcome | undefined>> =>
  Effect.gen(function*() {
    const told = new Map<string, SubmissionOutcome>()
    const submitting = carrier.submit(batch, (attempt, outcome) => Effect.sync(() => void told.set(attempt, outcome)))
    yield* Effect.timeoutOrElse(submitting, {
      duration: patience,
      orElse: () => Effect.die(new Error("the carrier does not end"))
    })
    return batch.map(({ attempt }) => told.get(attempt))
  })

/** Hands a message over until the carrier is busy no more. */
export const submitted = (bench: Pick<Bench, "carrier">, submission: Submission): Effect.Effect<SubmissionOutcome> =>
  Effect.gen(function*() {
    for (;;) {
      const [outcome] = yield* submit(bench, submission)
      if (outcome?._tag !== "Busy") return outcome!
      yield* Effect.sleep(Math.min(Math.max(outcome.until - Date.now(), 1), 100))
    }
  })

/** Runs a test within a bound, in milliseconds. */
export const run = <A>(test: Effect.Effect<A, never, Scope.Scope>, millis = 3 * patience): Promise<A> =>
  test.pipe(
    Effect.scoped,
    Effect.timeoutOrElse({ duration: millis, orElse: () => Effect.die(new Error("the test does not end")) }),
    Effect.runPromise
  )
