/**
 * Claims in memory: what is forgotten when, and what is given to another store.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { idempotencyClaimLifetime, idempotencyLifetime } from "@signalbox/core/Limit"
import type { ClaimToken, Reply } from "@signalbox/core/Reply"
import { ClaimTable } from "@signalbox/memory/internal/claimTable"
import { expect, it } from "vitest"

const [alice, bob] = ["a1", "a10"] as ReadonlyArray<string> as readonly [AccountId, AccountId]

const at = (millis: number): Instant.Instant => Instant.make(1_800_000_000_000 + millis)

const reply = (account: AccountId, key: string, token: ClaimToken, millis: number, json = `"${key}"`): Reply => ({
  claim: { account, key },
  token,
  status: 200,
  outcome: { part: "data", json },
  requestId: `req_${key}`,
  at: at(millis),
  sandbox: false,
  profile: null
})

const begun = (table: ClaimTable, account: AccountId, key: string, millis: number): ClaimToken => {
  const answer = table.begin({ account, key }, "print", at(millis))
  if (answer._tag !== "Started") throw new Error(answer._tag)
  return answer.token
}

const answer = (table: ClaimTable, account: AccountId, key: string, millis: number, json?: string): Reply => {
  const made = reply(account, key, begun(table, account, key, millis), millis, json)
  table.finish(made)
  return made
}

const keys = (table: ClaimTable, account = alice): ReadonlyArray<string> =>
  table.answered(account).map((each) => each.reply.claim.key)

it("forgets four answers that are a day old with each request, the oldest first, and none that is younger", () => {
  const table = new ClaimTable()
  for (let number = 0; number < 10; number++) answer(table, alice, `key-${number}`, 0)
  answer(table, alice, "younger", 1)
  begun(table, bob, "early", idempotencyLifetime - 1)
  expect(keys(table)).toHaveLength(11)
  begun(table, bob, "first", idempotencyLifetime)
  expect(keys(table)).toEqual(["key-4", "key-5", "key-6", "key-7", "key-8", "key-9", "younger"])
  begun(table, bob, "second", idempotencyLifetime)
  begun(table, bob, "third", idempotencyLifetime)
  expect(keys(table)).toEqual(["younger"])
})

it("looks at the oldest only, so that an answer that was given late keeps what is behind it", () => {
  const table = new ClaimTable()
  const token = begun(table, alice, "slow", 0)
  answer(table, alice, "quick", 1)
  // Its place is that of its last change.
  table.finish(reply(alice, "slow", token, 2))
  begun(table, bob, "any", idempotencyLifetime + 1)
  expect(keys(table)).toEqual(["slow"])
})

it("gives the answers of one account in the order of their keys, and takes none on that it has", () => {
  const [table, other] = [new ClaimTable(), new ClaimTable()]
  const replies = ["b", "c", "a"].map((key) => answer(table, alice, key, 0))
  answer(table, bob, "theirs", 0)
  begun(table, alice, "open", 0)
  const expected = replies.toSorted((one, two) => one.claim.key < two.claim.key ? -1 : 1)
  expect(table.answered(alice)).toStrictEqual(
    expected.map((each) => ({ _tag: "Answered", fingerprint: "print", reply: each }))
  )
  const known = answer(other, alice, "b", 5, `"known before"`)
  begun(other, alice, "a", 5)
  for (const each of table.answered(alice)) other.keep(each)
  expect(other.answered(alice).map((each) => each.reply)).toStrictEqual([expected[0], known, expected[2]])
  const again = other.begin({ account: alice, key: "c" }, "print", at(6))
  expect(again).toStrictEqual({ _tag: "Finished", reply: expected[2] })
  expect(other.begin({ account: alice, key: "c" }, "another", at(6))).toStrictEqual({ _tag: "Mismatch" })
  // What was taken on lasts a day from its answer, as where it was given.
  expect(other.begin({ account: alice, key: "c" }, "another", at(idempotencyLifetime))).toMatchObject({
    _tag: "Started"
  })
})

it("drops what is of an account, and nothing of one whose id begins like it", () => {
  const table = new ClaimTable()
  for (const account of [alice, bob]) answer(table, account, "key", 0)
  const open = { account: alice, key: "open" }
  begun(table, alice, "open", 0)
  table.drop(alice)
  expect([keys(table), keys(table, bob)]).toEqual([[], ["key"]])
  expect(table.begin(open, "another", at(1))).toMatchObject({ _tag: "Started" })
})

it("takes texts out of the answers of one account, and leaves an answer without a body as it is", () => {
  const table = new ClaimTable()
  const json = JSON.stringify({ to: "+1", text: "call +1", also: "+12" })
  const own = answer(table, alice, "own", 0, json)
  const theirs = answer(table, bob, "theirs", 0, json)
  const bare = { ...reply(alice, "bare", begun(table, alice, "bare", 0), 0), outcome: null }
  table.finish(bare)
  table.clear(alice, ["+1"])
  const erased = JSON.stringify({ to: "+999000000000", text: "call +1", also: "+12" })
  expect(table.answered(alice).map((each) => each.reply)).toStrictEqual([
    bare,
    { ...own, outcome: { part: "data", json: erased } }
  ])
  expect(table.answered(bob).map((each) => each.reply)).toStrictEqual([theirs])
})

it("is free for others a minute after it was begun without an answer, and not before", () => {
  const table = new ClaimTable()
  const claim = { account: alice, key: "key" }
  const token = begun(table, alice, "key", 0)
  expect(table.begin(claim, "print", at(idempotencyClaimLifetime - 1))).toStrictEqual({ _tag: "InProgress" })
  expect(table.holds(reply(alice, "key", token, idempotencyLifetime - 1))).toBe(true)
  expect(table.holds(reply(alice, "key", token, idempotencyLifetime))).toBe(false)
  const next = begun(table, alice, "key", idempotencyClaimLifetime)
  expect([token, next].map((each) => table.holds(reply(alice, "key", each, 0)))).toEqual([false, true])
})
