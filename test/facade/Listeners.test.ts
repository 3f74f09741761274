/**
 * Functions of the host that nobody waits for: what they throw or reject with ends nothing, and what they change stays
 * theirs.
 */
import type { LogEntry, SignalboxEvent } from "signalbox"
import { expect, it, vi } from "vitest"
import { order, start, to } from "./Acme.ts"

/** Catches what nobody else has caught, which would end a process of Node. */
const uncaught = () => {
  const found: Array<unknown> = []
  const note = (error: unknown) => void found.push(error)
  const others = process.listeners("unhandledRejection")
  process.removeAllListeners("unhandledRejection")
  process.on("unhandledRejection", note)
  return {
    found,
    [Symbol.dispose]: () => {
      process.off("unhandledRejection", note)
      for (const each of others) process.on("unhandledRejection", each)
    }
  }
}

/** Node tells of a rejection after the microtasks of a turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

const listeners: ReadonlyArray<readonly [string, () => unknown]> = [
  ["throws", () => {
    throw new Error(`about ${to}`)
  }],
  ["rejects immediately", () => Promise.reject(new Error(`about ${to}`))],
  ["rejects later", async () => {
    await turn()
    throw new Error(`about ${to}`)
  }],
  ["returns what throws when it is looked at", () => ({
    // oxlint-disable-next-line no-thenable
    get then() {
      throw new Error(`about ${to}`)
    }
  })]
]

it.each(listeners)(
  "a listener that %s is logged as an error, without its message, and the others hear",
  async (_, listener) => {
    using rejections = uncaught()
    await using acme = await start()
    const heard: Array<string> = []
    acme.box.on("message.queued", listener)
    acme.box.on("*", ({ event }) => void heard.push(event))
    await acme.box.as(acme.account).messages.send(order)
    const complaints = () => acme.logged.filter(({ message }) => message === "a listener of message.queued has thrown")
    await vi.waitFor(() => expect(complaints().length).toBeGreaterThan(0))
    await turn()
    expect(complaints()[0]).toMatchObject({ level: "error", fields: { cause: expect.stringContaining("Error") } })
    expect(JSON.stringify(acme.logged)).not.toContain(to)
    expect(heard).toContain("message.queued")
    expect(rejections.found).toEqual([])
  }
)

it("an event is the same for each listener, whatever one of them does to it", async () => {
  await using acme = await start()
  const seen: Array<SignalboxEvent> = []
  const change = (event: SignalboxEvent): void => {
    Object.assign(event.payload, { message_id: "none" })
  }
  const replace = (event: SignalboxEvent): void => {
    Object.assign(event, { event: "message.failed" })
  }
  for (const each of [change, replace, (event: SignalboxEvent) => void seen.push(event)]) {
    acme.box.on("message.queued", each)
  }
  const { recipients } = await acme.box.as(acme.account).messages.send(order)
  expect(seen).toMatchObject([{ event: "message.queued", payload: { message_id: recipients[0]!.message_id } }])
  expect(acme.logged.filter(({ level }) => level === "error")).toHaveLength(2)
})

it.each<readonly [string, () => void]>([
  ["throws", () => {
    throw new Error("the disk is full")
  }],
  ["rejects", async () => {
    await turn()
    throw new Error("the disk is full")
  }]
])("a log function that %s stops nothing", async (_, log: (entry: LogEntry) => void) => {
  using rejections = uncaught()
  const unheard = vi.spyOn(console, "error").mockImplementation(() => {})
  await using acme = await start({}, { log })
  // An account without a balance is logged as a warning.
  await acme.box.accounts.ensure({ name: "Poor" })
  acme.box.on("message.queued", () => Promise.reject(new Error("own affair")))
  await acme.box.as(acme.account).messages.send(order)
  await vi.waitFor(() => expect(unheard.mock.calls.length).toBeGreaterThan(1))
  await turn()
  await turn()
  unheard.mockRestore()
  expect(rejections.found).toEqual([])
})
