/** A carrier may answer when nobody waits for it any more. */
import { expect, it, vi } from "vitest"
import { order, start } from "./Acme.ts"

const patience = { timeout: 40_000, interval: 10 }

it("a reference that comes after answersWithin is kept, so that its receipts find their message", async () => {
  let answer: (reference: string) => void = () => {}
  let isGivenUp = false
  await using acme = await start({
    answersWithin: 50,
    submit: (_, signal) => {
      signal.addEventListener("abort", () => isGivenUp = true)
      return new Promise((resolve) => answer = resolve)
    }
  })
  const me = acme.box.as(acme.account)
  const id = (await me.messages.send(order)).recipients[0]!.message_id
  const failed = await me.messages.settled(id, { timeoutMs: 20_000 })
  expect([failed.status, failed.reason_code, isGivenUp]).toEqual(["FAILED", "DELIVERY_011", true])
  const receipt = { carrier: "acme", reference: "late", status: "delivered" } as const
  expect(await acme.box.receipts.report(receipt)).toBe("unknown")
  answer("late")
  await vi.waitFor(async () => expect(await acme.box.receipts.report(receipt)).toBe("applied"), patience)
  expect((await me.messages.get(id)).status).toBe("DELIVERED")
  expect(acme.handed).toHaveLength(1)
})

it("a refusal or nothing that comes after answersWithin changes nothing", async () => {
  const answers: Array<(answer: { readonly refused: "invalid_number" } | { readonly refusd: true }) => void> = []
  await using acme = await start({
    answersWithin: 50,
    submit: () => new Promise((resolve) => answers.push(resolve as (typeof answers)[number]))
  })
  const me = acme.box.as(acme.account)
  const send = async () => (await me.messages.send(order)).recipients[0]!.message_id
  const ids = [await send(), await send()]
  for (const id of ids) await me.messages.settled(id, { timeoutMs: 20_000 })
  const before = await Promise.all(ids.map((id) => me.messages.get(id)))
  answers[0]!({ refused: "invalid_number" })
  answers[1]!({ refusd: true })
  await new Promise((resolve) => setImmediate(resolve))
  await me.me.get()
  expect(await Promise.all(ids.map((id) => me.messages.get(id)))).toEqual(before)
})
