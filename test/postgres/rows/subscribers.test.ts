/** The subscriptions of accounts as a process knows them, and that it begins anew where there are too many. */
import { make } from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import type { Subscription } from "@signalbox/postgres/internal/rows/subscribers"
import { Subscribers } from "@signalbox/postgres/internal/rows/subscribers"
import { expect, it } from "vitest"
import * as Batches from "../statements/Batches.ts"

const batch = (...accounts: ReadonlyArray<number>) => [
  make({ events: accounts.map((account) => ({ ...Batches.event(1), account: String(account) as AccountId })) })
]

const subscription = (account: number, webhook = `w${account}`): Subscription => ({
  webhook,
  account: String(account),
  events: ["message.sent"]
})

it("an account has the subscriptions that were read last of all its own, and none where nobody has looked", () => {
  const subscribers = new Subscribers()
  expect(subscribers.of(batch(1, 2))).toEqual([])
  subscribers.learn(batch(1, 1, 2), [subscription(1), subscription(1, "other"), subscription(3)])
  expect(subscribers.of(batch(2, 1, 1, 3))).toEqual([subscription(1), subscription(1, "other")])
  subscribers.learn(batch(1), [subscription(1, "new")])
  expect(subscribers.of(batch(1))).toEqual([subscription(1, "new")])
})

it("all are forgotten when there are more than ten thousand", () => {
  const subscribers = new Subscribers()
  const learn = (account: number): void => subscribers.learn(batch(account), [subscription(account)])
  const known = (...accounts: ReadonlyArray<number>): ReadonlyArray<string> =>
    subscribers.of(batch(...accounts)).map(({ account }) => account)
  for (let account = 0; account < 10_000; account++) learn(account)
  learn(10_000)
  expect(known(0, 1, 9_999, 10_000)).toEqual(["0", "1", "9999", "10000"])
  learn(10_001)
  expect(known(0, 1, 9_999, 10_000, 10_001)).toEqual(["10001"])
})
