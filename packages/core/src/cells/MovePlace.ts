/**
 * One side of a move: a cell, with the residences and the lanes of the accounts that are moved.
 */
import * as Effect from "effect/Effect"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Outcome } from "../commit/Outcome.ts"
import * as Restriction from "../engine/Restriction.ts"
import { WorkSignal } from "../engine/WorkSignal.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import { Lines } from "../row/Line.ts"
import type { State } from "../row/Residence.ts"
import { Residences } from "../row/Residence.ts"
import type { CellName } from "../value/CellName.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Lane } from "../work/Work.ts"
import { laneKind } from "../work/Work.ts"
import * as Cargo from "./Cargo.ts"
import type { Cells, Inside } from "./Cells.ts"
import { Guard } from "./Guard.ts"

/** A residence as it was read. */
export interface Head {
  readonly state: State | null
  readonly version: number
}

/** How many residences, or lanes, one commit changes. */
const together = 200

const paged = <Item>(items: ReadonlyArray<Item>): ReadonlyArray<ReadonlyArray<Item>> =>
  Array.from(
    { length: Math.ceil(items.length / together) },
    (_, page) => items.slice(page * together, (page + 1) * together)
  )

const put = (account: AccountId, state: State) => Commit.put(Residences, { account, state })

export const make = (cells: Cells["Service"], cell: CellName) => {
  /** Does something with the store of the cell as it is: the move does what nobody else may. */
  const inside = <A, E>(effect: Effect.Effect<A, E, Inside | Store>) =>
    cells.within(
      cell,
      Effect.flatMap(Guard, ({ bare }) => Effect.provideService(effect, Store, bare))
    )

  const load = (needs: Needs.Needs) => inside(Effect.flatMap(Store, (store) => store.load(needs)))

  const commit = (parts: Partial<Commit.Commit>): Effect.Effect<Outcome, StoreError> =>
    inside(Effect.flatMap(Store, (store) => store.commit([Commit.make(parts)]))).pipe(Effect.map(([first]) => first!))

  const known = (facts: Facts.Facts, account: AccountId): Head => ({
    state: Facts.get(facts, Residences, account)?.state ?? null,
    version: Facts.expected(facts, Residences, account).version
  })

  const read = (account: AccountId): Effect.Effect<Head, StoreError> =>
    Effect.map(load(Needs.row(Residences, account)), (facts) => known(facts, account))

  /** Expects the residence of the first account as it was read, and puts another one. */
  const headed = (account: AccountId, { version }: Head, state: State): Partial<Commit.Commit> => ({
    expects: [{ ref: { kind: Residences.name, key: account }, version }],
    puts: [put(account, state)]
  })

  /** Gives all accounts but the first a residence, as long as that of the first one is as it was read. */
  const settle = Effect.fnUntraced(function*(
    accounts: ReadonlyArray<AccountId>,
    first: AccountId,
    head: Head,
    state: State
  ) {
    for (const page of paged(accounts.filter((account) => account !== first))) {
      const outcome = yield* commit({
        expects: [{ ref: { kind: Residences.name, key: first }, version: head.version }],
        puts: page.map((account) => put(account, state))
      })
      if (outcome._tag !== "Done") return false
    }
    return true
  })

  const lanesOf = Effect.fnUntraced(function*(accounts: ReadonlyArray<AccountId>) {
    const found: Array<Lane> = []
    for (let place: string | null = null;;) {
      const page: Cargo.Lanes = yield* inside(Cargo.lanes(accounts, place))
      found.push(...page.lanes)
      if (page.next === null) return found
      place = page.next
    }
  })

  const pause = Effect.fnUntraced(function*(lanes: ReadonlyArray<Lane>) {
    for (const page of paged(lanes)) {
      yield* commit({ pauses: page.map((lane) => ({ lane, until: Limit.pausedForEver })) })
    }
  })

  /** Returns until when a lane stays closed: by the operator, or because its carrier is busy. */
  const closedUntil = (facts: Facts.Facts, lane: Lane, now: Instant.Instant): Instant.Instant | null => {
    if (Restriction.isPaused(facts, lane)) return Limit.pausedForEver
    const line = laneKind(lane) === SubmissionWork.lane.name ? Facts.get(facts, Lines, LaneKind.owner(lane)) : null
    return line !== null && line.until > now ? line.until : null
  }

  return {
    cell,
    inside,
    commit,
    read,
    headed,
    settle,
    lanesOf,
    pause,
    /** Opens lanes, and wakes the workers of the cell. */
    open: Effect.fnUntraced(function*(lanes: ReadonlyArray<Lane>) {
      for (const page of paged([...new Set(lanes)])) {
        const lines = page.filter((lane) => laneKind(lane) === SubmissionWork.lane.name).map(LaneKind.owner)
        const facts = yield* load(Needs.all(Restriction.needs, Needs.rows(Lines, lines)))
        const now = yield* inside(Instant.now)
        yield* commit({ pauses: page.map((lane) => ({ lane, until: closedUntil(facts, lane, now) })) })
      }
      yield* inside(Effect.flatMap(WorkSignal, ({ raise, raiseElsewhere }) => Effect.andThen(raise, raiseElsewhere)))
    })
  }
}

export type MovePlace = ReturnType<typeof make>
