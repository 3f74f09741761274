/** An entry of an audit log, as it is shown and listed (decisions 17.7). */
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { AuditEntryId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as AuditResource from "@signalbox/core/internal/account/AuditResource"
import { ListAuditLog } from "@signalbox/core/internal/account/ListAuditLog"
import type { AuditEntry } from "@signalbox/core/internal/row/AuditEntry"
import { AuditEntries } from "@signalbox/core/internal/row/AuditEntry"
import { expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Given from "../Given.ts"

const account = Given.account()

const entry = (number: number, parts: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `00000000-0000-7000-8000-00000000000${number}` as AuditEntryId,
  account: account.id,
  actor: { type: "operator" },
  action: "changed",
  subject: { type: "account", id: account.id },
  fields: ["name", "stage"],
  operation: "accounts.change",
  at: Instant.plus(Given.now, number),
  endsAt: Instant.plus(Given.now, Instant.day),
  ...parts
})

const shown = (number: number) => ({
  id: `00000000-0000-7000-8000-00000000000${number}`,
  created_at: `2030-01-15T12:34:56.79${number - 1}Z`,
  actor: { type: "operator", id: null },
  action: "changed",
  resource: { type: "account", id: account.id },
  count: 1,
  fields: ["name", "stage"],
  operation: "accounts.change",
  network: null
})

it("an entry is shown whole, as one change by nobody in particular where it says no more", () => {
  expect(AuditResource.fromEntry(entry(1))).toStrictEqual(shown(1))
  const full = {
    actor: { type: "key", id: "a-key" },
    action: "deleted",
    subject: { type: "webhook", id: null },
    count: 33,
    fields: [],
    operation: "webhooks.delete",
    network: "192.0.2.0/24"
  } as const
  const { subject, ...rest } = full
  expect(AuditResource.fromEntry(entry(1, full))).toStrictEqual({ ...shown(1), ...rest, resource: subject })
})

it("the log of an account is listed page by page, the newest first, and no other's", () => {
  const rows = [
    ...[1, 2, 3].map((number) => entry(number)),
    entry(4, { account: Given.accountId(9) })
  ].map((each) => put(AuditEntries, each))
  const list = (query: Parameters<typeof ListAuditLog.decides.decide>[0]["query"]) =>
    answered(ListAuditLog.decides, {
      path: {},
      query,
      body: {},
      caller: { account, keyAccount: account },
      consulted: undefined
    }, rows)
  const first = list({ page: 1, page_size: 2 })
  expect(first).toMatchObject({
    ...nothing,
    answer: { entries: [shown(3), shown(2)], pagination: { total_count: 3, page: 1, page_size: 2 } }
  })
  expect(list({ page: 2, page_size: 2 })).toMatchObject({ answer: { entries: [shown(1)] } })
  // The newest ten thousand are counted, and no more are looked at.
  const command = { path: {}, query: {}, body: {}, caller: { account, keyAccount: account }, consulted: undefined }
  expect(ListAuditLog.decides.needs(command, Facts.empty).lists)
    .toMatchObject([{ list: "audit_log", scope: account.id, bound: 10_000 }])
})
