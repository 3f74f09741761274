/**
 * Moves an account from one cell to another, with all that belongs to it, or undoes a move that has not come to its end
 * (decisions 20.7). Each step may be repeated, by whichever node, and is done by one: it expects the residence of the account
 * as it was when the step was chosen.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ExpectedRow } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Outcome } from "../commit/Outcome.ts"
import { Directory } from "../port/Directory.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import { Accounts } from "../row/Account.ts"
import type { Progress, State } from "../row/Residence.ts"
import { here } from "../row/Residence.ts"
import type { MoveHalt } from "../service/OperatorCells.ts"
import type { CellName } from "../value/CellName.ts"
import type { AccountId } from "../value/Id.ts"
import * as Cargo from "./Cargo.ts"
import type { Cells } from "./Cells.ts"
import { Belief } from "./Guard.ts"
import type { Head, MovePlace } from "./MovePlace.ts"
import * as MovePlace_ from "./MovePlace.ts"
import type { Step, Wish } from "./MoveStep.ts"
import * as MoveStep from "./MoveStep.ts"

/** The end of a move. */
export type Ended = { readonly _tag: "Done" } | { readonly _tag: "TooLate" } | MoveHalt

/** How long held work is waited for, in elapsed milliseconds, and how often it is looked at. */
export const Patience = Context.Reference<number>("@signalbox/core/cells/Move/Patience", {
  defaultValue: () => 60_000
})
const lookMillis = 50

const busy: MoveHalt = { _tag: "Busy" }

/** Returns why a commit that expects the residence of the account was not applied; null: it was. */
const haltOf = (outcome: Outcome): MoveHalt | null => {
  switch (outcome._tag) {
    case "Done":
      return null
    case "Stale":
      return busy
    case "Taken":
      return { _tag: "Hindered", by: `${outcome.key.index} ${outcome.key.key}` }
    case "Insufficient":
      return { _tag: "Hindered", by: outcome.of }
  }
}

/** The two sides of a move, and the residence of the account at each. */
interface Sides {
  readonly source: MovePlace
  readonly target: MovePlace
  readonly left: Head
  readonly arrived: Head
}

