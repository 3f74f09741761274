/**
 * Keeps a cell from deciding about accounts that it does not have any more, or not yet (decisions 20.7). A commit that
 * concerns an account expects its residence as this node has read it, so that one that was decided before the account left
 * cannot be applied afterwards. Where that is still right it costs a row that is locked, and nothing that is loaded.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Commit from "../commit/Commit.ts"
import * as Needs from "../commit/Needs.ts"
import type { Outcome } from "../commit/Outcome.ts"
import { stale } from "../commit/Outcome.ts"
import type { Store, StoreError } from "../port/Store.ts"
import { Accounts } from "../row/Account.ts"
import * as Kind from "../row/Kind.ts"
import type { State } from "../row/Residence.ts"
import { here, Residences } from "../row/Residence.ts"
import type { AccountId } from "../value/Id.ts"
import * as Leads from "./Leads.ts"
import * as Owners from "./Owners.ts"
import { Remembered } from "./Remembered.ts"

/** For how many elapsed milliseconds a node believes that an account is where it was, without asking again. */
export const Belief = Context.Reference<number>("@signalbox/core/cells/Guard/Belief", { defaultValue: () => 1000 })

/** The residence of an account as a node has read it. */
export interface Known {
  readonly version: number
  /** Null: it has none. */
  readonly state: State | null
  /** Whether the cell has the account itself. */
  readonly isKept: boolean
  /** In elapsed nanoseconds. */
  readonly readAt: bigint
}

/** How an account stands to a cell. */
export type Standing =
  /** It is here, or the cell does not know it, and says so by itself. */
  | "Here"
  /** It is on its way, and will be here or elsewhere soon. */
  | "Moving"
  | "Gone"

const standingOf = ({ state }: Known): Standing => {
  switch (state?._tag) {
    case undefined:
    case "Here":
      return "Here"
    case "Leaving":
    case "Arriving":
      return "Moving"
    case "Gone":
      return "Gone"
  }
}

/** The residences of the accounts of a batch. */
export interface Look {
  /** Returns whether all accounts that the commit concerns are here. */
  readonly isHere: (commit: Commit.Commit) => boolean
  /** Applies commits of the batch, each of which expects the residences of its accounts. */
  readonly commit: Store["Service"]["commit"]
}

export class Guard extends Context.Service<Guard, {
  /** Returns how an account stands to the cell, as this node has read it a second ago at most. */
  readonly standing: (account: string) => Effect.Effect<Standing, StoreError>
  /** The store of the cell as it is, for whoever moves accounts. */
  readonly bare: Store["Service"]
  /** Looks up the residences of all accounts that a batch concerns, as far as this node does not remember them. */
  readonly look: (batch: ReadonlyArray<Commit.Commit>) => Effect.Effect<Look, StoreError>
}>()("@signalbox/core/cells/Guard") {}

/** How many residences a node remembers. */
const most = 100_000

/**
 * Work is fenced by its lease: an account leaves when nobody holds any work of it, and whatever is done until then belongs to
 * it.
 */
const isFenced = (commit: Commit.Commit): boolean =>
  commit.completes.length + commit.holds.length + commit.releases.length > 0

const expected = (account: string, version: number): Commit.Expected => ({
  ref: Kind.ref(Residences, account),
  version
})

/** Returns the commit that gives an account its residence. */
const settling = (account: string): Commit.Commit =>
  Commit.make({
    expects: [expected(account, 0)],
    puts: [Commit.put(Residences, { account: account as AccountId, state: here })]
  })

