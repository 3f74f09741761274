/** A carrier may answer when nobody waits for it any more. */
import type { LogEntry } from "signalbox"
import { describe, expect, it, vi } from "vitest"
import { order, start } from "./Acme.ts"
import * as Stored from "./Stored.ts"

const patience = { timeout: 40_000, interval: 10 }

describe.each(Stored.all)("on %s", (_, stored) => {
  it("a reference that comes after answersWithin is kept, so that its receipts find their message", async () => {
    let answer: (reference: string) => void = () => {}
    let isGivenUp = false
    await using place = await stored()
    await using acme = await start({
      answersWithin: 50,
      submit: (_, signal) => {
        signal.addEventListener("abort", () => isGivenUp = true)
        return new Promise((resolve) => answer = resolve)
      }
    }, place.options)
    const me = acme.box.as(acme.account)
    const id = (await me.messages.send(order)).recipients[0]!.message_id
    const failed = await me.messages.settled(id, { timeoutMs: 20_000 })
    expect([failed.status, failed.reason_code, isGivenUp]).toEqual(["FAILED", "DELIVERY_011", true])
    const receipt = { carrier: "acme", reference: "late", status: "delivered" } as const
    const reported = acme.box.receipts.report(receipt)
    answer("late")
    expect(await reported).toBe("applied")
    expect((await me.messages.get(id)).status).toBe("DELIVERED")
    expect(acme.handed).toHaveLength(1)
  })

  it("a refusal or nothing that comes after answersWithin changes nothing", async () => {
    const answers: Array<(answer: { readonly refused: "invalid_number" } | { readonly refusd: true }) => void> = []
    await using place = await stored()
    await using acme = await start({
      answersWithin: 50,
      submit: () => new Promise((resolve) => answers.push(resolve as (typeof answers)[number]))
    }, place.options)
    const me = acme.box.as(acme.account)
    const send = async () => (await me.messages.send(order)).recipients[0]!.message_id
    const ids = [await send(), await send()]
    for (const id of ids) await me.messages.settled(id, { timeoutMs: 20_000 })
    const before = await Promise.all(ids.map((id) => me.messages.get(id)))
    answers[0]!({ refused: "invalid_number" })
    answers[1]!({ refusd: true })
    const complaint = expect.objectContaining({ level: "error", message: "a carrier's answer cannot be read" })
    await vi.waitFor(() => expect(acme.logged).toContainEqual(complaint), patience)
    await me.me.get()
    expect(await Promise.all(ids.map((id) => me.messages.get(id)))).toEqual(before)
    const [{ fields }] = acme.logged.filter(({ message }) => message === "a carrier's answer cannot be read") as [
      LogEntry
    ]
    expect(fields).toMatchObject({ carrier: "acme", attempt: acme.handed[1]!.attempt })
    expect(JSON.stringify(fields)).toContain("did you mean refused?")
  })

  it("a receipt that is reported before its carrier has answered is kept until it has", async () => {
    const reported: Array<Promise<string>> = []
    await using place = await stored()
    await using acme = await start({
      submit: ({ attempt }) => {
        reported.push(acme.box.receipts.report({ carrier: "acme", reference: attempt, status: "delivered" }))
        return attempt
      }
    }, place.options)
    const me = acme.box.as(acme.account)
    const id = (await me.messages.send(order)).recipients[0]!.message_id
    expect((await me.messages.settled(id, { timeoutMs: 20_000 })).status).toBe("DELIVERED")
    expect(await Promise.all(reported)).toEqual(["applied"])
  })

  it("receipts that nobody knows are kept up to a bound, and are refused when the service ends", async () => {
    await using acme = await start()
    const report = (reference: number) =>
      acme.box.receipts.report({ carrier: "acme", reference, status: "delivered" }, { knownWithinMs: 600_000 })
    const kept = Array.from({ length: 1000 }, async (_, index) => report(index).catch((error: unknown) => error))
    const refused = { code: "INTERNAL_005", status: 503 }
    await expect(report(1000)).rejects.toMatchObject(refused)
    await acme.box.close({ graceMs: 0 })
    for (const error of await Promise.all(kept)) expect(error).toMatchObject({ code: "INTERNAL_005" })
  })
})
