/**
 * All that belongs to some accounts, page by page, as it is read from the store of one cell, written into that of another,
 * compared, and removed (decisions 20.6). The accounts are those that move together: an organization with all its
 * profiles, or a person. Nobody serves them meanwhile, so nothing of theirs changes between two pages.
 */
import * as Effect from "effect/Effect"
import type { Commit, ExpectedRow } from "../commit/Commit.ts"
import { Documents } from "../port/Documents.ts"
import { Relocation } from "../port/Relocation.ts"
import type { Store, StoreError } from "../port/Store.ts"
import { kinds } from "../row/Row.ts"
import type { KindName } from "../row/Row.ts"
import type { AccountId } from "../value/Id.ts"
import type { Lane } from "../work/Work.ts"
import * as Belongings from "./Belongings.ts"
import type { Digest } from "./CargoDigest.ts"
import { Digesting } from "./CargoDigest.ts"
import * as CargoRows from "./CargoRows.ts"
import type { CargoSource } from "./CargoSource.ts"
import * as CargoSums from "./CargoSums.ts"
import * as CargoWork from "./CargoWork.ts"
import type { Kept, Portion } from "./Portion.ts"
import * as Portion_ from "./Portion.ts"

export type { Digest } from "./CargoDigest.ts"
export { isSame } from "./CargoDigest.ts"
export type { Kept } from "./Portion.ts"

/** The accounts that move together, sorted by their ids. */
export type Accounts = ReadonlyArray<AccountId>

type Reading<A> = Effect.Effect<A, StoreError, Store>

const rowSources = (Object.keys(Belongings.rows) as ReadonlyArray<KindName>).flatMap((kind) =>
  Belongings.rows[kind].flatMap((way) => CargoRows.of(kind, way))
)

/** Removal takes what leads to others behind them, so that an interrupted one goes on with all that is left. */
const removing: ReadonlyArray<CargoSource> = [...CargoWork.sources, ...CargoSums.sources, ...rowSources]

/** Reading takes it before them, so that whatever has come into another store is found there, wherever the reading ends. */
const orders = {
  read: [CargoWork.settling, ...removing.toReversed()],
  clear: [CargoWork.settling, ...removing]
} as const satisfies Readonly<Record<string, ReadonlyArray<CargoSource>>>

/** So many questions are asked for one page, whether they find something or not. */
const questions = 256

/** So many accounts are asked for beside each other, at most so many at the same time. */
const mostBeside = 32
const concurrency = 4

/** The source that is asked next, the place of the account in the list of all, and the place within the source. */
type Place = readonly [source: number, account: number, inner: string | null]

const begin: Place = [0, 0, null]

const readPlace = (place: string | null): Place => place === null ? begin : JSON.parse(place) as Place

const following = ([source, account]: Place, { over }: CargoSource, accounts: Accounts): Place =>
  over === "each" && account + 1 < accounts.length ? [source, account + 1, null] : [source + 1, 0, null]

interface Read {
  readonly portion: Portion
  readonly next: string | null
}

/**
 * Reads until there is enough for a commit. An account that has nothing is no reason to wait for the answer before the next
 * one is asked for: most profiles have nothing of most kinds.
 */
const portion = Effect.fnUntraced(function*(order: keyof typeof orders, accounts: Accounts, from: string | null) {
  const gathering = new Portion_.Gathering(yield* Portion_.Things)
  const sources: ReadonlyArray<CargoSource> = orders[order]
  let place = readPlace(from)
  let width = 1
  for (let asked = 0; asked < questions && !gathering.isFull;) {
    const [source, from] = [sources[place[0]], place[2]]
    const [account, ...others] = accounts.slice(place[1])
    if (source === undefined || account === undefined) return { portion: gathering.whole, next: null } satisfies Read
    const beside = source.over === "each" && from === null
      ? others.slice(0, Math.min(width, questions - asked) - 1)
      : []
    const first = source.read(source.over === "each" ? [account] : [account, ...others], from)
    const all = yield* Effect.all([first, ...beside.map((each) => source.read([each], null))], { concurrency })
    asked += all.length
    width = Math.min(mostBeside, 2 * width)
    for (const { next, portion } of all) {
      if (gathering.add({ ...Portion_.empty, ...portion })) width = 1
      place = next === null ? following(place, source, accounts) : [place[0], place[1], next]
      // What was read beside it is read again.
      if (next !== null || gathering.isFull) break
    }
  }
  return { portion: gathering.whole, next: place[0] < sources.length ? JSON.stringify(place) : null } satisfies Read
})

export interface Page {
  /** Rows, work, and what makes sums of 0 what they were: applied once, since sums are added. It may be empty. */
  readonly commit: Partial<Commit>
  /** The rest, which no commit can write. */
  readonly kept: ReadonlyArray<Kept>
  /** Where the next page begins; null: it was the last. */
  readonly next: string | null
}

