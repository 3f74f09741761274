/**
 * Finds the lanes of accounts, and the work that waits in them.
 */
import * as Effect from "effect/Effect"
import { FanoutWork } from "../delivery/FanoutWork.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import { Relocation } from "../port/Relocation.ts"
import type { AccountId } from "../value/Id.ts"
import type { Lane } from "../work/Work.ts"
import * as Belongings from "./Belongings.ts"
import type { CargoSource } from "./CargoSource.ts"
import { write } from "./CargoSource.ts"
import * as Companions from "./Companions.ts"

const workAtATime = 200

const lanesAtATime = 1000

/** How many sets of lapsing work are looked at together. */
const settledAtATime = 20_000

const kindsOf = (owner: "account" | "webhook"): ReadonlyArray<string> =>
  Object.entries(Belongings.lanes).flatMap(([kind, of]) => of === owner ? [kind] : [])

const ofOwners = (kinds: ReadonlyArray<string>, owners: ReadonlyArray<string>): ReadonlyArray<Lane> =>
  owners.flatMap((owner) => kinds.map((kind): Lane => `${kind}:${owner}`))

/** Returns the lanes of an account and of its webhooks, whether something waits in them or not. */
export const ofAccount = Effect.fnUntraced(function*(account: AccountId) {
  const webhooks = yield* Companions.webhooksOf(account)
  return [...ofOwners(kindsOf("account"), [account]), ...ofOwners(kindsOf("webhook"), webhooks)].toSorted()
})

/** Returns some of the lines of accounts at carriers in which something waits, and the lane behind which it goes on. */
export const lines = Effect.fnUntraced(function*(accounts: ReadonlyArray<AccountId>, after: Lane | null) {
  const { lanes } = yield* Relocation
  const found = yield* lanes({ kind: SubmissionWork.lane.name, after, limit: lanesAtATime })
  const own = new Set<string>(accounts)
  return {
    lanes: found.filter((lane) => own.has(Companions.accountOf(lane))),
    next: found.length < lanesAtATime ? null : found.at(-1) ?? null
  }
})

/** It finds nothing, and makes all work of the accounts such as the others find. */
export const settling: CargoSource = {
  over: "all",
  read: (owners, after) =>
    Effect.gen(function*() {
      const { settle } = yield* Relocation
      return { portion: {}, next: yield* settle({ owners, after, looked: settledAtATime }) }
    })
}

const ofLanes: CargoSource = {
  over: "each",
  read: ([account], after) =>
    Effect.gen(function*() {
      const { waiting } = yield* Relocation
      const { due, next } = yield* waiting({ lanes: yield* ofAccount(account), after, limit: workAtATime })
      return { portion: { due }, next }
    })
}

/** Events that wait to become deliveries come with the work that makes them. */
const fanouts: CargoSource = {
  over: "each",
  read: ([account], after) =>
    Effect.gen(function*() {
      const { waiting } = yield* Relocation
      const { due, next } = yield* waiting({ lanes: [FanoutWork.lane.of(account)], after, limit: 10 })
      return { portion: { puts: yield* Companions.eventsOfWork(due.map(({ work }) => work)) }, next }
    })
}

const ofLines: CargoSource = {
  over: "all",
  read: (accounts, place) =>
    Effect.gen(function*() {
      const { waiting } = yield* Relocation
      const [behind = null, after = null] = place === null ? [] : JSON.parse(place) as [Lane | null, string | null]
      const { lanes, next: following } = yield* lines(accounts, behind)
      const { due, next } = yield* waiting({ lanes, after, limit: workAtATime })
      return {
        portion: { due },
        next: next === null ? following === null ? null : write(following, null) : write(behind, next)
      }
    })
}

/** Events that wait are not found without the work that leads to them. */
export const sources: ReadonlyArray<CargoSource> = [fanouts, ofLanes, ofLines]
