/**
 * The way to a cell: what is remembered, what is asked again, and what is sought.
 */
import type { Inside } from "@signalbox/core/Cells"
import * as Commit from "@signalbox/core/Commit"
import { LeaseLost } from "@signalbox/core/Executor"
import type { AccountId } from "@signalbox/core/Id"
import * as Leads from "@signalbox/core/internal/cells/Leads"
import type { State } from "@signalbox/core/internal/row/Residence"
import { Residences } from "@signalbox/core/internal/row/Residence"
import type { Store, StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { eu, us } from "./World.ts"
import * as World from "./World.ts"

const account = "10000000-0000-4000-8000-000000000001" as AccountId
const lead = Leads.ofNumber("+12015559000")

const run = (use: (world: World.World) => Effect.Effect<void, unknown, Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(World.make, use)))

const denied = (by: string) => (name: string) => name === by

describe("the way to a cell", () => {
  it("goes where the directory leads, remembers it, and leads nowhere otherwise", () =>
    run(({ directory, named, routing }) =>
      Effect.gen(function*() {
        expect(yield* routing.at(lead, named)).toBe(null)
        expect(yield* routing.by(lead, named)).toBe("eu")
        yield* directory.enter([{ lead: Leads.ofAccount(account), account, cell: us }])
        expect(yield* routing.of(account, named)).toBe("us")
      })
    ))

  it("is asked for again when the cell denies, and found where it is by then", () =>
    run(({ away, directory, named, routing }) =>
      Effect.gen(function*() {
        yield* directory.enter([{ lead, account, cell: us }])
        expect(yield* routing.confirmed(lead, named, denied("us"))).toBe("us")
        yield* directory.replace({ lead, account, cell: eu }, us, 0)
        expect(yield* routing.confirmed(lead, named, denied("eu"))).toBe("us")
        expect(yield* routing.confirmed(lead, named, denied("us"))).toBe("eu")
        // The directory is in the cell that is away; what the other one denies stays denied.
        yield* directory.replace({ lead, account, cell: us }, eu, 0)
        expect(yield* routing.confirmed(lead, named, denied("eu"))).toBe("us")
        away.add(eu)
        expect(yield* routing.confirmed(lead, named, denied("us"))).toBe("us")
      })
    ))

  it("is sought in one cell after the other, and fails only when none knows it and one is away", () =>
    run(({ away, named, routing }) =>
      Effect.gen(function*() {
        const knows = (name: string) => (answer: string) => answer === name
        expect(yield* routing.sought(named, knows("us"))).toBe("us")
        expect(yield* routing.sought(named, knows("mars"))).toBe("us")
        away.add(eu)
        expect(yield* routing.sought(named, knows("us"))).toBe("us")
        expect((yield* Effect.exit(routing.sought(named, knows("mars"))))._tag).toBe("Failure")
        expect((yield* Effect.exit(routing.all(named)))._tag).toBe("Failure")
        away.delete(eu)
        expect(yield* routing.all(named)).toEqual(["eu", "us"])
      })
    ))

  it("is every cell's for a setting: those that can be reached have it, and the call fails for the rest", () =>
    run(({ away, named, routing }) =>
      Effect.gen(function*() {
        const reached: Array<string> = []
        const set = Effect.map(named, (name) => void reached.push(name))
        away.add(eu)
        expect((yield* Effect.exit(routing.everywhere(set)))._tag).toBe("Failure")
        expect(reached).toEqual(["us"])
        away.delete(eu)
        yield* routing.everywhere(set)
        expect(reached.toSorted()).toEqual(["eu", "us", "us"])
      })
    ))
})

