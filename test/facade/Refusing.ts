/**
 * Calls that a service refuses, with the code and the words of each.
 */
import { SignalboxError } from "signalbox"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Acme } from "./Acme.ts"
import { start } from "./Acme.ts"

/** JavaScript can call it with anything at all. */
export const strange = (call: unknown) => call as (...given: ReadonlyArray<unknown>) => Promise<unknown>

export const nobody = "0190a000-0000-7000-8000-000000000009"

type Case = readonly [call: string, ask: (acme: Acme) => Promise<unknown>, code: string, message: string]

/** A call that is refused changes nothing, so one service is enough for all. */
export const refuses = (cases: ReadonlyArray<Case>): void => {
  let acme: Acme & AsyncDisposable

  beforeAll(async () => {
    acme = await start({ callback: () => {} })
  })

  afterAll(() => acme[Symbol.asyncDispose]())

  it.each(cases)("%s is refused in these words", async (_, ask, code, message) => {
    const error: unknown = await ask(acme).then(() => null, (cause: unknown) => cause)
    expect(error).toBeInstanceOf(SignalboxError)
    expect([(error as SignalboxError).code, (error as SignalboxError).message]).toEqual([code, message])
  })
}
