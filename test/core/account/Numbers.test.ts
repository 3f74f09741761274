/** A number belongs to the first account that lists it, while accounts come and change. */
import type { OwnNumber } from "@signalbox/core/Account"
import { ownNumber } from "@signalbox/core/Account"
import { uniqueText } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const all = [1, 2, 3].map(Given.phone)

const numbers = fc.subarray(all).map((some): ReadonlyArray<OwnNumber> =>
  some.map((number) => ({ number, channels: ["sms"], country: "US" }))
)

const step = fc.oneof(
  fc.record({ do: fc.constant("create" as const), numbers }),
  fc.record({ do: fc.constant("change" as const), which: fc.nat({ max: 3 }), numbers }),
  fc.record({ do: fc.constant("rename" as const), which: fc.nat({ max: 3 }) })
)

const holders = Effect.gen(function*() {
  const store = yield* Store
  const { owners } = yield* store.load(Needs.uniques(all.map(ownNumber)))
  return new Map(all.flatMap((number) => {
    const owner = owners.get(uniqueText(ownNumber(number)))
    return owner === null || owner === undefined ? [] : [[number as string, owner.key] as const]
  }))
})

prop(
  "the first account that lists a number keeps it until it lists it no more",
  fc.array(step, { maxLength: 12 }),
  (steps) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const accounts = yield* Operator
        const held = new Map<string, string>()
        const made: Array<ReturnType<typeof Given.accountId>> = []
        const list = (account: string, listed: ReadonlyArray<OwnNumber>) => {
          const now = new Set<string>(listed.map(({ number }) => number))
          for (const [number, holder] of held) {
            if (holder === account && !now.has(number)) held.delete(number)
          }
          for (const number of now) {
            if (!held.has(number)) held.set(number, account)
          }
        }
        for (const each of steps) {
          if (each.do === "create") {
            const id = Given.accountId(made.length + 10)
            yield* accounts.createOrganization({ id, numbers: each.numbers })
            made.push(id)
            list(id, each.numbers)
          } else {
            const account = made[each.which]
            if (account === undefined) continue
            if (each.do === "rename") yield* accounts.change(account, { name: "Other" })
            if (each.do === "change") {
              yield* accounts.change(account, { numbers: each.numbers })
              list(account, each.numbers)
            }
          }
        }
        expect(new Map([...yield* holders].toSorted())).toEqual(new Map([...held].toSorted()))
      })
    )
)

it("an account that is made without numbers has none", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const accounts = yield* Operator
      const id = Given.accountId(10)
      yield* accounts.createOrganization({ id })
      expect((yield* accounts.find(id))?.numbers).toEqual([])
    })
  ))