export const make = (cells: Cells["Service"]) => {
  const [home] = cells.names
  const lead = (accounts: ReadonlyArray<AccountId>, from: CellName, to: CellName) =>
    cells.within(home, Effect.flatMap(Directory, (directory) => directory.move(accounts, from, to)))

  const arriving = ({ source }: Sides, progress?: Progress): State => ({
    _tag: "Arriving",
    from: source.cell,
    ...(progress === undefined ? {} : { progress })
  })

  /** Waits until no node holds work of the accounts, whose lanes are closed. A lane may have come meanwhile. */
  const drain = Effect.fnUntraced(function*(accounts: ReadonlyArray<AccountId>, { source }: Sides) {
    const until = (yield* Clock.monotonicTimeNanos) + BigInt(yield* Patience) * 1_000_000n
    for (let quiet = 0;;) {
      const lanes = yield* source.lanesOf(accounts)
      yield* source.pause(lanes)
      const held = yield* source.inside(Cargo.held(lanes))
      quiet = held === 0 ? quiet + 1 : 0
      // What ended between the look at the lanes and that at what is held may have left work in a new lane.
      if (quiet === 2) return null
      if (held > 0 && (yield* Clock.monotonicTimeNanos) >= until) return { _tag: "Held", held } satisfies MoveHalt
      if (held > 0) yield* Effect.sleep(lookMillis)
    }
  })

  const copy = Effect.fnUntraced(function*(
    first: AccountId,
    accounts: ReadonlyArray<AccountId>,
    sides: Sides,
    progress: { readonly place: string | null; readonly pages: number }
  ) {
    const { arrived, source, target } = sides
    const page = yield* source.inside(Cargo.read(accounts, progress.place))
    if (page.kept.length > 0) yield* target.inside(Cargo.keep(page.kept))
    const after: Progress = page.next === null
      ? { _tag: "Copied" }
      : { _tag: "Copying", place: page.next, pages: progress.pages + 1 }
    const head = target.headed(first, arrived, arriving(sides, after))
    return haltOf(
      yield* target.commit({
        ...page.commit,
        expects: [...page.commit.expects ?? [], ...head.expects ?? []],
        puts: [...page.commit.puts ?? [], ...head.puts ?? []]
      })
    )
  })

  /** Removes one page of what a side has, and returns where the next one begins; null: it was the last one. */
  const clearing = Effect.fnUntraced(function*(
    accounts: ReadonlyArray<AccountId>,
    side: MovePlace,
    place: string | null,
    head: ExpectedRow
  ) {
    const page = yield* side.inside(Cargo.clear(accounts, place, head))
    const halt = haltOf(
      yield* side.commit({ ...page.commit, expects: [...page.commit.expects ?? [], head] })
    )
    // Whoever is late, and finds the account here again, removes nothing.
    if (halt === null) yield* page.after
    return { halt, next: page.next }
  })

  const expecting = (first: AccountId, { version }: Head): ExpectedRow => ({
    ref: { kind: "residence", key: first },
    version
  })

  const steps: Readonly<
    Record<Step, (first: AccountId, sides: Sides) => Effect.Effect<MoveHalt | null, StoreError>>
  > = {
    leave: Effect.fnUntraced(function*(first, { left, source, target }) {
      return haltOf(yield* source.commit(source.headed(first, left, { _tag: "Leaving", to: target.cell })))
    }),
    arrive: Effect.fnUntraced(function*(first, sides) {
      const { arrived, left, source, target } = sides
      // Nobody makes a profile of an organization that leaves.
      const accounts = yield* source.inside(Cargo.household(first))
      if (!(yield* source.settle(accounts, first, left, { _tag: "Leaving", to: target.cell }))) return busy
      const held = yield* drain(accounts, sides)
      if (held !== null) return held
      yield* target.pause(yield* source.lanesOf(accounts))
      if (!(yield* target.settle(accounts, first, arrived, arriving(sides)))) return busy
      const begin: Progress = { _tag: "Copying", place: null, pages: 0 }
      return haltOf(yield* target.commit(target.headed(first, arrived, arriving(sides, begin))))
    }),
    copy: Effect.fnUntraced(function*(first, sides) {
      const { arrived: { state }, source } = sides
      const progress = state?._tag === "Arriving" && state.progress?._tag === "Copying"
        ? state.progress
        : { place: null, pages: 0 }
      return yield* copy(first, yield* source.inside(Cargo.household(first)), sides, progress)
    }),
    switch: Effect.fnUntraced(function*(first, { left, source, target }) {
      const accounts = yield* source.inside(Cargo.household(first))
      const before = yield* source.inside(Cargo.digest(accounts))
      const after = yield* target.inside(Cargo.digest(accounts))
      if (!Cargo.isSame(before, after)) return { _tag: "Differs", left: before.counts, arrived: after.counts }
      // By then no node believes that the account is where it was.
      yield* Effect.sleep(yield* Belief)
      yield* lead(accounts, source.cell, target.cell)
      const gone: State = { _tag: "Gone", to: target.cell, isCleared: false }
      const isOwn = yield* source.settle(accounts, first, left, gone)
      const halt = isOwn ? haltOf(yield* source.commit(source.headed(first, left, gone))) : busy
      if (halt === null) return null
      // Whoever undid the move meanwhile did not know that all would lead to the other cell again.
      const now = yield* source.read(first)
      if (now.state?._tag === "Here") yield* lead(accounts, target.cell, source.cell)
      return halt
    }),
    release: Effect.fnUntraced(function*(first, { arrived, source, target }) {
      const accounts = yield* source.inside(Cargo.household(first))
      // What waits is done before requests come: the account is nobody else's any more.
      yield* target.open(yield* target.lanesOf(accounts))
      if (!(yield* target.settle(accounts, first, arrived, here))) return busy
      return haltOf(yield* target.commit(target.headed(first, arrived, here)))
    }),
    clear: Effect.fnUntraced(function*(first, { left, source, target }) {
      const accounts = yield* target.inside(Cargo.household(first))
      for (let place: string | null = null;;) {
        const { halt, next }: { readonly halt: MoveHalt | null; readonly next: string | null } = yield* clearing(
          accounts,
          source,
          place,
          expecting(first, left)
        )
        if (halt !== null) return halt
        if (next === null) break
        place = next
      }
      // Their webhooks are not here any more.
      yield* source.open([...yield* target.lanesOf(accounts), ...yield* source.lanesOf(accounts)])
      const gone: State = { _tag: "Gone", to: target.cell, isCleared: true }
      if (!(yield* source.settle(accounts, first, left, gone))) return busy
      return haltOf(yield* source.commit(source.headed(first, left, gone)))
    }),
    "turn back": Effect.fnUntraced(function*(first, sides) {
      const { arrived, target } = sides
      const state = arriving(sides, { _tag: "Undoing", place: null })
      return haltOf(yield* target.commit(target.headed(first, arrived, state)))
    }),
    retreat: Effect.fnUntraced(function*(first, sides) {
      const { arrived, source, target } = sides
      const accounts = yield* source.inside(Cargo.household(first))
      const progress = arrived.state?._tag === "Arriving" ? arrived.state.progress : undefined
      const place = progress?._tag === "Undoing" ? progress.place : null
      if (place === null) yield* lead(accounts, target.cell, source.cell)
      const { halt, next } = yield* clearing(accounts, target, place, expecting(first, arrived))
      if (halt !== null) return halt
      if (next !== null) {
        return haltOf(
          yield* target.commit(target.headed(first, arrived, arriving(sides, { _tag: "Undoing", place: next })))
        )
      }
      yield* target.open([...yield* source.lanesOf(accounts), ...yield* target.lanesOf(accounts)])
      const gone: State = { _tag: "Gone", to: source.cell, isCleared: true }
      if (!(yield* target.settle(accounts, first, arrived, gone))) return busy
      return haltOf(yield* target.commit(target.headed(first, arrived, gone)))
    }),
    stay: Effect.fnUntraced(function*(first, { left, source }) {
      const accounts = yield* source.inside(Cargo.household(first))
      yield* source.open(yield* source.lanesOf(accounts))
      if (!(yield* source.settle(accounts, first, left, here))) return busy
      return haltOf(yield* source.commit(source.headed(first, left, here)))
    })
  }

  const sidesOf = Effect.fnUntraced(function*(account: AccountId, from: CellName, to: CellName) {
    const source = MovePlace_.make(cells, from)
    const target = MovePlace_.make(cells, to)
    return { source, target, left: yield* source.read(account), arrived: yield* target.read(account) } satisfies Sides
  })

  return {
    /** Returns the move of an account that has been begun, and not brought to its end. */
    running: Effect.fnUntraced(function*(account: AccountId) {
      for (const cell of cells.names) {
        const { state } = yield* MovePlace_.make(cells, cell).read(account)
        if (state?._tag === "Leaving") return { from: cell, to: state.to }
        if (state?._tag === "Gone" && !state.isCleared) return { from: cell, to: state.to }
      }
      return null
    }),
    /** Returns the account as the cell has it. */
    find: (account: AccountId, cell: CellName) =>
      Effect.map(
        MovePlace_.make(cells, cell).inside(Effect.flatMap(Store, (store) => store.load(Needs.row(Accounts, account)))),
        (facts) => Facts.get(facts, Accounts, account)
      ),
    /** Takes one step after the other, until nothing is left to do or it goes no further. */
    run: Effect.fnUntraced(function*(
      wish: Wish,
      account: AccountId,
      from: CellName,
      to: CellName
    ): Effect.fn.Return<Ended, StoreError> {
      for (;;) {
        const sides: Sides = yield* sidesOf(account, from, to)
        const next = MoveStep.next(wish, sides.left.state, sides.arrived.state)
        if (next._tag !== "Step") return next
        const halt: MoveHalt | null = yield* steps[next.step](account, sides)
        if (halt !== null) return halt
      }
    })
  }
}
