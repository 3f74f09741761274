/** The operator's lists go on from page to page, the newest first, and each page tells how much there is of all. */
import { Accounts } from "@signalbox/core/Account"
import type { AuditEntry } from "@signalbox/core/AuditEntry"
import { AuditEntries } from "@signalbox/core/AuditEntry"
import * as Commit from "@signalbox/core/Commit"
import type { AuditEntryId, ContactId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { DeadLetters } from "@signalbox/core/internal/row/DeadLetter"
import { PausedPrefixes } from "@signalbox/core/internal/row/PausedPrefix"
import type { ListPosition } from "@signalbox/core/ListQuery"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const id = Given.accountId(1)
const count = 5
const at = (index: number) => Instant.plus(Given.now, index)
const numbers = Array.from({ length: count }, (_, index) => index)

const ids = Given.ids()
const entry = (index: number): AuditEntry => ({
  id: ids.id(at(index)) as AuditEntryId,
  account: id,
  actor: { type: "host" },
  action: "created",
  subject: { type: "template", id: null },
  fields: [`f${index}`],
  operation: "templates.create",
  at: at(index),
  endsAt: Instant.plus(at(index), Instant.day)
})

const rows = numbers.flatMap((index) => [
  Commit.put(Accounts, Given.account({ id: Given.accountId(index + 1), numbers: [], createdAt: at(index) })),
  Commit.put(Contacts, {
    ...Given.contact({ id: ids.uuid() as ContactId, phone: Given.phone(index) }),
    suppressedAt: at(index)
  }),
  Commit.put(DeadLetters, {
    kind: "k",
    key: `${index}`,
    lane: "k:1" as const,
    failures: 1,
    cause: "why",
    at: at(index)
  }),
  Commit.put(PausedPrefixes, {
    account: id,
    prefix: `+44770${index}`,
    reason: "operator",
    evidence: null,
    since: at(index),
    until: null,
    times: 1
  }),
  Commit.put(AuditEntries, entry(index))
])

interface Page {
  readonly total: number
  readonly after: ListPosition | null
  readonly shown: ReadonlyArray<string>
}

it.each([1, 2, 3, 5, 6])("pages of %d each have what follows on the one before", (limit) =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const [operator, store] = [yield* Operator, yield* Store]
      yield* store.commit([Commit.make({ puts: rows })])
      const walk = Effect.fnUntraced(function*<E>(page: (after: ListPosition | null) => Effect.Effect<Page, E>) {
        const pages: Array<ReadonlyArray<string>> = []
        for (let after: ListPosition | null = null;;) {
          const found: Page = yield* page(after)
          expect(found.total).toBe(count)
          pages.push(found.shown)
          after = found.after
          if (after === null) return pages
        }
      })
      /** Nobody knows that a full page is the last one, so an empty one may follow on it. */
      const expected = (name: (index: number) => string) => {
        const all = numbers.toReversed().map(name)
        const pages: Array<ReadonlyArray<string>> = []
        for (let from = 0; from <= count; from += limit) pages.push(all.slice(from, from + limit))
        return pages
      }
      const lists = {
        accounts: yield* walk((after) =>
          Effect.map(operator.accounts(after, limit), ({ accounts, ...page }) => {
            for (const { balance } of accounts) expect(balance).toBe(0)
            return { ...page, shown: accounts.map(({ account }) => account.id) }
          })
        ),
        suppressions: yield* walk((after) =>
          Effect.map(operator.suppressions(id, 0, limit, after), ({ entries, ...page }) => ({
            ...page,
            shown: entries.map(({ phone, suppressedAt }) => `${phone} ${suppressedAt}`)
          }))
        ),
        letters: yield* walk((after) =>
          Effect.map(operator.deadLetters(0, limit, after), ({ letters, ...page }) => ({
            ...page,
            shown: letters.map(({ key }) => key)
          }))
        ),
        prefixes: yield* walk((after) =>
          Effect.map(operator.pausedPrefixes(id, limit, after), ({ prefixes, ...page }) => ({
            ...page,
            shown: prefixes.map(({ prefix }) => prefix)
          }))
        )
      }
      expect(lists).toEqual({
        accounts: expected((index) => Given.accountId(index + 1)),
        suppressions: expected((index) => `${Given.phone(index)} ${at(index)}`),
        letters: expected(String),
        prefixes: expected((index) => `+44770${index}`)
      })
      const log = yield* walk((after) =>
        Effect.map(operator.auditLog(id, after, limit), ({ entries, ...page }) => ({
          ...page,
          shown: entries.flatMap(({ fields }) => fields)
        }))
      )
      expect(log.flat()).toEqual(numbers.toReversed().map((index) => `f${index}`))
      // What is left out counts from the beginning.
      const rest = yield* operator.suppressions(id, 3, limit)
      expect(rest.entries.map(({ phone }) => phone)).toEqual([1, 0].slice(0, limit).map(Given.phone))
    })
  ))
