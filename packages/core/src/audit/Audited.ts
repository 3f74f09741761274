/**
 * Decisions whose changes are in the audit log of the account, in the commit of the change. What changes is told from
 * the commit; only who has asked is not in it.
 */
import * as Arr from "effect/Array"
import * as Result from "effect/Result"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import type { Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import type { Executor } from "../engine/Executor.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { Actor, AuditEntry } from "../row/AuditEntry.ts"
import { AuditEntries } from "../row/AuditEntry.ts"
import { kinds } from "../row/Row.ts"
import type { AccountId, AuditEntryId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import { RetentionWork } from "./AuditWork.ts"
import * as Changes from "./Changes.ts"
import { nextEnd } from "./Retention.ts"

export interface Asking {
  readonly actor: Actor
  /** The network of whoever asks; null when it is not known. */
  readonly network: string | null
  /** The accounts that are known besides those that the decision has read. */
  readonly accounts: ReadonlyArray<Account>
}

/** Returns the part of a commit that writes an entry, if the account has an audit log. */
export const entry = (
  { auditLogDays, id: account }: Pick<Account, "auditLogDays" | "id">,
  written: Pick<AuditEntry, "action" | "actor" | "count" | "fields" | "network" | "operation" | "subject">,
  { ids, now: at }: Pick<Grounds, "ids" | "now">
): Partial<Commit.Commit> => {
  if (auditLogDays === undefined) return {}
  const made: AuditEntry = {
    ...written,
    id: ids.id(at) as AuditEntryId,
    account,
    at,
    endsAt: Instant.plus(at, auditLogDays * Instant.day)
  }
  return { puts: [Commit.put(AuditEntries, made)], due: [RetentionWork.due(made.id, account, nextEnd(made))] }
}

/** The account as it was before; else as the commit makes it, or as whoever asks knows it. */
const settingsOf = (
  id: AccountId,
  { puts }: Commit.Commit,
  facts: Facts.Facts,
  known: ReadonlyArray<Account>
): Pick<Account, "auditLogDays" | "id"> => {
  const row = puts.findLast(({ key, kind }) => kind === "account" && key === id)
  const put = row?.kind === "account" ? row.value : undefined
  const before = Facts.peek(facts, Accounts, id) ?? known.find((account) => account.id === id)
  // Switching a log off is its last entry.
  const days = put?.auditLogDays ?? before?.auditLogDays
  return { id, ...(days === undefined ? {} : { auditLogDays: days }) }
}

/** As much of a change as an entry tells. */
type Summary = Pick<AuditEntry, "account" | "action" | "count" | "fields" | "subject">

const isAlike = (one: Changes.Change, other: Changes.Change): boolean =>
  one.account === other.account && one.action === other.action && one.subject.type === other.subject.type

/** Many changes of one kind are one entry that counts them. */
const gathered = (changes: ReadonlyArray<Changes.Change>): ReadonlyArray<Summary> =>
  Arr.dedupeWith(changes, isAlike).flatMap((first): ReadonlyArray<Summary> => {
    const some = changes.filter((each) => isAlike(first, each))
    return some.length <= Limit.auditEntriesPerChange ? some : [{
      ...first,
      subject: { type: first.subject.type, id: null },
      count: some.length,
      fields: [...new Set(some.flatMap(({ fields }) => fields))].toSorted()
    }]
  })

/**
 * Returns the commit with what it changes in the log of each account that has one.
 *
 * @param name the name of what was done
 */
export const logged = (
  name: string,
  commit: Commit.Commit,
  grounds: Pick<Grounds, "facts" | "ids" | "now">,
  asking: () => Asking
): Commit.Commit => {
  // Most commits change nothing that is spoken of, and most accounts have no log: neither asks for more than this look.
  let asker: Asking | null = null
  // The rows of a commit are nearly always of one account.
  let last: Pick<Account, "auditLogDays" | "id"> | null = null
  const settings = (account: AccountId) =>
    last?.id === account
      ? last
      : last = settingsOf(account, commit, grounds.facts, (asker ??= asking()).accounts)
  const changes = Changes.of(commit, grounds.facts, (account) => settings(account).auditLogDays !== undefined)
  if (changes.length === 0) return commit
  const { actor, network } = asker ?? asking()
  const parts = gathered(changes).map(({ account, ...change }) =>
    entry(settings(account), {
      ...change,
      actor,
      operation: name,
      ...(network === null ? {} : { network })
    }, grounds)
  )
  return Commit.all(commit, ...parts)
}

/** The same decision, whose commit has what it changes in the log of each account that has one. It needs nothing more. */
export const by = <Command, Answer>(
  use: Decision<Command, Answer>,
  asking: (command: Command) => Asking
): Decision<Command, Answer> => ({
  ...use,
  decide: (command, grounds, losses) =>
    Result.map(use.decide(command, grounds, losses), ({ answer, commit }) => ({
      answer,
      commit: logged(use.name, commit, grounds, () => asking(command))
    }))
})

/** Somebody who is no client: there is no network, and nothing is known of the accounts. */
export const party = (type: Exclude<Actor["type"], "key">, id?: string): Asking => ({
  actor: { type, ...(id === undefined ? {} : { id }) },
  network: null,
  accounts: []
})

/** A team is of an account. Where users are made, nothing else may have been read of it. */
const ownerOf = (kind: string, key: string, value: unknown): AccountId | null =>
  kind === kinds.team.name ? key as AccountId : Changes.ownerOf(kind, value)

/** Needs the accounts that own what a decision reads. */
const owners = (needs: Needs.Needs, facts: Facts.Facts): Needs.Needs => {
  const refs = [...needs.rows, ...needs.uniques.flatMap((key) => Facts.peekOwner(facts, key) ?? [])]
  const found = refs.flatMap(({ key, kind }) => {
    const row = facts.rows.get({ kind, key })?.row ?? null
    const owner = row === null && kind !== kinds.team.name ? null : ownerOf(kind, key, row?.value)
    return owner === null ? [] : [owner]
  })
  return found.length === 0 ? needs : Needs.all(needs, Needs.rows(Accounts, [...new Set(found)]))
}

/** The same decision with the accounts that own what it reads, for whoever does not know them. */
export const reading = <Command, Answer>(use: Decision<Command, Answer>): Decision<Command, Answer> => ({
  ...use,
  needs: (command, facts) => owners(use.needs(command, facts), facts)
})

/** An executor whose decisions are somebody's. */
export const executor = (self: Executor["Service"], asking: Asking): Executor["Service"] => ({
  ...self,
  run: (use, command) => self.run(reading(by(use, () => asking)), command),
  runAll: (use, commands) => self.runAll(reading(by(use, () => asking)), commands)
})

/** The same for what the service does by itself. */
export const ofService = <Command, Answer>(use: Decision<Command, Answer>): Decision<Command, Answer> =>
  reading(by(use, () => party("service")))