describe("the way to an account that moves", () => {
  const own = Leads.ofAccount(account)
  const moving = {
    _tag: "StoreError",
    reason: "unavailable",
    message: "the account is being moved to another cell",
    cause: null
  }
  const leaving: State = { _tag: "Leaving", to: us }
  const gone: State = { _tag: "Gone", to: us, isCleared: false }
  const put = (store: Store["Service"], state: State) =>
    store.commit([Commit.make({ puts: [Commit.put(Residences, { account, state })] })])

  /** Makes the account lead to the first cell, which has it, and does something in each cell that names it. */
  const scene = (
    use: (
      scene: World.World & {
        readonly at: (state: State) => Effect.Effect<unknown, StoreError>
        readonly leave: Effect.Effect<unknown, StoreError>
        readonly done: Array<string>
        readonly doing: (
          before: (name: string) => Effect.Effect<unknown, unknown>
        ) => Effect.Effect<string, unknown, Inside>
      }
    ) => Effect.Effect<void, unknown, Scope.Scope>
  ) =>
    run((world) =>
      Effect.gen(function*() {
        yield* world.directory.enter([{ lead: own, account, cell: eu }])
        yield* put(world.bare.eu, { _tag: "Here" })
        const done: Array<string> = []
        const at = (state: State) => put(world.bare.eu, state)
        yield* use({
          ...world,
          at,
          leave: Effect.andThen(at(gone), world.directory.move([account], eu, us)),
          done,
          doing: (before) =>
            Effect.tap(world.named, (name) => {
              done.push(name)
              return before(name)
            })
        })
      })
    )

  it("leads to the cell that has it, and nowhere while none has", () =>
    scene(({ at, done, doing, leave, routing }) =>
      Effect.gen(function*() {
        const named = doing(() => Effect.void)
        const all: ReadonlyArray<Effect.Effect<string | null, unknown>> = [
          routing.of(account, named),
          routing.at(own, named),
          routing.placeOf(account)
        ]
        for (const each of all) expect(yield* each).toBe(eu)
        yield* at(leaving)
        for (const each of all) expect(yield* Effect.flip(each)).toMatchObject(moving)
        // The directory has not been told yet.
        yield* at(gone)
        for (const each of all) expect(yield* Effect.flip(each)).toMatchObject(moving)
        expect(done).toEqual(["eu", "eu"])
        yield* leave
        for (const each of all) expect(yield* each).toBe(us)
        expect(done).toEqual(["eu", "eu", "us", "us"])
      })
    ))

  it("of what leads nowhere is that of the directory's cell, or none where it is only looked for", () =>
    scene(({ done, doing, routing }) =>
      Effect.gen(function*() {
        const named = doing(() => Effect.void)
        expect(yield* routing.of("nobody", named)).toBe("eu")
        expect(yield* routing.at(Leads.ofAccount("nobody"), named)).toBe(null)
        expect(yield* routing.placeOf("nobody")).toBe(null)
        expect(done).toEqual(["eu"])
      })
    ))

  it("is taken once more for an answer that has only read, when the account has left meanwhile", () =>
    scene(({ done, doing, leave, routing }) =>
      Effect.gen(function*() {
        const reads = () => true
        expect(yield* routing.of(account, doing(() => Effect.void), reads)).toBe("eu")
        expect(done.splice(0)).toEqual(["eu"])
        const leaves = doing((name) => name === "eu" ? leave : Effect.void)
        expect(yield* routing.of(account, leaves, reads)).toBe("us")
        expect(done).toEqual(["eu", "us"])
      })
    ))

  it("is taken once for an answer that has changed something, wherever the account is by then", () =>
    scene(({ done, doing, leave, routing }) =>
      Effect.gen(function*() {
        expect(yield* routing.of(account, doing(() => leave), () => false)).toBe("eu")
        expect(done).toEqual(["eu"])
      })
    ))

  it("is taken once more for what the cell has refused because the account has left, and for no other failure", () =>
    scene(({ at, done, doing, leave, routing }) =>
      Effect.gen(function*() {
        const lost = new LeaseLost({ use: "any" })
        // It is here still: it was refused for something else.
        const refused = doing(() => Effect.fail(lost))
        expect(yield* Effect.flip(routing.of(account, refused))).toBe(lost)
        expect(yield* Effect.flip(routing.at(own, refused))).toBe(lost)
        expect(done.splice(0)).toEqual(["eu", "eu"])
        const left = (error: unknown) =>
          doing((name) => name === "eu" ? Effect.andThen(leave, Effect.fail(error)) : Effect.void)
        expect(yield* Effect.flip(routing.of(account, left("other")))).toBe("other")
        expect(done.splice(0)).toEqual(["eu"])
        yield* at({ _tag: "Here" })
        expect(yield* routing.of(account, left(lost))).toBe("us")
        expect(done.splice(0)).toEqual(["eu", "us"])
      })
    ))

  it("by another lead is asked of the directory again when the cell has refused it, once", () =>
    scene(({ directory, done, doing, routing }) =>
      Effect.gen(function*() {
        const lost = new LeaseLost({ use: "any" })
        yield* directory.enter([{ lead, account, cell: eu }])
        const refused = (error: unknown) => doing((name) => name === "eu" ? Effect.fail(error) : Effect.void)
        expect(yield* Effect.flip(routing.by(lead, refused(lost)))).toBe(lost)
        expect(yield* Effect.flip(routing.by(lead, refused("other")))).toBe("other")
        expect(done.splice(0)).toEqual(["eu", "eu"])
        yield* directory.move([account], eu, us)
        expect(yield* Effect.flip(routing.by(lead, refused("other")))).toBe("other")
        expect(yield* routing.by(lead, refused(lost))).toBe("us")
        expect(done).toEqual(["eu", "eu", "us"])
      })
    ))
})
