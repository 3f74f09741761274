/** After a profile is deleted, its messages that still wait end, the newest first, as far back as one may wait (decisions 5.6). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import { RemovalWork } from "@signalbox/core/internal/profile/ProfileWork"
import { Removal } from "@signalbox/core/internal/profile/Removal"
import * as Withdrawal from "@signalbox/core/internal/profile/Withdrawal"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { describe, expect, it } from "vitest"
import { answered } from "../Answered.ts"
import * as Decided from "../Decided.ts"
import * as Given from "../Given.ts"

const profile = Given.account({ type: "profile", organization: Given.accountId(9), deletedAt: Given.now })
const later = Instant.plus(Given.now, 5000)

/** The longest hold is 31 days, and a message then stands in line for three. */
const longest = 34 * 86_400_000

const step = (
  messages: ReadonlyArray<Message>,
  of: Account = profile,
  last: { at: Instant.Instant; key: string } | null = null
) => {
  const lease = Decided.held(RemovalWork.due({ profile: of.id, last }, of.id, later))
  const told = answered(Removal, { lease }, [put(Accounts, of), ...messages.map((each) => put(Messages, each))], later)
  if (!("answer" in told)) throw new Error("refused")
  const ended = told.puts.flatMap((value) =>
    value !== null && typeof value === "object" && "attempts" in value ? [[value.id, value.status]] : []
  )
  return { ended, due: told.due, completes: told.completes, expects: told.expects }
}

/** An hour later, so that their webhooks are told of the ends. */
const clones = [[`clone_removal ${profile.id}`, 3_605_000]]

it("what waits is cancelled, what is under way or over is left, and then the clones go", () => {
  const line = Given.attempt({ deadline: null })
  const messages = [
    Given.message({ id: Given.messageId(1), status: "SCHEDULED" }),
    Given.message({ id: Given.messageId(2), status: "QUEUED" }),
    Given.message({ id: Given.messageId(3), status: "ROUTED", attempts: [line] }),
    Given.message({
      id: Given.messageId(4),
      status: "ROUTED",
      attempts: [{ ...line, deadline: later, handedOver: { token: 1, times: 1 } }]
    }),
    Given.message({ id: Given.messageId(5), status: "SENT" }),
    Given.message({ id: Given.messageId(6), status: "DELIVERED" }),
    Given.message({ id: Given.messageId(7), status: "SCHEDULED", account: Given.accountId(9) })
  ]
  const found = step(messages)
  expect(found.ended.toSorted()).toStrictEqual([1, 2, 3].map((number) => [Given.messageId(number), "CANCELLED"]))
  expect(found.due).toStrictEqual(clones)
  expect(found.completes).toStrictEqual([`profile_removal ${profile.id}`])
  expect(found.expects).toEqual(
    expect.arrayContaining([1, 2, 3].map((number) => `message ${Given.messageId(number)} ${number + 1}`))
  )
  expect(messages.map(Withdrawal.isDue)).toStrictEqual([true, true, true, false, false, false, true])
})

describe("a hundred messages in a step", () => {
  /** So many that are over, the oldest of them so old. */
  const many = (count: number, age: number) =>
    Array.from({ length: count }, (_, index) =>
      Given.message({
        id: Given.messageId(1000 + index),
        status: "DELIVERED",
        createdAt: index === 0 ? Instant.plus(later, -age) : later
      }))
  const on = (at: number) => [[`profile_removal ${profile.id}/${at}/${Given.messageId(1000)}`, 5000]]

  it("are followed by the next ones, as long as those may still wait", () => {
    expect(step(many(100, longest)).due).toStrictEqual(on(later - longest))
    expect(step(many(100, longest + 1)).due).toStrictEqual(clones)
    expect(step(many(99, 1)).due).toStrictEqual(clones)
  })

  it("wait for as long as the profile has its messages wait", () => {
    const own = { ...profile, expiryHours: 1 }
    const hour = 31 * 86_400_000 + 3_600_000
    expect(step(many(100, hour), own).due).toStrictEqual(on(later - hour))
    expect(step(many(100, hour + 1), own).due).toStrictEqual(clones)
    expect([Withdrawal.longest(null), Withdrawal.longest(profile), Withdrawal.longest(own)])
      .toStrictEqual([longest, longest, hour])
  })

  it("are those behind the last one that was looked at", () => {
    const [first, second] = [1, 2].map((number) =>
      Given.message({
        id: Given.messageId(number),
        status: "SCHEDULED",
        createdAt: Instant.plus(Given.now, number)
      })
    )
    const found = step([first!, second!], profile, { at: second!.createdAt, key: second!.id })
    expect(found.ended).toStrictEqual([[first!.id, "CANCELLED"]])
    expect(found.completes).toStrictEqual([`profile_removal ${profile.id}/${second!.createdAt}/${second!.id}`])
  })
})
