/** The work of audit logs: an entry loses its network first, and goes in the end (decisions 17.7). */
import { put } from "@signalbox/core/Commit"
import type { AuditEntryId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { RetentionWork } from "@signalbox/core/internal/audit/AuditWork"
import * as Retention from "@signalbox/core/internal/audit/Retention"
import type { AuditEntry } from "@signalbox/core/internal/row/AuditEntry"
import { AuditEntries } from "@signalbox/core/internal/row/AuditEntry"
import { expect, it } from "vitest"
import * as Decided from "../Decided.ts"
import * as Given from "../Given.ts"

const account = Given.accountId(1)
const id = "00000000-0000-7000-8000-000000000001" as AuditEntryId

const entry = (days: number, network?: string): AuditEntry => ({
  id,
  account,
  actor: { type: "operator" },
  action: "changed",
  subject: { type: "account", id: account },
  fields: ["name"],
  operation: "accounts.change",
  ...(network === undefined ? {} : { network }),
  at: Given.now,
  endsAt: Instant.plus(Given.now, days * Instant.day)
})

it("is known by its kind and its key, in the lane of the account", () => {
  const due = RetentionWork.due(id, account, Given.now)
  expect(due).toStrictEqual({
    work: { kind: "audit_retention", key: id },
    lane: `audit:${account}`,
    at: Given.now
  })
  expect([RetentionWork.target(due), RetentionWork.lane.width, RetentionWork.lane.shared]).toStrictEqual([id, 16, true])
})

it.each([
  ["an entry that ends before its network would", entry(30, "192.0.2.0/24"), 30],
  ["an entry whose network goes first", entry(365, "192.0.2.0/24"), 90],
  ["an entry that ends with its network", entry(90, "192.0.2.0/24"), 90],
  ["an entry without a network", entry(365), 365]
])("%s is looked at when something of it must go", (_, kept, days) => {
  expect(Retention.nextEnd(kept)).toBe(Given.now + days * 86_400_000)
})

it("what is due goes, and the rest is looked at again", () => {
  const own = `audit_retention ${id}`
  const after = (kept: AuditEntry | null, days: number, late = 0) => {
    const at = Instant.plus(Given.now, days * Instant.day + late)
    const lease = Decided.held(RetentionWork.due(id, account, at))
    return Decided.decided(Retention.Retain, { lease }, kept === null ? [] : [put(AuditEntries, kept)], at)
  }
  const nothing = { puts: [], deletes: [], expects: [], due: [], cancels: [], completes: [own] }
  const [known, day] = [entry(365, "192.0.2.0/24"), 86_400_000]
  const expects = [`audit_entry ${id} 1`]
  expect(after(known, 90, -1)).toStrictEqual({ ...nothing, due: [[own, 90 * day]] })
  expect(after(known, 90)).toStrictEqual({ ...nothing, puts: [entry(365)], expects, due: [[own, 365 * day]] })
  expect(after(entry(365), 90)).toStrictEqual({ ...nothing, due: [[own, 365 * day]] })
  expect(after(known, 365)).toStrictEqual({ ...nothing, deletes: [`audit_entry ${id}`], expects })
  expect(after(null, 365)).toStrictEqual(nothing)
})
