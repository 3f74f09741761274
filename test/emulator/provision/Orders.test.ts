/** The simulated provisioner learns from an order what to say of a channel, and is asked when its time has come. */
import type { Subject } from "@signalbox/core/ChannelSet"
import { plus } from "@signalbox/core/Instant"
import { Operator } from "@signalbox/core/Operator"
import * as Orders from "@signalbox/emulator/provision/Orders"
import { ProvisionScript } from "@signalbox/emulator/provision/ProvisionScript"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const account = Given.accountId(1)
const subject: Subject = { channel: "whatsapp" }
const step = { outcome: "activate", reason: null, code: null, sender: null } as const

it("has the provisioner asked now where no time is told, and later where one is", async () => {
  const told: Array<unknown> = []
  const note = (...said: ReadonlyArray<unknown>) => void told.push(said)
  const script = { add: note } as unknown as ProvisionScript["Service"]
  const operator = {
    askProvisioner: (...said: ReadonlyArray<unknown>) => Effect.sync(() => note(...said))
  } as unknown as Operator["Service"]
  await Effect.gen(function*() {
    yield* TestClock.setTime(Given.now)
    yield* Orders.order(account, subject, step)
    yield* Orders.order(account, subject, step, 1000)
  }).pipe(
    Effect.provideService(ProvisionScript, script),
    Effect.provideService(Operator, operator),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
  expect(told).toEqual([0, 1000].flatMap((after) => {
    const at = plus(Given.now, after)
    return [[account, subject, step, at], [account, subject, at]]
  }))
})
