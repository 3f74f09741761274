/** The operator's calls of the facade on an operator that answers as a test says, while the clock stands still. */
import type { Carrier } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import * as Instant from "@signalbox/core/Instant"
import { Operator } from "@signalbox/core/Operator"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AccountCalls, KeyCalls, OperatorCalls } from "signalbox"
import { SignalboxError } from "signalbox"
import { accounts, keys } from "signalbox/internal/accounts"
import type { Run } from "signalbox/internal/operated"
import * as OperatorCalls_ from "signalbox/internal/operator"
import { expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"

/** The operator answers this; whatever else it is asked is a defect. */
export type Parts = Partial<Operator["Service"]>

export interface Calls {
  readonly accounts: AccountCalls
  readonly keys: KeyCalls
  readonly operator: OperatorCalls
  /** The texts of the keys that were made. */
  readonly seen: ReadonlyArray<string>
}

/** The questions to the operator, in order, by the name of its call. */
type Asked = ReadonlyArray<readonly [name: string, ...given: ReadonlyArray<unknown>]>

export const carrier = (id: string): Carrier => ({
  id: Given.carrierId(id),
  channels: ["sms"],
  submit: () => Effect.void
})

/** Returns the parts, which note each call, and the notes. */
const noted = (parts: Parts): { readonly parts: Parts; readonly asked: Asked } => {
  const asked: Array<Asked[number]> = []
  const noting = Object.entries(parts).map(([name, part]: [string, unknown]) => {
    const answer = (...given: ReadonlyArray<unknown>): unknown => {
      asked.push([name, ...given])
      return typeof part === "function" ? part(...given) : part
    }
    return [name, typeof part === "function" ? answer : part]
  })
  return { asked, parts: Object.fromEntries(noting) as Parts }
}

/** Returns what a call says, or the code, the status, the words and the pause of its refusal. */
const said = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    return { code: error.code, status: error.status, message: error.message, retryAfterMs: error.retryAfterMs }
  }
}

export type Case = readonly [
  name: string,
  parts: Parts,
  call: (calls: Calls) => Promise<unknown>,
  answer: unknown,
  asked?: Asked
]

/** Each call answers exactly this, and asks the operator this, unless that is left open. */
export const answers = (cases: ReadonlyArray<Case>): void => {
  for (const [name, given, call, answer, asks] of cases) {
    it(name, async () => {
      const { asked, parts } = noted(given)
      const seen: Array<string> = []
      const clock = new Bench.StillClock(await Effect.runPromise(Clock.Clock))
      const run: Run = (effect) =>
        effect.pipe(
          Effect.provide(Layer.mock(Operator, parts)),
          Effect.provideService(Carriers, ["acme", "other"].map(carrier)),
          Effect.provideService(Clock.Clock, clock),
          Effect.runPromise
        )
      const calls = {
        accounts: accounts(run),
        keys: keys(run, (key) => seen.push(key)),
        operator: OperatorCalls_.make(run),
        seen
      }
      expect(await said(call(calls))).toEqual(answer)
      if (asks !== undefined) expect(asked).toEqual(asks)
    })
  }
}

export const refusal = (code: string, status: number, message: string, retryAfterMs: number | null = null): object => ({
  code,
  status,
  message,
  retryAfterMs
})

/** The account that the calls are about, and its id as a host may write it. */
export const id = Given.accountId(10)
export const shouted = id.toUpperCase()
export const found: Parts = { find: () => Effect.succeed(Given.account({ id })) }
export const none: Parts = { find: () => Effect.succeed(null) }
export const unknown = refusal("RESOURCE_004", 404, `There is no account with the id ${shouted}.`)
export const wrong = (call: string, flaw: string): object => refusal("VALIDATION_001", 400, `operator.${call}: ${flaw}`)

/** Instants after the standing clock's, as the service has them and as a host reads them. */
export const day = 86_400_000
export const later = (millis: number): Instant.Instant => Instant.plus(Given.now, millis)
export const dated = (millis: number): Date => new Date(Given.now + millis)

/** A place in a list, and the cursor that tells it. */
export const place = { at: Given.now, key: "a key" }
export const cursor = `${Given.now}.a key`
