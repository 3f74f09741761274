/**
 * The erasure of a recipient in the audit log: no entry names the contact any more, and all of them one other id.
 */
import * as Commit from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { ContactId } from "@signalbox/core/Id"
import * as Audited from "@signalbox/core/internal/audit/Audited"
import * as ErasedRecipient from "@signalbox/core/internal/audit/ErasedRecipient"
import * as Limit from "@signalbox/core/Limit"
import { Store } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const account = Given.account({ auditLogDays: 30 })
const erased = "c0ffee00-0000-7000-8000-000000000001" as ContactId
const other = "c0ffee00-0000-7000-8000-000000000002" as ContactId
const instead = "c0ffee00-0000-4000-8000-00000000000f"

propWith({ runs: 5 })(
  "replaces its id in every entry by one random id, and leaves the others [XPR-168]",
  fc.constantFrom(1, 3, Limit.erasureBatch, Limit.erasureBatch + 7),
  (count) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const store = yield* Store
        const { read } = yield* Executor
        const moment = { ids: Given.ids(), now: Given.now }
        const entry = (contact: ContactId) =>
          Audited.entry(account, {
            actor: { type: "recipient" },
            action: "changed",
            subject: { type: "consent", id: contact },
            fields: ["opt_out"],
            operation: "inbound.receive"
          }, moment)
        yield* store.commit([Commit.all(
          entry(other),
          ...Array.from({ length: count }, () => entry(erased))
        )])
        for (let isMore = true, batches = 0; isMore; batches++) {
          expect(batches).toBeLessThan(3)
          const facts = yield* read(() => ErasedRecipient.needs(account.id, erased))
          const replaced = ErasedRecipient.replace(account.id, erased, instead, facts)
          yield* store.commit([Commit.make(replaced.commit)])
          isMore = replaced.isMore
        }
        const { rows } = yield* store.list({ list: "audit_log", scope: account.id, offset: 0, limit: 1000 })
        const named = rows.flatMap((row) => row.kind === "audit_entry" ? [row.value.subject.id] : [])
        expect(named.filter((id) => id === instead).length).toBe(count)
        expect(named.filter((id) => id === other).length).toBe(1)
        expect(named.length).toBe(count + 1)
        expect(
          Facts.page(
            yield* read(() => ErasedRecipient.needs(account.id, erased)),
            ErasedRecipient.entriesOf(account.id, erased)
          ).total
        ).toBe(0)
      })
    )
)
