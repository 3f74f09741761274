/**
 * Who changed what in an account.
 */
import * as Effect from "effect/Effect"
import type { AuditLogOperations } from "../../Operator.ts"
import type { Run } from "../operated.ts"
import { id, ofAccount, operated } from "../operated.ts"
import * as Reading from "./reading.ts"

export const auditLog = (run: Run): AuditLogOperations => ({
  list: async (account, page) => {
    const text = Reading.account("operator.auditLog.list", account)
    const { behind, limit } = Reading.page("operator.auditLog.list", page)
    return run(Effect.gen(function*() {
      yield* ofAccount(text, (operator, id) => operator.find(id))
      const found = yield* operated((operator) => operator.auditLog(id(text), behind, limit))
      return {
        entries: found.entries.map((
          { action, actor, at, count = 1, fields, id, network = null, operation, subject }
        ) => ({
          id,
          at: new Date(at),
          actor: { type: actor.type, id: actor.id ?? null },
          action,
          resource: subject,
          count,
          fields,
          operation,
          network
        })),
        total: found.total,
        after: Reading.cursor(found.after)
      }
    }))
  }
})
