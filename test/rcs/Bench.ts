/**
 * A carrier beside a platform as Google's documents describe it, with stand-ins for what stores receipts and messages.
 */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import type { Options } from "@signalbox/rcs/Options"
import * as Rcs from "@signalbox/rcs/Rcs"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Kept } from "../http-carrier/Kept.ts"
import * as Keeping from "../http-carrier/Kept.ts"
import type { FakePlatform } from "./FakePlatform.ts"
import * as Fake from "./FakePlatform.ts"

export interface Bench {
  readonly carrier: Carrier
  readonly platform: FakePlatform
  readonly kept: Kept
}

export const make = (settings: Partial<Options> = {}): Effect.Effect<Bench, never, Scope.Scope> =>
  Effect.gen(function*() {
    const platform = yield* Fake.make
    const kept = Keeping.make()
    const options = { ...Fake.options(platform), ...settings }
    const carrier = yield* Effect.provide(Rcs.make(options), Keeping.layer(kept))
    return { platform, kept, carrier }
  })

export const run = <A>(test: (bench: Bench) => Effect.Effect<A>, settings: Partial<Options> = {}): Promise<A> =>
  make(settings).pipe(
    Effect.flatMap((bench) => Effect.provide(test(bench), Keeping.layer(bench.kept))),
    Effect.scoped,
    Effect.runPromise
  )

/** A message on RCS to a number of its own. */
export const message = (number: number, parts: Partial<Submission> = {}): Submission =>
  CarrierContract.submission(number, { channel: "rcs", sms: null, ...parts })

export const sent = ({ taken }: FakePlatform, attempt: AttemptId): number =>
  taken.filter(({ messageId }) => messageId === attempt).length

/** Hands messages over, and returns the outcomes in their order. */
export const submit = ({ carrier }: Bench, ...batch: ReadonlyArray<Submission>) =>
  Effect.gen(function*() {
    const told = new Map<AttemptId, SubmissionOutcome>()
    yield* carrier.submit(batch, (attempt, outcome) => Effect.sync(() => void told.set(attempt, outcome)))
    return batch.map(({ attempt }) => told.get(attempt))
  })
