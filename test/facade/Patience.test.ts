/**
 * How long is waited for what may never come: for a storage that is away, for a service that ends, and of how many accounts
 * it is known that they were warned. Timers are looked at, and nobody waits for them.
 */
import * as Commit from "@signalbox/core/Commit"
import { Messages } from "@signalbox/core/Message"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { createHook } from "node:async_hooks"
import { createSignalbox, memory } from "signalbox"
import * as Boot from "signalbox/internal/boot"
import * as FreeText from "signalbox/internal/freeText"
import { expect, it, vi } from "vitest"
import * as Given from "../core/Given.ts"

/** Notes the milliseconds of the timers that begin until it is disposed of. */
const watched = () => {
  const times: Array<number> = []
  const hook = createHook({
    init: (_id, type, _trigger, resource: { readonly _idleTimeout?: number }) => {
      if (type === "Timeout" && resource._idleTimeout !== undefined) times.push(resource._idleTimeout)
    }
  }).enable()
  return { times, [Symbol.dispose]: () => void hook.disable() }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

it("a request waits for five seconds for the first attempt, and a call for as long for a storage that is away", async () => {
  const away = new StoreError({ reason: "unavailable", message: "the database is gone", cause: null })
  let attempt: Effect.Effect<never, StoreError> = Effect.never
  const boot = Boot.make(Layer.effectDiscard(Effect.suspend(() => attempt)), Logger.layer([]), () => {})
  {
    using timers = watched()
    void boot.forRequest().catch(() => {})
    await turn()
    expect(timers.times).toEqual([5000])
  }
  boot.stop()
  attempt = Effect.fail(away)
  const second = Boot.make(Layer.effectDiscard(Effect.suspend(() => attempt)), Logger.layer([]), () => {})
  await vi.waitFor(() => expect(second.forRequest()).rejects.toThrow("the database is gone"), { interval: 1 })
  using timers = watched()
  void second.forCall().catch(() => {})
  await turn()
  expect(timers.times.filter((millis) => millis >= 1000)).toEqual([5000])
  second.stop()
})

it("what a service has open may take nine tenths of a second longer than its grace, and is cut off then", async () => {
  const box = createSignalbox({ storage: memory(), carriers: [], log: false })
  await box.ready
  using timers = watched()
  await box.close({ graceMs: 12_345 })
  expect(timers.times).toContain(13_245)
})

it("it is known of ten thousand accounts that they were warned, and the oldest is warned again after that", async () => {
  const warned: Array<unknown> = []
  const logger = Logger.make(({ message }) =>
    void warned.push((message as readonly [string, { account: string }])[1].account)
  )
  const warn = FreeText.make()
  const one = Given.message()
  const commit = (...accounts: ReadonlyArray<number>) =>
    Commit.make({
      puts: accounts.map((account) =>
        Commit.put(Messages, { ...one, account: Given.accountId(account), code: "WHATSAPP_TEMPLATE_REQUIRED" })
      )
    })
  const told = async (...accounts: ReadonlyArray<number>) => {
    await Effect.runPromise(Effect.provide(warn([commit(...accounts)]), Logger.layer([logger])))
    return warned.splice(0)
  }
  const all = Array.from({ length: 10_000 }, (_, account) => account)
  expect((await told(...all)).length).toBe(10_000)
  expect(await told(0, 9999)).toEqual([])
  expect(await told(10_000)).toEqual([Given.accountId(10_000)])
  expect(await told(1, 9999, 10_000)).toEqual([])
  expect(await told(0)).toEqual([Given.accountId(0)])
})
