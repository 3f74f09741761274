/**
 * `signalbox audit-log`: who changed what in an account.
 */
import type { AuditEntry } from "@signalbox/core/AuditEntry"
import * as Instant from "@signalbox/core/Instant"
import type { AuditPage } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Command } from "../Command.ts"
import { text } from "../Command.ts"
import { fromExecution } from "../CommandError.ts"
import * as OfAccount from "../OfAccount.ts"
import * as Value from "../Value.ts"

const pageSize = 500
const most = 10_000

const named = (type: string, id: string | null = null): string => id === null ? type : `${type} ${id}`

const json = ({ action, actor, at, count = 1, fields, id, network, operation, subject }: AuditEntry) => ({
  id,
  created_at: Answer.instant(at),
  actor: { type: actor.type, id: actor.id ?? null },
  action,
  resource: subject,
  count,
  fields,
  operation,
  network: network ?? null
})

const list: Command = {
  path: ["audit-log", "list"],
  says: "Lists who changed what in an account, the newest change first",
  details: ["There are entries while the account has the limit auditLogDays."],
  takes: [OfAccount.argument],
  options: ["limit"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const limit = yield* Value.count("limit", text(input, "limit") ?? "100", most)
    const { id } = yield* OfAccount.find(input)
    const entries: Array<AuditEntry> = []
    let page: AuditPage = { entries: [], total: 0, after: null }
    do {
      const ask = operator.auditLog(id, page.after, Math.min(pageSize, limit - entries.length))
      const { total } = page
      page = yield* Effect.mapError(ask, fromExecution)
      if (entries.length > 0) page = { ...page, total }
      entries.push(...page.entries)
    } while (page.after !== null && entries.length < limit)
    return {
      json: { entries: entries.map(json), total: page.total },
      lines: Answer.table(
        ["WHEN", "WHO", "FROM", "DID", "TO", "FIELDS"],
        entries.map(({ action, actor, at, count = 1, fields, network, subject }) => [
          Instant.toMillis(at),
          named(actor.type, actor.id),
          network ?? "-",
          action,
          count === 1 ? named(subject.type, subject.id) : `${count} of ${subject.type}`,
          fields.join(",")
        ])
      ),
      notes: page.after === null ? [] : ["There are more; --limit says how many to show."]
    }
  })
}

export const commands: ReadonlyArray<Command> = [list]
