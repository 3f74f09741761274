/**
 * Finds what accounts have besides rows and work: balances, counters and the keys of both, sums of usage, answers for
 * replays, and documents.
 */
import * as Effect from "effect/Effect"
import { Documents } from "../port/Documents.ts"
import { Relocation } from "../port/Relocation.ts"
import { Store } from "../port/Store.ts"
import type { AccountId } from "../value/Id.ts"
import * as Money from "../value/Money.ts"
import * as Belongings from "./Belongings.ts"
import type { CargoSource } from "./CargoSource.ts"
import { nothing } from "./CargoSource.ts"

const atATime = 200

/** Few days are read together: each has a sum for every country and outcome. */
const daysAtATime = 4

/** The names of all counters of an account. */
export const countersOf = (account: AccountId): ReadonlyArray<string> =>
  Belongings.counters.flatMap((name) => [`${name}/${account}`, `${name}/${account}/`])

const balances: CargoSource = {
  over: "each",
  read: ([account], after) =>
    Effect.gen(function*() {
      const relocation = yield* Relocation
      const { next, sums } = yield* relocation.sums({ book: "balance", names: [account], after, limit: atATime })
      const debits = sums.filter(({ amount }) => amount !== 0).map(({ amount }) => ({
        account,
        amount: Money.make(0 - amount),
        floor: Money.zero,
        once: null
      }))
      return { portion: { debits }, next }
    })
}

const counters: CargoSource = {
  over: "each",
  read: ([account], after) =>
    Effect.gen(function*() {
      const relocation = yield* Relocation
      const query = { book: "counter", names: countersOf(account), after, limit: atATime } as const
      const { next, sums } = yield* relocation.sums(query)
      const counts = sums.filter(({ amount }) => amount !== 0).map(({ amount: by, name: counter }) => ({
        counter,
        by,
        ceiling: null,
        once: null
      }))
      return { portion: { counts }, next }
    })
}

const onces = (book: "balance" | "counter"): CargoSource => ({
  over: "each",
  read: ([account], after) =>
    Effect.gen(function*() {
      const relocation = yield* Relocation
      const names = book === "balance" ? [account] : countersOf(account)
      const { next, onces: kept } = yield* relocation.onces({ book, names, after, limit: atATime })
      return { portion: { kept }, next }
    })
})

const usage: CargoSource = {
  over: "each",
  read: ([account], after) =>
    Effect.gen(function*() {
      const days = yield* Effect.flatMap(Relocation, (relocation) =>
        relocation.days({ account, after, limit: daysAtATime }))
      const [first] = days
      const last = days.at(-1)
      if (first === undefined || last === undefined) {
        return nothing
      }
      const tallies = yield* Effect.flatMap(Store, (store) =>
        store.usage({ account, first, last }))
      return { portion: { tallies }, next: days.length < daysAtATime ? null : last }
    })
}

const answers: CargoSource = {
  over: "each",
  read: ([account], after) =>
    Effect.gen(function*() {
      const relocation = yield* Relocation
      const { answered: kept, next } = yield* relocation.answered({ account, after, limit: atATime })
      return { portion: { kept }, next }
    })
}

/** One at a time, since a document may be as large as all else that goes with a commit. */
const documents: CargoSource = {
  over: "each",
  read: ([account], after) =>
    Effect.gen(function*() {
      const found = yield* Effect.flatMap(Documents, ({ next }) => next(account, after ?? ""))
      return found === null
        ? nothing
        : { portion: { kept: [{ _tag: "Document" as const, ...found }] }, next: found.document.id }
    })
}

export const sources: ReadonlyArray<CargoSource> = [
  balances,
  onces("balance"),
  counters,
  onces("counter"),
  usage,
  answers,
  documents
]
