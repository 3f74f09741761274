/**
 * Carriers of descriptions at one moment: what becomes of one message, and what one callback brings.
 */
import type { CarrierRequest, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { Description } from "@signalbox/http-carrier/Description"
import * as HttpCarrier from "@signalbox/http-carrier/HttpCarrier"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import type { Kept } from "./Kept.ts"
import * as Keeping from "./Kept.ts"
import type { Heard, Reply } from "./Provider.ts"
import * as Providers from "./Provider.ts"

/** The moment of all that happens here. */
export const now = Date.UTC(2026, 10, 25, 12)

export type Given = Omit<Partial<Description>, "request"> & { readonly request?: Partial<Description["request"]> }

export interface HandedOver {
  readonly outcome: SubmissionOutcome | null
  readonly heard: Heard
  readonly kept: Kept
}

/** Hands one message over to a provider that answers so. Its URL stands before that of the request. */
export const handOver = (
  { request, ...given }: Given,
  reply: Reply = { status: 200 },
  submission: Submission = CarrierContract.submission(1)
): Promise<HandedOver> =>
  Effect.gen(function*() {
    yield* TestClock.setTime(now)
    const provider = yield* Providers.make(() => reply)
    const kept = Keeping.make()
    const told: Array<SubmissionOutcome> = []
    yield* Effect.gen(function*() {
      const carrier = yield* HttpCarrier.make({
        id: "acme",
        channels: ["sms", "mms"],
        ...given,
        request: { ...request, url: `${provider.url}${request?.url ?? "/send"}` }
      })
      yield* carrier.submit([submission], (_, outcome) => Effect.sync(() => void told.push(outcome)))
    }).pipe(Effect.provide(Keeping.layer(kept)))
    return { outcome: told[0] ?? null, heard: provider.heard[0]!, kept }
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

export interface Called {
  readonly status: number
  readonly kept: Kept
}

/** Calls the hook back with what a provider brings. */
export const callBack = (
  given: Partial<Description>,
  request: Partial<CarrierRequest>,
  at: number = now
): Promise<Called> =>
  Effect.gen(function*() {
    yield* TestClock.setTime(at)
    const kept = Keeping.make()
    const carrier = yield* Effect.provide(
      HttpCarrier.make({
        id: "acme",
        channels: ["sms", "mms"],
        request: { url: "https://api.acme.example/send" },
        signature: "none",
        ...given
      }),
      Keeping.layer(kept)
    )
    const { status } = yield* carrier.hook!({
      method: "POST",
      url: "/acme",
      headers: {},
      body: new Uint8Array(),
      ...request
    })
    return { status, kept }
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)
