/**
 * A host's tests replace the timers of their process, and give them back later. What was called meanwhile is done, and so
 * is all that comes after it.
 */
import node from "node:process"
import { setImmediate as turn } from "node:timers/promises"
import { createSignalbox } from "signalbox"
import { describe, expect, it, vi } from "vitest"
import * as FakeTimers from "../FakeTimers.ts"
import { order, start } from "./Acme.ts"
import * as Stored from "./Stored.ts"

const patience = { timeout: 20_000, interval: 10 }

const everywhere = [
  ...FakeTimers.all.flatMap(([runner, fakes]) =>
    Stored.all.map(([where, stored]) => [runner, where, { ...fakes, stored }] as const)
  ),
  [FakeTimers.ofTicks[0], "memory", { ...FakeTimers.ofTicks[1], stored: Stored.onMemory }] as const
]

describe.each(everywhere)("the fake timers of %s on %s", (_runner, _where, { stored, ...fakes }) => {
  it("hold up neither what is called under them nor what is called later", async () => {
    await using place = await stored()
    await using acme = await start({}, place.options)
    const { box, handed } = acme
    const me = box.as(acme.account)
    const apiKey = await box.keys.create(acme.account)
    using held = FakeTimers.hold(fakes)
    const [sent, got] = [me.messages.send(order), box.fetch(new Request("http://localhost/v3/me"))]
    await FakeTimers.turns()
    held.remove()
    expect((await sent).recipients).toHaveLength(1)
    expect((await got).status).toBe(401)
    await me.messages.send(order)
    const request = new Request("http://localhost/v3/me", { headers: { "x-api-key": apiKey } })
    expect((await box.fetch(request)).status).toBe(200)
    await vi.waitFor(() => expect(handed).toHaveLength(2), patience)
  })

  it("hold up no message that falls due after them", async () => {
    const busy = { isOver: false }
    await using place = await stored()
    await using acme = await start({
      submit: ({ attempt }) => {
        if (busy.isOver) return attempt
        busy.isOver = true
        return { busyUntil: new Date(Date.now() + 200) }
      }
    }, place.options)
    using held = FakeTimers.hold(fakes)
    await acme.box.as(acme.account).messages.send(order)
    while (!busy.isOver) await turn()
    await FakeTimers.turns()
    held.remove()
    await vi.waitFor(() => expect(acme.handed).toHaveLength(2), patience)
  })

  it("hold up neither the beginning nor the end", async () => {
    await using place = await stored()
    using held = FakeTimers.hold(fakes)
    const box = createSignalbox({ ...place.options, carriers: [], log: false })
    await box.ready
    expect((await box.accounts.ensure({ name: "Acme", balance: 1 })).created).toBe(true)
    await box.close()
    held.remove()
  })
})

it("the fake ticks of Jest are those of tests, not those by which Node hands over the messages of a test's runner", () => {
  const real = node.nextTick
  {
    using _ = FakeTimers.hold(FakeTimers.ofTicks[1])
    expect(process.nextTick).not.toBe(real)
    expect(node.nextTick).toBe(real)
  }
  expect(process).toBe(node)
  expect(process.nextTick).toBe(real)
})
