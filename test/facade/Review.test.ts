/**
 * The host's review of templates: what it may answer, and what it costs when it answers something else.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { LogEntry, Options, Review } from "signalbox"
import { createSignalbox, memory, postgres } from "signalbox"
import { beforeAll, describe, it, vi } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Database from "../postgres/Database.ts"
import { server } from "../postgres/Server.ts"
import { template } from "./Acme.ts"

const patience = { timeout: 20_000, interval: 20 }

const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`

interface Place {
  readonly options: Pick<Options, "storage" | "secretKeys">
  readonly end: () => Promise<unknown>
}

/** A node reviews whatever waits in its storage, so each test has its own. */
const storages: ReadonlyArray<readonly [string, () => Promise<Place>]> = [
  ["memory", async () => ({ options: { storage: memory() }, end: () => Promise.resolve() })],
  ["PostgreSQL", async () => {
    const { drop, url } = await Database.fresh()
    return { options: { storage: postgres(url, { maxConnections: 4 }), secretKeys }, end: drop }
  }]
]

// The start of the server holds up whatever else this process does.
beforeAll(() => server())

// Nearly all of their time they wait for the review.
describe.concurrent.each(Matrix.storages(storages))("on %s, a review", (_, storage) => {
  /** A template that waits for a review that answers as told. */
  const submitted = async (answer: (asked: number) => unknown) => {
    const logged: Array<LogEntry> = []
    let asked = 0
    const { end, options } = await storage()
    const box = createSignalbox({
      ...options,
      carriers: [],
      review: (() => answer(++asked)) as Review,
      log: (entry) => logged.push(entry)
    })
    const { id } = await box.accounts.ensure({ name: "Acme", balance: 1 })
    const me = box.as(id)
    const { id: made } = await me.templates.ensure(template, { reviewedWithinMs: 0 })
    return {
      logged,
      asked: () => asked,
      status: async () => (await me.templates.get(made)).status,
      [Symbol.asyncDispose]: async () => {
        await box.close({ graceMs: 100 })
        await end()
      }
    }
  }

  it.for<[string, () => Date]>([["in the past", () => new Date(0)], ["now", () => new Date()]])(
    "that wants to be asked again %s is asked once a second at most",
    async ([, at], { expect }) => {
      await using review = await submitted((asked) => asked < 3 ? { askAgainAt: at() } : "approved")
      const began = performance.now()
      await vi.waitFor(async () => expect(await review.status()).toBe("APPROVED"), patience)
      // Two seconds lie between the first time and the third.
      expect([review.asked(), performance.now() - began > 1500]).toEqual([3, true])
    }
  )

  it.for<[unknown, string | ReadonlyArray<string>]>([
    ["aproved", "the verdict must be \"approved\", { rejected: \"why\" } or { askAgainAt: date }"],
    [undefined, "the verdict must be \"approved\", { rejected: \"why\" } or { askAgainAt: date }"],
    [{ rejected: 5 }, "verdict.rejected"],
    [{ rejcted: "no" }, "verdict.rejcted is no option; did you mean verdict.rejected?"],
    [{ askAgainAt: new Date("31.12.2026") }, "verdict.askAgainAt must be a Date"],
    [{ askAgainAt: "tomorrow" }, "verdict.askAgainAt must be a Date"],
    [
      { askAgainAt: new Date(), channels: { sms: "aproved", whatsapp: "aproved", rcs: "aproved", mms: "aproved" } },
      ["verdict.channels.sms", "verdict.channels.whatsapp", "verdict.channels.rcs", "verdict.channels.mms"]
    ]
  ])("that answers %j is told what is wrong with it, and asked again later", async ([answer, flaws], { expect }) => {
    await using review = await submitted(() => answer)
    await vi.waitFor(() =>
      expect(review.logged).toContainEqual(expect.objectContaining({
        level: "error",
        message: "a review answers what is no verdict",
        fields: expect.objectContaining({
          flaws: expect.arrayContaining([flaws].flat().map((flaw) => expect.stringContaining(flaw)))
        })
      })), patience)
    // It is asked again after real seconds; whatever would ask immediately has done so by then.
    await sleep(200)
    expect([review.asked(), await review.status()]).toEqual([1, "PENDING"])
  })
})
