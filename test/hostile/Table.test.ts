/** `npm run hostile` calls nothing held that somebody would notice. */
import { describe, expect, it } from "vitest"
import { mayBeRefused, waits } from "./attacks/Attack.ts"
import * as Table from "./Table.ts"

const during = { calls: 1000, p99: 20, longest: 40, failed: 0 }
const outcome = { before: null, during, bound: 250, lost: 0, doubled: 0, broken: [] }

describe("an attack", () => {
  it("held when others were served as before", () => {
    expect(Table.flaws(outcome)).toEqual([])
    expect(Table.flaws({ ...outcome, during: { ...during, longest: 12_000 }, bound: 12_000 })).toEqual([])
  })

  it.each([
    ["one call stalls", { during: { ...during, longest: 5700 } }, "One of the others waited 5700 ms"],
    ["one call in a hundred waits", { during: { ...during, p99: 300 } }, "Others waited 300 ms"],
    ["a call fails", { during: { ...during, failed: 1 } }, "1 of 1000 calls"],
    ["a message is lost", { lost: 1 }, "1 were lost"],
    ["a message is doubled", { doubled: 2 }, "2 were handed over"],
    ["it says so itself", { broken: ["The server fell"] }, "The server fell"]
  ])("did not hold when %s", (_, more, expected) => {
    expect(Table.flaws({ ...outcome, ...more })).toEqual([expect.stringContaining(expected)])
  })

  it("may see refusals for want of a store, and no other failure", async () => {
    const once = (error: unknown) => waits(mayBeRefused(() => Promise.reject(error)), Promise.resolve(), 0)
    expect(await once({ status: 503 })).toMatchObject({ failed: 0 })
    expect(await once({ status: 500 })).toMatchObject({ failed: 1 })
    expect(await once(new Error("gone"))).toMatchObject({ failed: 1 })
  })
})
