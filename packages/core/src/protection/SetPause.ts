/**
 * The operator pauses a prefix of an account until further notice, or lifts a pause. Each call may be repeated.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { PrefixMemoryWork } from "../commit/PrefixWork.ts"
import { Accounts } from "../row/Account.ts"
import type { PausedPrefix } from "../row/PausedPrefix.ts"
import { isPaused, PausedPrefixes, prefixKey } from "../row/PausedPrefix.ts"
import * as Pumping from "../row/Pumping.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as PrefixEvent from "./PrefixEvent.ts"

export interface Command {
  readonly account: AccountId
  readonly prefix: string
}

export type PinAnswer = "Changed" | "Unchanged" | "UnknownAccount" | "NotWatched"
export type LiftAnswer = "Changed" | "Unchanged" | "UnknownAccount"

const needs = ({ account, prefix }: Command, facts: Facts.Facts): Needs.Needs => {
  const organization = Facts.peek(facts, Accounts, account)?.organization ?? null
  return Needs.all(
    Needs.row(Accounts, account),
    organization === null ? Needs.none : Needs.row(Accounts, organization),
    Needs.row(PausedPrefixes, prefixKey(account, prefix))
  )
}

const rowOf = ({ account, prefix }: Command, facts: Facts.Facts): PausedPrefix | null =>
  Facts.get(facts, PausedPrefixes, prefixKey(account, prefix))

/** Pauses a prefix until the operator lifts that. Only accounts that are watched have paused prefixes. */
export const PinPrefix: Decision<Command, PinAnswer> = {
  name: "prefixes.pin",
  needs,
  decide: (command, { facts, ids, now }) => {
    const { account: id, prefix } = command
    const account = Facts.get(facts, Accounts, id)
    if (account === null || account.deletedAt !== null) return done<PinAnswer>("UnknownAccount")
    const organization = account.organization === null ? null : Facts.get(facts, Accounts, account.organization)
    if (Pumping.of(organization === null ? [account] : [account, organization]) === null) {
      return done<PinAnswer>("NotWatched")
    }
    const before = rowOf(command, facts)
    if (before?.until === null) return done<PinAnswer>("Unchanged")
    const going = isPaused(before, now) ? before : null
    const row: PausedPrefix = {
      account: id,
      prefix,
      reason: going?.reason ?? "operator",
      evidence: going?.evidence ?? null,
      since: going?.since ?? now,
      until: null,
      times: before?.times ?? 0
    }
    return done<PinAnswer>("Changed", {
      expects: [Facts.expected(facts, PausedPrefixes, prefixKey(id, prefix))],
      puts: [Commit.put(PausedPrefixes, row)],
      events: going === null ? [PrefixEvent.paused(row, { ids, now })] : []
    })
  }
}

/** Ends a pause. What was counted so far counts no more, so that the same numbers do not pause the prefix again. */
export const LiftPrefix: Decision<Command, LiftAnswer> = {
  name: "prefixes.lift",
  needs,
  decide: (command, { facts, now }) => {
    const { account, prefix } = command
    if (Facts.get(facts, Accounts, account) === null) return done<LiftAnswer>("UnknownAccount")
    const before = rowOf(command, facts)
    if (before === null || !isPaused(before, now)) return done<LiftAnswer>("Unchanged")
    return done<LiftAnswer>("Changed", {
      expects: [Facts.expected(facts, PausedPrefixes, prefixKey(account, prefix))],
      puts: [Commit.put(PausedPrefixes, { ...before, until: now, times: 0 })],
      due: [PrefixMemoryWork.due(command, account, Instant.plus(now, Limit.pumping.calm))]
    })
  }
}
