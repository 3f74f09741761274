/**
 * The carrier beside a stand-in for Meta, with stand-ins for what stores.
 */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { LaterVerdict } from "@signalbox/core/Verdicts"
import { Verdicts } from "@signalbox/core/Verdicts"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import type { Options } from "@signalbox/whatsapp/Options"
import * as WhatsappCarrier from "@signalbox/whatsapp/WhatsappCarrier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Kept } from "../http-carrier/Kept.ts"
import * as Stores from "../http-carrier/Kept.ts"
import * as Metas from "./Meta.ts"

export interface Bench {
  readonly carrier: Carrier
  readonly meta: Metas.Meta
  readonly kept: Kept
  readonly verdicts: Array<LaterVerdict>
}

const beside = <M extends { readonly url: string }>(
  meta: M,
  options: Partial<Options>
): Effect.Effect<Omit<Bench, "meta"> & { readonly meta: M }, never, Scope.Scope> =>
  Effect.gen(function*() {
    const kept = Stores.make()
    const verdicts: Array<LaterVerdict> = []
    const report = (verdict: LaterVerdict) =>
      Effect.suspend(() => {
        if (kept.isBroken) return Effect.die(new Error("the store is away"))
        verdicts.push(verdict)
        return Effect.succeed("Changed" as const)
      })
    const context = yield* Layer.build(Layer.merge(Stores.layer(kept), Layer.succeed(Verdicts, { report })))
    const made = yield* Effect.provide(WhatsappCarrier.make(Metas.options(meta, options)), context)
    const { hook, submit } = made
    // What the carrier does later logs where its own layers say.
    const carrier: Carrier = {
      ...made,
      submit: (batch, tell) => Effect.provide(submit(batch, tell), context),
      hook: (request) => Effect.provide(hook!(request), context)
    }
    return { carrier, meta, kept, verdicts }
  })

export const make = (options: Partial<Options> = {}): Effect.Effect<Bench, never, Scope.Scope> =>
  Effect.flatMap(Metas.make, (meta) => beside(meta, options))

/** A carrier of these options alone. */
export const carrierOf = (options: Options): Effect.Effect<Carrier, never, Scope.Scope> =>
  Effect.gen(function*() {
    const verdicts = Layer.succeed(Verdicts, { report: () => Effect.succeed("Changed" as const) })
    const context = yield* Layer.build(Layer.merge(Stores.layer(Stores.make()), verdicts))
    return yield* Effect.provide(WhatsappCarrier.make(options), context)
  })

/** A carrier that needs no Meta, because nothing is asked. */
export const alone: Effect.Effect<Omit<Bench, "meta">, never, Scope.Scope> = beside({ url: "http://127.0.0.1:1" }, {})

/** A message without a template. */
export const message = (number: number, parts: Partial<Submission> = {}): Submission =>
  CarrierContract.submission(number, { channel: "whatsapp", sms: null, ...parts })

/** Hands messages over once, and returns the outcomes in their order. */
export const submit = (
  { carrier }: Pick<Bench, "carrier">,
  ...batch: ReadonlyArray<Submission>
): Effect.Effect<ReadonlyArray<SubmissionOutcome | undefined>> =>
  Effect.gen(function*() {
    const told = new Map<string, SubmissionOutcome>()
    yield* carrier.submit(batch, (attempt, outcome) => Effect.sync(() => void told.set(attempt, outcome)))
    return batch.map(({ attempt }) => told.get(attempt))
  })

export const run = <A>(test: Effect.Effect<A, never, Scope.Scope>): Promise<A> =>
  test.pipe(
    Effect.scoped,
    Effect.timeoutOrElse({ duration: 20_000, orElse: () => Effect.die(new Error("the test does not end")) }),
    Effect.runPromise
  )
