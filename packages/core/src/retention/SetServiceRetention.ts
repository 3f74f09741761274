/**
 * The operator sets the retention of all accounts that have none, and whose organization has none.
 */
import * as Equal from "effect/Equal"
import { everyone, PurgeAccountsWork } from "../account/PurgeWork.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Retention } from "../row/Retention.ts"
import { serviceSettingsKey, ServiceSettingsRows } from "../row/ServiceSettings.ts"

/** @param retention null takes it away */
export const SetServiceRetention: Decision<{ readonly retention: Retention | null }, void> = {
  name: "retention.set_for_all",
  needs: () => Needs.row(ServiceSettingsRows, serviceSettingsKey),
  decide: ({ retention }, { facts, now }) => {
    const before = Facts.get(facts, ServiceSettingsRows, serviceSettingsKey)
    if (Equal.equals(before?.retention ?? null, retention)) return done(undefined)
    const { retention: _, ...others } = before ?? {}
    return done(undefined, {
      expects: [Facts.expected(facts, ServiceSettingsRows, serviceSettingsKey)],
      puts: [Commit.put(ServiceSettingsRows, { ...others, ...(retention === null ? {} : { retention }) })],
      due: [PurgeAccountsWork.due(everyone, everyone, now)]
    })
  }
}