/** Returns a page of what belongs to the accounts, in an order that stays. */
export const read = (accounts: Accounts, place: string | null): Reading<Page> =>
  Effect.map(portion("read", accounts, place), ({ next, portion: { kept, ...commit } }) => ({ commit, kept, next }))

/** Writes what a page has besides its commit. It may be written again. */
export const keep = Effect.fnUntraced(function*(kept: ReadonlyArray<Kept>) {
  const [documents, relocation] = [yield* Documents, yield* Relocation]
  const others = kept.flatMap((each) => each._tag === "Document" ? [] : [each])
  if (others.length > 0) yield* relocation.keep(others)
  for (const each of kept) {
    if (each._tag === "Document") yield* documents.restore({ document: each.document, until: each.until })
  }
})

/** Returns what the belongings of the accounts come to. */
export const digest = (accounts: Accounts): Reading<Digest> =>
  Effect.gen(function*() {
    const digesting = new Digesting()
    let place: string | null = null
    do {
      const page: Read = yield* portion("read", accounts, place)
      digesting.add(page.portion)
      place = page.next
    } while (place !== null)
    return digesting.digest
  })

export interface Clearing {
  /** Removes rows and work. It may be applied again, and may be empty. */
  readonly commit: Partial<Commit>
  /** Removes documents, behind the commit. It may be done again. */
  readonly after: Effect.Effect<void, StoreError>
  readonly next: string | null
}

/** How many sums, keys and answers of an account are removed together. */
const forgottenAtATime = 500

/** Removes what no commit can, of one account after the other, and returns which is next. */
const forgotten = Effect.fnUntraced(function*(accounts: Accounts, from: number, whileAt: ExpectedRow | null) {
  const relocation = yield* Relocation
  let index = from
  for (let asked = 0; asked < questions; asked++) {
    const account = accounts[index]
    if (account === undefined) return null
    const isLeft = yield* relocation.forget({
      account,
      counters: CargoSums.countersOf(account),
      most: forgottenAtATime,
      ...(whileAt === null ? {} : { whileAt })
    })
    if (!isLeft) index++
  }
  return index < accounts.length ? index : null
})

/**
 * Returns a page of the removal of what belongs to the accounts; it has removed by itself what no commit can. The commit
 * of a page must be applied, and what comes after it done, before the next one is asked for.
 *
 * @param whileAt sums, keys and answers go only while this row stands at this version; null: whatever stands there
 */
export const clear = (
  accounts: Accounts,
  place: string | null,
  whileAt: ExpectedRow | null = null
): Reading<Clearing> =>
  Effect.gen(function*() {
    if (place !== null && place.startsWith("sums ")) {
      const next = yield* forgotten(accounts, Number(place.slice("sums ".length)), whileAt)
      return { commit: {}, after: Effect.void, next: next === null ? null : `sums ${next}` }
    }
    const { next, portion: { due, kept, puts } } = yield* portion("clear", accounts, place)
    const documents = yield* Documents
    const ids = kept.flatMap((each) => each._tag === "Document" ? [each.document.id] : [])
    return {
      after: ids.length === 0 ? Effect.void : documents.remove(ids),
      commit: { deletes: puts.map(({ key, kind }) => ({ kind, key })), cancels: due.map(({ work }) => work) },
      next: next ?? "sums 0"
    }
  })

export interface Lanes {
  readonly lanes: ReadonlyArray<Lane>
  readonly next: string | null
}

/**
 * Returns some of the lanes of the accounts: those of each account and of its webhooks, and then those of their lines at
 * carriers in which something waits or which are paused. Work that is still under way may add such a line.
 */
export const lanes = (accounts: Accounts, place: string | null): Reading<Lanes> =>
  Effect.gen(function*() {
    const [index = 0, after = null] = place === null ? [] : JSON.parse(place) as [number, Lane | null]
    const account = accounts[index]
    if (account !== undefined) {
      return { lanes: yield* CargoWork.ofAccount(account), next: JSON.stringify([index + 1, null]) }
    }
    const { lanes, next } = yield* CargoWork.lines(accounts, after)
    return { lanes, next: next === null ? null : JSON.stringify([index, next]) }
  })

/** Returns how many items of these lanes nodes hold. */
export const held = (lanes: ReadonlyArray<Lane>): Effect.Effect<number, StoreError> =>
  Effect.flatMap(Relocation, (relocation) => relocation.held(lanes))

/** Returns the accounts that move with an organization or a person, itself among them, deleted profiles as well. */
export const household = Effect.fnUntraced(function*(account: AccountId) {
  const { keys } = yield* Relocation
  const found = new Set([account])
  const by = { field: "organization", values: [account] }
  let after: string | null = ""
  while (after !== null) {
    const page: { readonly keys: ReadonlyArray<string>; readonly next: string | null } = yield* keys({
      kind: kinds.account.name,
      by,
      after,
      looked: 5000,
      found: 5000
    })
    for (const key of page.keys) found.add(key as AccountId)
    after = page.next
  }
  return [...found].toSorted()
})
