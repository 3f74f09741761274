/**
 * Telnyx as a carrier beside a stand-in for Telnyx, with stand-ins for what stores receipts and messages.
 */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import * as HttpCarrier from "@signalbox/http-carrier/HttpCarrier"
import type { TelnyxOptions } from "@signalbox/http-carrier/Telnyx"
import * as Telnyx from "@signalbox/http-carrier/Telnyx"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { FakeTelnyx } from "./FakeTelnyx.ts"
import * as Fake from "./FakeTelnyx.ts"
import type { Kept } from "./Kept.ts"
import * as Keeping from "./Kept.ts"

export interface Bench {
  readonly carrier: Carrier
  readonly telnyx: FakeTelnyx
  readonly kept: Kept
}

export const make = (settings: Partial<TelnyxOptions> = {}): Effect.Effect<Bench, never, Scope.Scope> =>
  Effect.gen(function*() {
    const telnyx = yield* Fake.make
    const kept = Keeping.make()
    const described = Telnyx.description({ ...Fake.options(telnyx), ...settings })
    const carrier = yield* Effect.provide(HttpCarrier.make(described), Keeping.layer(kept))
    return { telnyx, kept, carrier }
  })

export const run = <A>(test: (bench: Bench) => Effect.Effect<A>, settings: Partial<TelnyxOptions> = {}): Promise<A> =>
  make(settings).pipe(
    Effect.flatMap((bench) => Effect.provide(test(bench), Keeping.layer(bench.kept))),
    Effect.scoped,
    Effect.runPromise
  )

export const sent = ({ taken }: FakeTelnyx, attempt: AttemptId): number =>
  taken.filter(({ text }) => text === `Message ${parseInt(attempt.slice(-12), 16)}`).length

export const submit = ({ carrier }: Bench, ...batch: ReadonlyArray<Submission>) =>
  Effect.gen(function*() {
    const told = new Map<AttemptId, SubmissionOutcome>()
    yield* carrier.submit(batch, (attempt, outcome) => Effect.sync(() => void told.set(attempt, outcome)))
    return batch.map(({ attempt }) => told.get(attempt))
  })

export const hook = ({ carrier }: Bench, request: Parameters<NonNullable<Carrier["hook"]>>[0]) =>
  carrier.hook?.(request) ?? Effect.succeed({ status: 404 })
