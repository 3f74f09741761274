/**
 * Replies and counters are asked about of the account first, then of each of its profiles, a thousand at a time (decisions 17.6).
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type { ErasureId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as ErasedReplies from "@signalbox/core/internal/privacy/ErasedReplies"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { ClearQuery } from "@signalbox/core/Traces"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { gathered } from "../Decided.ts"
import * as Given from "../Given.ts"

const account = Given.accountId(1)
const phone = "+493012345678" as PhoneNumber
const rows = [2, 3].map((number) =>
  put(
    Accounts,
    Given.account({
      id: Given.accountId(number),
      type: "profile",
      organization: account,
      numbers: [],
      createdAt: Instant.plus(Given.now, number)
    })
  )
)

const question = (after: string) => {
  const erasure = {
    id: "e7a5e000-0000-7000-8000-000000000001" as ErasureId,
    account,
    phone,
    pseudonym: "pseudonym",
    status: "running" as const,
    step: 7,
    after,
    messages: 0,
    requestedAt: Given.now
  }
  return ErasedReplies.question(
    { account, phone },
    after,
    gathered(rows, (facts) => ErasedReplies.needs(erasure, facts))
  )
}

it("the account is asked about first, then its profiles, each from its beginning on", () => {
  const asked = { _tag: "Replies", phone }
  expect(["", "0/", "0/key/of", "1/", "2/key", "3/"].map(question)).toStrictEqual([
    { ...asked, account, place: 0, after: "" },
    { ...asked, account, place: 0, after: "" },
    { ...asked, account, place: 0, after: "key/of" },
    { ...asked, account: Given.accountId(3), place: 1, after: "" },
    { ...asked, account: Given.accountId(2), place: 2, after: "key" },
    { ...asked, account: null, place: 3, after: "" }
  ])
})

it("every way in which answers write the number goes, with the counters that are named after it", async () => {
  const queries: Array<ClearQuery> = []
  const asked = (after: string, next: string | null) =>
    Effect.runPromise(ErasedReplies.ask({
      find: () => Effect.die("is not asked"),
      forgetUsage: () => Effect.die("is not asked"),
      clear: (query) => {
        queries.push(query)
        return Effect.succeed(next)
      }
    }, question(after)))
  expect([await asked("", "key"), await asked("1/key", null), await asked("3/", "key")]).toStrictEqual([
    { keys: [], next: "0/key" },
    { keys: [], next: "2/" },
    { keys: [], next: null }
  ])
  const texts = ["+493012345678", "+49 30 12345678", "030 12345678", "tel:+49-30-12345678"]
  expect(queries).toStrictEqual([
    { account, texts, counters: [`verification/${account}/number/${phone}/`], after: "", looked: 1000 },
    {
      account: Given.accountId(3),
      texts,
      counters: [`verification/${Given.accountId(3)}/number/${phone}/`],
      after: "key",
      looked: 1000
    }
  ])
})
