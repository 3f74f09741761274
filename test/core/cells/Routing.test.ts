/**
 * The way to a cell: what is remembered, what is asked again, and what is sought.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Leads from "@signalbox/core/internal/cells/Leads"
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