export const make = (store: Store["Service"], belief: number): Guard["Service"] => {
  const known = new Remembered<Known>(most)

  const read = Effect.fnUntraced(function*(accounts: ReadonlyArray<string>) {
    // What is read is as old as the question.
    const readAt = yield* Clock.monotonicTimeNanos
    const facts = yield* store.load(Needs.all(Needs.rows(Residences, accounts), Needs.rows(Accounts, accounts)))
    return accounts.map((account): readonly [string, Known] => {
      const found = facts.rows.get(Kind.ref(Residences, account))
      const state = found?.row?.kind === "residence" ? found.row.value.state : null
      const isKept = (facts.rows.get(Kind.ref(Accounts, account))?.row ?? null) !== null
      const entry = { version: found?.version ?? 0, state, isKept, readAt }
      known.set(account, entry)
      return [account, entry]
    })
  })

  const isFresh = ({ readAt }: Known, now: bigint): boolean => now - readAt < BigInt(belief) * 1_000_000n

  /**
   * Returns what is known of each account, after what is not was read, and what is not fresh for those of which the directory
   * is to be told something: nothing is entered for a cell once it has given an account away.
   */
  const learn = Effect.fnUntraced(function*(accounts: ReadonlyArray<string>, entered: ReadonlySet<string>) {
    const now = entered.size === 0 ? 0n : yield* Clock.monotonicTimeNanos
    const found = new Map(accounts.flatMap((account) => {
      const entry = known.get(account)
      return entry === undefined || (entered.has(account) && !isFresh(entry, now)) ? [] : [[account, entry] as const]
    }))
    const unknown = accounts.filter((account) => !found.has(account))
    if (unknown.length > 0) { for (const [account, entry] of yield* read(unknown)) found.set(account, entry) }
    return found
  })

  /** Returns the accounts whose residences each commit has to expect. */
  const owners = Effect.fnUntraced(function*(batch: ReadonlyArray<Commit.Commit>) {
    const found = new Map(batch.map((commit) => [commit, isFenced(commit) ? [] : Owners.told(commit)]))
    const removing = batch.filter((commit) => !isFenced(commit) && Owners.removed(commit).length > 0)
    if (removing.length === 0) return found
    const facts = yield* store.load({ ...Needs.none, rows: removing.flatMap(Owners.removed) })
    for (const commit of removing) found.set(commit, Owners.ofRemoved(facts, commit.deletes))
    return found
  })

  /** Gives a residence to each account that has none, and that the cell has, or gets with this batch. */
  const settle = Effect.fnUntraced(function*(batch: ReadonlyArray<Commit.Commit>, found: Map<string, Known>) {
    const without = [...found].flatMap(([account, { isKept, state }]) => state === null ? [{ account, isKept }] : [])
    if (without.length === 0) return
    const made = new Set(batch.flatMap(({ puts }) => puts.flatMap(({ key, kind }) => kind === "account" ? [key] : [])))
    const homeless = without.flatMap(({ account, isKept }) => isKept || made.has(account) ? [account] : [])
    if (homeless.length === 0) return
    yield* store.commit(homeless.map(settling))
    for (const [account, entry] of yield* read(homeless)) found.set(account, entry)
  })

  return {
    bare: store,
    standing: Effect.fnUntraced(function*(account) {
      const found = known.get(account)
      const now = yield* Clock.monotonicTimeNanos
      if (found !== undefined && isFresh(found, now)) return standingOf(found)
      return standingOf(new Map(yield* read([account])).get(account)!)
    }),
    look: Effect.fnUntraced(function*(batch) {
      const accounts = yield* owners(batch)
      const entered = new Set(batch.flatMap((commit) => Leads.has(commit) ? accounts.get(commit)! : []))
      const found = yield* learn([...new Set([...accounts.values()].flat())], entered)
      // The directory may have changed one that makes an account.
      const of = (commit: Commit.Commit) => accounts.get(commit) ?? Owners.told(commit)
      return {
        isHere: (commit) => of(commit).every((account) => standingOf(found.get(account)!) === "Here"),
        commit: Effect.fnUntraced(function*(batch) {
          yield* settle(batch, found)
          const outcomes = yield* store.commit(batch.map((commit) => {
            const own = of(commit)
            return own.length === 0 ? commit : {
              ...commit,
              expects: [...commit.expects, ...own.map((account) => expected(account, found.get(account)!.version))]
            }
          }))
          for (const [index, { _tag }] of outcomes.entries()) {
            // It may be a residence that has changed.
            if (_tag === "Stale") { for (const account of of(batch[index]!)) known.delete(account) }
          }
          return outcomes
        })
      }
    })
  }
}

/** The answer to a commit about an account that is not here: whoever asks again finds it where it is by then. */
export const elsewhere: Outcome = stale("residence")
