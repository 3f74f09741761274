/**
 * `checkCarrier` holds a carrier of the facade against what every carrier promises, in any test runner: it resolves, or
 * rejects with what does not hold.
 */
import type { Carrier, SubmissionOutcome } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import type { AccountId, AttemptId, ContactId, MessageId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Receipts } from "@signalbox/core/Receipts"
import * as Rendered from "@signalbox/core/Rendered"
import { Verdicts } from "@signalbox/core/Verdicts"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as fc from "fast-check"
import type { Carrier as HostCarrier, CarrierLayer, Channel } from "signalbox"
import { carrierLayer } from "signalbox"
import type { Harness } from "./internal/carrierCases.ts"
import * as Cases from "./internal/carrierCases.ts"

export interface CheckOptions {
  /**
   * Tells how often the message of an attempt was sent, by what the carrier's other side knows: the stand-in for the
   * provider that the test runs. `text` is the text of the message, and no two messages have the same.
   */
  readonly sent: (message: { readonly attempt: string; readonly text: string }) => number | Promise<number>
  /** The channel of the messages that are sent: the first one of the carrier unless given. */
  readonly channel?: Channel
  /**
   * True when the carrier's other side takes the attempt for what it is, and sends it once however often it is handed
   * over. False unless given.
   */
  readonly knowsAttempts?: boolean
  /** The number of times that each promise is tried: 5 unless given. */
  readonly runs?: number
  /** The time that a batch of at most twelve messages may take, in milliseconds: 5,000 unless given. */
  readonly patienceMs?: number
  /** The seed of the messages, to try the same ones again; a failure names it. */
  readonly seed?: number
}

/** The time between two looks at a carrier that is busy, in milliseconds. */
const pause = 50

/** A carrier's promise that does not hold, and how that was seen. */
const told = async (property: fc.IRawProperty<unknown>, parameters: fc.Parameters<unknown>): Promise<string | null> => {
  const details = await fc.check(property, { ...parameters, includeErrorInReport: true, endOnFailure: true })
  if (!details.failed) return null
  const { errorInstance, seed } = details
  const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return `${said.split("\n")[0]} (seed ${seed})`
}

/** Whatever a callback brings is taken, and nobody has to know of it. */
const hears = Layer.mergeAll(
  Layer.succeed(Receipts, {
    report: () => Effect.succeed("applied" as const),
    reportAll: (receipts) => Effect.succeed(receipts.map(() => Exit.succeed("applied" as const)))
  }),
  Layer.succeed(Inbound, { receive: () => Effect.succeed({ _tag: "Waiting" } as const) }),
  Layer.succeed(Verdicts, { report: () => Effect.succeed("Unchanged") }),
  Layer.succeed(ConsentSignals, {
    report: () =>
      Effect.succeed({ _tag: "Taken", contact: "00000000-0000-7000-8000-000000000001" as ContactId } as const)
  })
)

/** Each run has messages of its own, since the carrier and its other side live on. */
const harness = (port: Carrier, { kind }: HostCarrier | CarrierLayer, options: CheckOptions): Harness => {
  let run = 0
  const numbered = (prefix: string, number: number): string =>
    `${prefix}-0000-7000-8000-${(run * 10_001 + number).toString(16).padStart(12, "0")}`
  const textOf = (attempt: string): string => `Message ${parseInt(attempt.slice(-12), 16)}`
  const [first = "sms"] = port.channels
  return {
    make: Effect.sync(() => {
      run++
      return {
        carrier: port,
        sent: (attempt) => Effect.promise(async () => options.sent({ attempt, text: textOf(attempt) }))
      }
    }),
    submission: (number) => {
      const attempt = numbered("a77e0000", number) as AttemptId
      const channel = options.channel ?? first
      const text = textOf(attempt)
      return Cases.submission(number, {
        attempt,
        message: numbered("00000003", number) as MessageId,
        account: "aaaaaaaa-0000-7000-8000-000000000001" as AccountId,
        channel,
        to: `+1201555${String(1000 + number % 9000)}` as PhoneNumber,
        rendered: Rendered.fromText(text),
        sms: channel === "sms" ? { encoding: "GSM-7", parts: [text] } : null
      })
    },
    weakness: {
      forgets: options.knowsAttempts !== true,
      // The facade keeps a reference that a function returns when nobody waits for it any more.
      tellsLate: kind === "carrier"
    },
    patience: options.patienceMs ?? 5000
  }
}

/** Counts what a carrier accepts: one that accepts nothing was not tried. */
const counting = (port: Carrier): { readonly port: Carrier; readonly accepted: () => number } => {
  let accepted = 0
  const submit: Carrier["submit"] = (batch, tell) =>
    port.submit(batch, (attempt, outcome) => {
      if (outcome._tag === "Accepted") accepted++
      return tell(attempt, outcome)
    })
  return { port: { ...port, submit }, accepted: () => accepted }
}

/** A carrier that has just been opened may be busy until its sessions are there. */
const opened = Effect.fnUntraced(function*({ make, patience = 5000, submission = Cases.submission }: Harness) {
  const isBusy = Effect.gen(function*() {
    let outcome: SubmissionOutcome | null = null
    const { carrier } = yield* make
    const told = (_: AttemptId, found: SubmissionOutcome) => Effect.sync(() => void (outcome = found))
    yield* Effect.timeoutOption(Effect.exit(carrier.submit([submission(0)], told)), patience)
    return (outcome as SubmissionOutcome | null)?._tag === "Busy"
  })
  for (let left = Math.ceil(patience / pause); left > 0 && (yield* Effect.scoped(isBusy)); left--) {
    yield* Effect.sleep(pause)
  }
})

const check = Effect.fnUntraced(function*(own: Carrier, carrier: HostCarrier | CarrierLayer, options: CheckOptions) {
  const { runs = 5, seed } = options
  const { accepted, port } = counting(own)
  const given = harness(port, carrier, options)
  yield* opened(given)
  const broken: Array<string> = []
  for (const { isExample, property, title } of Cases.all(given)) {
    const found = yield* Effect.promise(() =>
      told(property, { numRuns: isExample ? 1 : runs, ...(seed === undefined ? {} : { seed }) })
    )
    if (found !== null) broken.push(`- ${title}: ${found}`)
  }
  if (accepted() === 0) broken.push("- it has accepted no message, so most promises were not tried")
  if (broken.length === 0) return
  return yield* Effect.fail(
    new Error(`The carrier ${port.id} does not keep what carriers promise:\n${broken.join("\n")}`)
  )
})

/**
 * Checks a carrier of `carrier({ … })`, or one that comes as a Layer such as `smpp({ … })`, beside a stand-in for its
 * provider that the test runs. It hands over a few hundred messages, whose texts are `Message 1`, `Message 2` and so on.
 *
 * @throws Error that names each promise that does not hold, and how that was seen
 */
export const checkCarrier = (carrier: HostCarrier | CarrierLayer, options: CheckOptions): Promise<void> =>
  Effect.gen(function*() {
    // The declarations of the facade say nothing of Effect.
    const layer = carrierLayer(carrier).layer as Layer.Layer<
      Carriers,
      never,
      Receipts | Inbound | ConsentSignals | Verdicts
    >
    const context = yield* Layer.build(Layer.provide(layer, hears))
    for (const port of Context.get(context, Carriers)) yield* check(port, carrier, options)
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.runPromise)
