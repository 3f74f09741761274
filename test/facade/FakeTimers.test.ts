/**
 * A host's tests replace the timers of their process, and give them back later. What was called meanwhile is done, and so
 * is all that comes after it.
 */
import * as Sinon from "@sinonjs/fake-timers"
import { mock } from "node:test"
import { setImmediate as turn } from "node:timers/promises"
import { createSignalbox, memory } from "signalbox"
import { afterEach, describe, expect, it, vi } from "vitest"
import { order, start } from "./Acme.ts"

interface Fakes {
  readonly install: () => void
  readonly remove: () => void
}

/** Jest replaces these unless it is told otherwise. */
const ofJest = [
  "Date",
  "hrtime",
  "nextTick",
  "performance",
  "queueMicrotask",
  "setImmediate",
  "clearImmediate",
  "setInterval",
  "clearInterval",
  "setTimeout",
  "clearTimeout"
]

const jest = (): Fakes => {
  let remove = (): void => {}
  return {
    install: () => {
      const clock = Sinon.install({ now: Date.now(), toFake: ofJest })
      remove = () => clock.uninstall()
    },
    remove: () => remove()
  }
}

const all: ReadonlyArray<readonly [string, Fakes]> = [
  ["vitest", { install: () => void vi.useFakeTimers(), remove: () => void vi.useRealTimers() }],
  ["node:test", {
    install: () => mock.timers.enable({ apis: ["setTimeout", "setInterval", "setImmediate", "Date"], now: Date.now() }),
    remove: () => mock.timers.reset()
  }],
  ["Jest", jest()]
]

const patience = { timeout: 20_000, interval: 10 }

describe.each(all)("the fake timers of %s", (_, { install, remove }) => {
  afterEach(remove)

  /** Lets everything go on that does not wait for a fake. */
  const turns = async (): Promise<void> => {
    for (let count = 0; count < 50; count++) await turn()
  }

  it("hold up neither what is called under them nor what is called later", async () => {
    await using acme = await start()
    const { box, handed } = acme
    const me = box.as(acme.account)
    const apiKey = await box.keys.create(acme.account)
    install()
    const [sent, got] = [me.messages.send(order), box.fetch(new Request("http://localhost/v3/me"))]
    await turns()
    remove()
    expect((await sent).recipients).toHaveLength(1)
    expect((await got).status).toBe(401)
    await me.messages.send(order)
    const request = new Request("http://localhost/v3/me", { headers: { "x-api-key": apiKey } })
    expect((await box.fetch(request)).status).toBe(200)
    await vi.waitFor(() => expect(handed).toHaveLength(2), patience)
  })

  it("hold up no message that falls due after them", async () => {
    const busy = { isOver: false }
    await using acme = await start({
      submit: ({ attempt }) => {
        if (busy.isOver) return attempt
        busy.isOver = true
        return { busyUntil: new Date(Date.now() + 200) }
      }
    })
    install()
    await acme.box.as(acme.account).messages.send(order)
    while (!busy.isOver) await turn()
    await turns()
    remove()
    await vi.waitFor(() => expect(acme.handed).toHaveLength(2), patience)
  })

  it("hold up neither the beginning nor the end", async () => {
    install()
    const box = createSignalbox({ storage: memory(), carriers: [] })
    await box.ready
    expect((await box.accounts.ensure({ name: "Acme", balance: 1 })).created).toBe(true)
    await box.close()
    remove()
  })
})
