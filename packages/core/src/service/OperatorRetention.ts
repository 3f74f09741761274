/**
 * Lets the operator set the retention of the service, and see what a retention would remove.
 */
import * as Effect from "effect/Effect"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import type { ListPosition } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import type { ExecutionError, Executor } from "../engine/Executor.ts"
import type { Store, StoreError } from "../port/Store.ts"
import type { Setter } from "../privacy/RetentionOf.ts"
import * as RetentionOf from "../privacy/RetentionOf.ts"
import { SetServiceRetention } from "../retention/SetServiceRetention.ts"
import { Accounts } from "../row/Account.ts"
import type { Message } from "../row/Message.ts"
import type { Stage } from "../row/Purge.ts"
import type { Retention } from "../row/Retention.ts"
import { serviceSettingsKey, ServiceSettingsRows } from "../row/ServiceSettings.ts"
import { dayOf } from "../row/Usage.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"

/** A count of what retention would remove of an account now. */
export interface RetentionPreview {
  readonly retention: Retention
  /** Who has set it. */
  readonly by: Setter
  /**
   * How many messages, deliveries of webhooks, sums of usage and contacts are older than it says, by what it names: those of
   * `Limit.purgePreview` of each that are looked at. Some of them stay for a while, or because of their consent.
   */
  readonly counts: { readonly [Name in Stage]?: number }
}

export interface OperatorRetention {
  /** The retention of accounts that have none, and whose organization has none. Null: there is none. */
  readonly serviceRetention: () => Effect.Effect<Retention | null, StoreError>
  /** Sets it; null takes it away. */
  readonly setServiceRetention: (retention: Retention | null) => Effect.Effect<void, ExecutionError>
  /** Null: there is no such account, or nothing is removed of it. */
  readonly previewRetention: (account: AccountId) => Effect.Effect<RetentionPreview | null, StoreError>
}

/** Those of messages that have not come to their end. */
const open: ReadonlyArray<Message["status"]> = ["SCHEDULED", "QUEUED", "PROCESSED", "ROUTED", "SENT"]

const waiting = ["PENDING", "RETRYING"] as const

export const make = (executor: Executor["Service"], store: Store["Service"]): OperatorRetention => {
  const part = (before: Instant.Instant) => ({ before, bound: Limit.purgePreview, offset: 0, limit: 1 }) as const
  const total = (query: Needs.ListQuery) => Effect.map(store.list(query), (page) => page.total)
  const sum = Effect.map((all: ReadonlyArray<number>) => all.reduce((one, other) => one + other, 0))

  const messages = Effect.fnUntraced(function*(scope: AccountId, before: Instant.Instant) {
    const list = { list: "messages", scope, ...part(before) } as const
    const left = yield* sum(Effect.forEach(open, (status) => total({ ...list, where: { status } })))
    return Math.max(0, (yield* total(list)) - left)
  })

  const deliveries = Effect.fnUntraced(function*(scope: string, before: Instant.Instant) {
    const list = { list: "deliveries", scope, ...part(before) } as const
    const left = yield* sum(Effect.forEach(waiting, (status) => total({ ...list, where: { status } })))
    return Math.max(0, (yield* total(list)) - left)
  })

  /** Those of all webhooks that the account has or had. */
  const log = Effect.fnUntraced(function*(scope: AccountId, before: Instant.Instant) {
    let all = 0
    for (const list of ["webhooks", "deleted_webhooks"] as const) {
      let behind: ListPosition | null = null
      do {
        const limit = 100
        const place: { readonly behind?: ListPosition } = behind === null ? {} : { behind }
        const { rows } = yield* store.list({ list, scope, ...place, isCounted: false, offset: 0, limit })
        for (const { key } of rows) all += yield* deliveries(key, before)
        const last = rows.at(-1)
        behind = last === undefined || rows.length < limit
          ? null
          : last.kind === "webhook"
          ? { at: last.value.createdAt, key: last.key }
          : last.kind === "deleted_webhook"
          ? { at: last.value.at, key: last.key }
          : null
      } while (behind !== null)
    }
    return all
  })

  const count: Readonly<
    Record<Stage, (account: AccountId, before: Instant.Instant) => Effect.Effect<number, StoreError>>
  > = {
    messages,
    webhookEvents: log,
    usage: (account, before) =>
      Effect.map(
        store.usage({ account, first: "0001-01-01", last: dayOf(Instant.plus(before, -Instant.day)) }),
        (sums) => sums.length
      ),
    contacts: (scope, before) => total({ list: "contacts", scope, ...part(before) })
  }

  return {
    serviceRetention: () =>
      Effect.map(
        executor.read(() => Needs.row(ServiceSettingsRows, serviceSettingsKey)),
        (facts) => Facts.get(facts, ServiceSettingsRows, serviceSettingsKey)?.retention ?? null
      ),
    setServiceRetention: (retention) => Effect.asVoid(executor.run(SetServiceRetention, { retention })),
    previewRetention: Effect.fnUntraced(function*(account) {
      const facts = yield* executor.read((known) => RetentionOf.needs(account, known))
      const row = Facts.get(facts, Accounts, account)
      const held = row === null ? null : RetentionOf.held(row, facts)
      if (held === null) return null
      const now = yield* Instant.now
      const counts: { [Name in Stage]?: number } = {}
      for (const stage of Object.keys(count) as ReadonlyArray<Stage>) {
        const days = held.retention[stage]
        if (days !== undefined) counts[stage] = yield* count[stage](account, RetentionOf.cutoff(days, now))
      }
      return { ...held, counts }
    })
  }
}
