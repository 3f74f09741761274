/**
 * The contract of `Directory`: the first one to enter a lead wins, and it is given away only when nobody enters it any more.
 */
import type { CellName } from "@signalbox/core/CellName"
import type { Directory, Entry, Lead } from "@signalbox/core/Directory"
import type { AccountId } from "@signalbox/core/Id"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "./Prop.ts"

/** Makes a directory without entries. It runs once for each case, and once for each run of a property. */
export type Make = Effect.Effect<Directory["Service"], never, Scope.Scope>

const [eu, us] = ["eu", "us"] as ReadonlyArray<string> as readonly [CellName, CellName]
const [mine, other] = ["10000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000002"] as ReadonlyArray<
  string
> as readonly [AccountId, AccountId]

const number = (key: string): Lead => ({ kind: "number", key })

const entry = (cell: CellName, lead: Lead, account = mine): Entry => ({ cell, lead, account })

const leads: ReadonlyArray<Lead> = [
  { kind: "account", key: mine },
  { kind: "key", key: mine },
  number("+12015550100"),
  number("+12015550101")
]

const batch = fc.array(fc.record({ lead: fc.constantFrom(...leads), account: fc.constantFrom(mine, other) }), {
  minLength: 1,
  maxLength: 6
})

export const suite = (name: string, make: Make): void => {
  const run = (use: (directory: Directory["Service"]) => Effect.Effect<void, unknown>) =>
    Effect.runPromise(Effect.scoped(Effect.flatMap(make, use)))

  describe(`the directory: ${name}`, () => {
    propWith({ runs: 20 })(
      "leads to whoever came first, whatever is entered later",
      fc.array(fc.record({ cell: fc.constantFrom(eu, us), batch }), { maxLength: 8 }),
      (steps) =>
        run((directory) =>
          Effect.gen(function*() {
            const model = new Map<Lead, CellName>()
            for (const { batch, cell } of steps) {
              for (const { lead } of batch) if (!model.has(lead)) model.set(lead, cell)
              const held = yield* directory.enter(batch.map((each) => ({ ...each, cell })))
              expect(held).toEqual(batch.map(({ lead }) => model.get(lead)))
            }
            expect(yield* directory.find(leads)).toEqual(leads.map((lead) => model.get(lead) ?? null))
          })
        )
    )

    it("tells apart what has one key and different kinds", () =>
      run((directory) =>
        Effect.gen(function*() {
          yield* directory.enter([entry(eu, { kind: "account", key: mine })])
          expect(yield* directory.find([{ kind: "key", key: mine }, { kind: "account", key: mine }])).toEqual([
            null,
            eu
          ])
          expect(yield* directory.find([])).toEqual([])
        })
      ))

    it("leads to one cell, however many enter at the same time", () =>
      run((directory) =>
        Effect.gen(function*() {
          const both = leads.toReversed()
          const asked = [
            directory.enter(leads.map((lead) => entry(eu, lead))),
            directory.enter(both.map((lead) => entry(us, lead)))
          ]
          const [one, two] = yield* Effect.all(asked, { concurrency: "unbounded" })
          expect(two).toEqual(one!.toReversed())
          expect(yield* directory.find(leads)).toEqual(one)
        })
      ))

    it("gives a lead away only from the cell that has it, and only when it was not entered of late", () =>
      run((directory) =>
        Effect.gen(function*() {
          const lead = number("+12015550100")
          expect(yield* directory.replace(entry(us, lead, other), eu, 0)).toBe(false)
          yield* directory.enter([entry(eu, lead)])
          expect(yield* directory.replace(entry(us, lead, other), us, 0)).toBe(false)
          expect(yield* directory.replace(entry(us, lead, other), eu, 3_600_000)).toBe(false)
          expect(yield* directory.find([lead])).toEqual([eu])
          expect(yield* directory.replace(entry(us, lead, other), eu, 0)).toBe(true)
          expect(yield* directory.find([lead])).toEqual([us])
          expect(yield* directory.replace(entry(us, lead, other), eu, 0)).toBe(false)
        })
      ))

    it("moves what leads to one cell of some accounts, all of it, and nothing else", () =>
      run((directory) =>
        Effect.gen(function*() {
          const [own, key, first, second] = leads as readonly [Lead, Lead, Lead, Lead]
          yield* directory.enter([entry(eu, own), entry(eu, key), entry(eu, first, other), entry(us, second)])
          expect(yield* directory.move([mine], eu, us)).toBe(2)
          expect(yield* directory.find([own, key, first, second])).toEqual([us, us, eu, us])
          expect(yield* directory.move([mine], eu, us)).toBe(0)
          expect(yield* directory.move([mine, other], us, eu)).toBe(3)
          expect(yield* directory.find([own, key, first, second])).toEqual([eu, eu, eu, eu])
          expect(yield* directory.move([], eu, us)).toBe(0)
          // It counts as entered now.
          expect(yield* directory.replace(entry(us, own), eu, 3_600_000)).toBe(false)
        })
      ))
  })
}
