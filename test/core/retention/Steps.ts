/**
 * Steps of removal on rows that are given, and what their commits do.
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import { PurgeWork } from "@signalbox/core/internal/account/PurgeWork"
import * as Continuation from "@signalbox/core/internal/commit/Continuation"
import { PurgeStep } from "@signalbox/core/internal/retention/PurgeStep"
import type { Purge } from "@signalbox/core/internal/row/Purge"
import { Purges } from "@signalbox/core/internal/row/Purge"
import type { Ref } from "@signalbox/core/Kind"
import { ref } from "@signalbox/core/Kind"
import type { Message } from "@signalbox/core/Message"
import type { Retention } from "@signalbox/core/Retention"
import type { Row } from "@signalbox/core/Row"
import { expect } from "vitest"
import type { Changes } from "../Decided.ts"
import { decided, gathered, held } from "../Decided.ts"
import * as Given from "../Given.ts"
import { expectFacts } from "../Lacking.ts"

export const ago = (days: number): Instant.Instant => Instant.plus(Given.now, -days * Instant.day)

export const account = Given.accountId(1)

/** The name of its item of work, and of the row that says how far its pass has come. */
export const own = `purge ${account}`

const item = held(PurgeWork.due(account, account, Given.now))

/** How long rows are kept, and which of them are looked at, is found in the same way for the needs of a step. */
const peeked = ["account", "service_settings", "contacts", "webhooks"]

/**
 * A step of removal. The account is the first row, and how far its pass has come is the second, where there is one.
 *
 * @param said what the store has answered that was asked to forget sums of usage
 */
export const step = (
  retention: Retention,
  purge: Partial<Purge> | null,
  rows: ReadonlyArray<Row> = [],
  said: { readonly isMore: boolean } | null = null,
  now = Given.now
): Changes => {
  const command = { lease: item, said }
  const all = [
    put(Accounts, Given.account({ retention, numbers: [] })),
    ...(purge === null ? [] : [put(Purges, { of: account, ...purge })]),
    ...rows
  ]
  const facts = gathered(all, (known) => Continuation.needs(PurgeStep, command, known))
  expectFacts(PurgeStep, command, facts, now, peeked)
  const reads: Array<Ref> = []
  const watched = { ...facts, seen: (row: Ref) => void reads.push(row) }
  Continuation.decide(PurgeStep, command, { facts: watched, now, ids: Given.ids() })
  // Whoever watches decisions asks each of these to be expected.
  expect(reads).toContainEqual(ref(Purges, account))
  return decided(PurgeStep, command, all, now)
}

/** Where a pass goes on behind this. */
export const place = ({ createdAt: at, id: key }: { readonly createdAt: Instant.Instant; readonly id: string }) => ({
  at,
  key
})

/** A message that is old and has ended. The higher its number, the newer it is. */
export const message = (number: number, parts: Partial<Message> = {}): Message =>
  Given.message({
    id: Given.messageId(number),
    template: null,
    status: "DELIVERED",
    createdAt: Instant.plus(ago(20), number),
    ...parts
  })

/** So long a step rests before the next one. */
export const rest = 100
