/**
 * The look-ups that an account has paid for are counted by the day of UTC, and summed over days (decisions 18.7).
 */
import * as Commit from "@signalbox/core/Commit"
import { day, plus } from "@signalbox/core/Instant"
import * as LookUpCount from "@signalbox/core/internal/lookup/LookUpCount"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const [own, other] = [Given.accountId(1), Given.accountId(2)]

it("look-ups count on their day, for their account, and are summed from the first day to the last", () => {
  expect(LookUpCount.count(own, Given.now))
    .toEqual({ counter: `lookups/${own}/2030-01-15`, by: 1, ceiling: null, once: null })
  const store = new FactStore([])
  const midnight = plus(Given.now, -Given.now % day)
  const at = (days: number, millis: number) => plus(plus(midnight, days * day), millis)
  const looked = [at(-2, day - 1), at(-1, 0), at(0, 0), at(0, day - 1), at(1, 0), at(1, 5), at(2, 0)]
  const counts = [...looked.map((each) => LookUpCount.count(own, each)), LookUpCount.count(other, Given.now)]
  expect(store.commit(Commit.make({ counts }))).toEqual({ _tag: "Done" })
  const sum = (first: string, last: string, account = own) => {
    const query = { account, first, last }
    return LookUpCount.sum(query, store.load(LookUpCount.needs(query)))
  }
  expect([
    sum("2030-01-15", "2030-01-15"),
    sum("2030-01-14", "2030-01-16"),
    sum("2030-01-13", "2030-01-17"),
    sum("2030-01-16", "2030-01-15"),
    sum("2030-01-15", "2030-01-15", other),
    sum("nonsense", "2030-01-15")
  ]).toEqual([2, 5, 7, 0, 1, 0])
})
