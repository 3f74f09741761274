/** Whoever asks for a change is named in the logs of the accounts that it touches (decisions 17.7). */
import { Accounts } from "@signalbox/core/Account"
import { idOf } from "@signalbox/core/ApiKey"
import { AuditEntries } from "@signalbox/core/AuditEntry"
import type { Caller } from "@signalbox/core/Caller"
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import { done } from "@signalbox/core/internal/commit/Decision"
import * as AuditedOperation from "@signalbox/core/internal/operation/AuditedOperation"
import * as Needs from "@signalbox/core/Needs"
import { hashKey } from "@signalbox/core/Secret"
import { Templates } from "@signalbox/core/Template"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const organization = Given.account({ auditLogDays: 30 })
const profile = Given.account({
  id: Given.accountId(2),
  type: "profile",
  organization: organization.id,
  numbers: [],
  auditLogDays: 30
})

/** A change of two templates, one of each account, that reads neither of the accounts. */
const templates = [organization, profile].map(({ id: account }, index) =>
  Given.template({ id: Given.templateId(index + 1), account, name: `template_${index}` })
)
const change = {
  ...operations["contacts.delete"],
  decides: {
    name: "test.change",
    needs: () => Needs.rows(Templates, templates.map(({ id }) => id)),
    decide: (_: unknown, { facts }: { readonly facts: Facts.Facts }) =>
      done(null, {
        expects: templates.map(({ id }) => Facts.expected(facts, Templates, id)),
        puts: templates.map((template) => put(Templates, { ...template, name: "another" }))
      })
  }
}

const logged = (caller: Partial<Caller>, scope: "manage" | "webhooks" | "send" | "read" = "manage") => {
  const store = new FactStore([
    ...[organization, profile].map((account) => put(Accounts, account)),
    ...templates.map((template) => put(Templates, template))
  ])
  const asker: Caller = { account: profile, keyAccount: organization, ...caller }
  const decision = AuditedOperation.of({ ...change, scope }, asker)
  store.run(
    decision,
    { path: { id: Given.contact().id }, query: {}, body: {}, caller: asker, consulted: undefined },
    Given.now,
    Given.ids()
  )
  return store.values(AuditEntries).map(({ account, actor, network = null, operation }) => ({
    account,
    actor,
    network,
    operation
  }))
}

const key = hashKey("abcdef01-0000-4000-8000-000000000001")

it.each<readonly [Partial<Caller>, object, string | null]>([
  [{}, { type: "host" }, null],
  [{ key: null }, { type: "service" }, null],
  [{ key }, { type: "key", id: idOf(key) }, null],
  [{ key, from: "192.0.2.77" }, { type: "key" }, "192.0.2.0/24"],
  [{ key, from: "nowhere" }, { type: "key" }, null]
])("the account and the account of the key both tell who it was: %j", (caller, actor, network) => {
  const entries = logged(caller)
  const told = { actor, network, operation: "test.change" }
  expect(entries).toHaveLength(2)
  expect(entries).toMatchObject([{ account: organization.id, ...told }, { account: profile.id, ...told }])
})

it("what sends or reads has no entry", () => {
  expect([logged({}, "send"), logged({}, "read")]).toEqual([[], []])
  expect(logged({}, "webhooks")).toHaveLength(2)
})
