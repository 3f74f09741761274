/**
 * The erasure of a recipient in the audit logs of the accounts that knew it: no entry names a contact any more, all of them
 * one random id, and the erasure is an entry of each log (decisions 17.7).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import { Contacts } from "@signalbox/core/Contact"
import type { AccountId, ContactId } from "@signalbox/core/Id"
import * as Audited from "@signalbox/core/internal/audit/Audited"
import * as OperatorPrivacy from "@signalbox/core/internal/service/OperatorPrivacy"
import * as Limit from "@signalbox/core/Limit"
import * as Needs from "@signalbox/core/Needs"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import { erase, inMemory, inPostgres, node } from "./Erasing.ts"

const phone = Given.phone(1)
const organization = Given.account({ auditLogDays: 30 })
const profile = Given.account({
  id: Given.accountId(2),
  type: "profile",
  organization: organization.id,
  numbers: [],
  auditLogDays: 30
})
const silent = Given.account({ id: Given.accountId(3), type: "profile", organization: organization.id, numbers: [] })
const contacts = [organization, profile, silent].map(({ id: account }, place) =>
  Given.contact({ id: `c0000000-0000-7000-8000-00000000000${place}` as ContactId, account, phone })
)
const other = Given.contact({ id: "c0000000-0000-7000-8000-00000000000f" as ContactId, phone: Given.phone(2) })
/** More than one batch takes. */
const many = Limit.erasureBatch + 7

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

describe.each([["memory", inMemory], ["PostgreSQL", inPostgres]] as const)("an erasure in %s", (_, made) => {
  it("is an entry with whoever has asked, and the only name of the recipient is random [XPR-168]", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const stored = yield* made
      const moment = { ids: Given.ids(), now: Given.now }
      const entry = (account: typeof organization, id: ContactId) =>
        Audited.entry(account, {
          actor: { type: "recipient" },
          action: "changed",
          subject: { type: "consent", id },
          fields: ["opt_out"],
          operation: "inbound.receive"
        }, moment)
      const outcomes = yield* stored.store.commit([Commit.all(
        {
          puts: [
            ...[organization, profile, silent].map((account) => Commit.put(Accounts, account)),
            ...[...contacts, other].map((contact) => Commit.put(Contacts, contact))
          ]
        },
        ...Array.from({ length: many }, () => entry(organization, contacts[0]!.id)),
        entry(organization, other.id),
        entry(profile, contacts[1]!.id)
      )])
      expect(outcomes).toMatchObject([{ _tag: "Done" }])
      const executor = yield* node(stored.store, 2)
      const asking = Audited.executor(executor, Audited.party("operator"))
      yield* OperatorPrivacy.make(asking).eraseRecipient(organization.id, phone)
      yield* erase(stored, executor, [2], () => 3_600_000)

      const read = (account: AccountId) =>
        Effect.map(
          stored.store.list({ list: "audit_log", scope: account, offset: 0, limit: 1000 }),
          ({ rows }) => rows.flatMap((row) => row.kind === "audit_entry" ? [row.value] : [])
        )
      const own = yield* read(organization.id)
      const [erased, ...more] = own.filter(({ action }) => action === "erased")
      expect(more).toEqual([])
      expect(erased).toMatchObject({ actor: { type: "operator" }, fields: [], operation: "operator.erase" })
      expect(erased!.subject).toEqual({ type: "recipient", id: expect.stringMatching(uuid) })
      const pseudonym = erased!.subject.id
      expect(own.filter(({ subject }) => subject.id === pseudonym)).toHaveLength(many + 1)
      expect(own.filter(({ subject }) => subject.id === other.id)).toHaveLength(1)
      expect(own).toHaveLength(many + 2)

      const ofProfile = yield* read(profile.id)
      expect(ofProfile.map(({ action, actor, subject }) => [action, actor.type, subject.type, subject.id]).toSorted())
        .toEqual([
          ["changed", "recipient", "consent", pseudonym],
          ["erased", "service", "recipient", pseudonym]
        ])
      expect(yield* read(silent.id)).toEqual([])
      // Nothing leads from the id to the erasure, and the contacts are gone.
      const { keys } = yield* stored.traces.find({
        kind: "recipient_erasure",
        text: pseudonym!,
        after: "",
        looked: 1000,
        found: 1000
      })
      expect(keys).toEqual([])
      const facts = yield* stored.store.load(Needs.rows(Contacts, contacts.map(({ id }) => id)))
      expect([...facts.rows.of("contact").values()].filter(({ row }) => row !== null)).toEqual([])
    })) as Effect.Effect<void>))
})
