/**
 * A kind of work that is added, as docs/architecture.md says it: a name, a decision, a job, and the worker carries it out.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { plus } from "@signalbox/core/Instant"
import { done } from "@signalbox/core/internal/commit/Decision"
import * as LeasedDecision from "@signalbox/core/internal/commit/LeasedDecision"
import * as Job from "@signalbox/core/internal/engine/Job"
import * as LaneKind from "@signalbox/core/internal/work/LaneKind"
import * as WorkName from "@signalbox/core/internal/work/WorkName"
import * as Needs from "@signalbox/core/Needs"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import * as Workers from "@signalbox/core/Worker"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import { nodes } from "./WorkerNode.ts"

const account = Given.account()

/** Its name, which alone knows its lane and its key. */
const RenamingWork = WorkName.make({
  kind: "renaming",
  lane: LaneKind.make("renaming", 4, (owner: AccountId) => owner),
  key: { write: (name: string) => [name], read: ([name = ""]) => name }
})

/** The decision, a pure function: the engine completes the work with whatever it commits. */
const Renaming = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "accounts.renaming",
  needs: () => Needs.row(Accounts, account.id),
  decide: ({ lease }, { facts }) => {
    const found = Facts.get(facts, Accounts, account.id)
    const puts = found === null ? [] : [Commits.put(Accounts, { ...found, name: RenamingWork.target(lease) })]
    return done(undefined, Commits.make({ expects: [Facts.expected(facts, Accounts, account.id)], puts }))
  }
})

const RenamingJob = Job.make({
  work: RenamingWork,
  decides: Renaming,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})

const layer = Workers.layer({ node: nodes[0]!, pollMillis: 5 }).pipe(
  Layer.provide(Layer.effect(Workers.Handlers, Job.handlers([RenamingJob]))),
  Layer.provideMerge(Service.engineLayer),
  Layer.provide(FixedSecrets.layer),
  Layer.provideMerge(MemoryStore.layerStore),
  Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
)

it("work of a kind that is added falls due, is decided and ends", async () => {
  await Bench.run(
    layer,
    Effect.gen(function*() {
      const store = yield* Store
      const at = plus(Given.now, 60_000)
      yield* store.commit([
        Commits.make({
          puts: [Commits.put(Accounts, account)],
          due: [RenamingWork.due("Acme and Sons", account.id, at)]
        })
      ])
      const name = Effect.map(
        store.load(Needs.row(Accounts, account.id)),
        (facts) => Facts.get(facts, Accounts, account.id)?.name
      )
      yield* Bench.idle
      expect(yield* name).toBe(account.name)
      expect(yield* store.nextDue(0)).toEqual(Option.some(at))
      yield* Bench.travel(at)
      expect(yield* name).toBe("Acme and Sons")
      expect(yield* store.nextDue(0)).toEqual(Option.none())
    })
  )
})
