/** Accounts and keys are created many together, and each is told by itself what became of it. */
import * as Money from "@signalbox/core/Money"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const [one, two, three, four, five] = [1, 2, 3, 4, 5].map(Given.accountId)
const key = (index: number): string => `abcdef0${index}-0000-4000-8000-000000000001`

it("the answers are in the order of what was asked, and what is wrong hinders nothing else", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const operator = yield* Operator
      const user = { type: "user", apiKeys: [] } as const
      expect(
        yield* operator.createAccounts([
          { ...user, id: two!, balance: Money.make(-1) },
          { id: one!, type: "organization", apiKeys: [key(1), ` ${key(2).toUpperCase()} `], balance: Money.make(500) },
          { ...user, id: two!, balance: 0.5 as Money.Money },
          { ...user, id: two!, apiKeys: [key(3), "no key"] },
          { ...user, id: two!, apiKeys: [key(1)] },
          { ...user, id: one! },
          { id: three!, type: "profile", organization: four!, apiKeys: [] },
          { ...user, id: five!, name: "Five" }
        ])
      ).toEqual(["BadAmount", "Created", "BadAmount", "BadKey", "Created", "IdTaken", "UnknownOrganization", "Created"])
      const profile = { id: three!, type: "profile", organization: one!, apiKeys: [] } as const
      expect(yield* operator.createAccounts([profile])).toEqual(["Created"])
      const found = yield* Effect.forEach([one, two, three, four, five], (id) => operator.find(id!))
      expect(found.map((account) => account && [account.type, account.organization, account.name])).toEqual([
        ["organization", null, expect.any(String)],
        ["user", null, expect.any(String)],
        ["profile", one, expect.any(String)],
        null,
        ["user", null, "Five"]
      ])
      expect(yield* Effect.forEach([one, two, five], (id) => operator.balance(id!))).toEqual([500, 0, 0])
      // A key that there is already stays whose it is.
      const keys = (id: typeof one) =>
        Effect.map(
          operator.listKeys(id!, 0, 10),
          (page) => [page.total, page.keys.map(({ prefix }) => prefix).toSorted()]
        )
      expect([yield* keys(one), yield* keys(two)]).toEqual([[2, [key(1).slice(0, 8), key(2).slice(0, 8)]], [0, []]])
      expect(
        yield* operator.createKeys([
          { account: two!, text: key(1) },
          { account: four!, text: key(4) },
          { account: two!, text: "no key" },
          { account: two!, text: key(4) }
        ])
      ).toEqual(["KeyTaken", "UnknownAccount", "BadKey", "Created"])
      expect(yield* keys(two)).toEqual([1, [key(4).slice(0, 8)]])
      expect([yield* operator.createAccounts([]), yield* operator.createKeys([])]).toEqual([[], []])
    })
  ))
