/**
 * Decisions are executed whatever the store answers: their steps come to an end, nothing is decided again on old facts,
 * each decision comes to one end, and both drivers take the same way.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { ExecutionError } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { ContactId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Confidence from "@signalbox/core/internal/engine/Confidence"
import * as Drivers from "@signalbox/core/internal/engine/Drivers"
import type { Step } from "@signalbox/core/internal/engine/Execution"
import * as Execution from "@signalbox/core/internal/engine/Execution"
import type { Wanted } from "@signalbox/core/internal/engine/Loader"
import { most, PendingDecision } from "@signalbox/core/internal/engine/PendingDecision"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { nothing } from "@signalbox/core/LastSeen"
import * as Needs from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import { done, insufficient, stale } from "@signalbox/core/Outcome"
import { fromEntries } from "@signalbox/core/RefMap"
import * as Refused from "@signalbox/core/Refused"
import { StoreError } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const numbered = (number: number) =>
  Given.contact({ id: `cccccccc-0000-7000-8000-${String(number).padStart(12, "0")}` as ContactId })

const page = { list: "contacts", scope: Given.accountId(1), offset: 0, limit: 1 } as const

type Bug = "needs" | "decide"

interface Command {
  /** Its place in a set; its commit says so. */
  readonly index: number
  readonly contact: number
  readonly makes: "change" | "nothing" | "refusal" | Bug
  /** It may be followed by a step, which may be broken by itself. */
  readonly follows: "no" | "yes" | Bug
  /** It needs these besides, and only once the first contact is known. */
  readonly beside: 0 | 1 | 300 | "page"
}

const bug = (): never => {
  throw new Error("a bug")
}

const besides = ({ beside }: Command): Needs.Needs =>
  beside === "page"
    ? Needs.list(page)
    : Needs.rows(Contacts, Array.from({ length: beside }, (_, index) => numbered(1000 + index).id))

const change = (index: number, facts: Facts.Facts, contact: number, isFollowed: boolean): Commit =>
  Commits.make({
    expects: [Facts.expected(facts, Contacts, numbered(contact).id)],
    puts: [Commits.put(Contacts, { ...numbered(contact), createdAt: instant(index), optOut: isFollowed })]
  })

const Changes: Decision<Command, number> = {
  name: "changes",
  needs: (command, facts) => {
    const { contact, makes } = command
    if (makes === "needs") bug()
    const first = Needs.row(Contacts, numbered(contact).id)
    return Facts.peek(facts, Contacts, numbered(contact).id) === undefined ? first : Needs.all(first, besides(command))
  },
  decide: ({ contact, index, makes }, { facts }) => {
    if (makes === "decide") bug()
    if (makes === "refusal") return Result.fail(Refused.refused("RESOURCE_001"))
    return Result.succeed({
      answer: index,
      commit: makes === "nothing" ? Commits.empty : change(index, facts, contact, false)
    })
  }
}

const Followed: Decision<Command, number> = {
  ...Changes,
  following: {
    needs: ({ follows }) => follows === "needs" ? bug() : Needs.none,
    decide: ({ contact, follows, index }, commit, { facts }) =>
      follows === "decide" ? bug() : Commits.isEmpty(commit) ? commit : change(index, facts, contact, true)
  }
}

const useOf = ({ follows }: Command) => follows === "no" ? Changes : Followed

const valueOf = ({ puts }: Commit) => puts[0]!.value as Contact
const indexOf = (commit: Commit): number => valueOf(commit).createdAt
const isFollowed = (commit: Commit): boolean => valueOf(commit).optOut

type Loaded = "all" | "nothing" | "failed" | "unavailable"
type Committed = "done" | "row" | "lease" | "claim" | "insufficient" | "failed" | "unavailable"

/** The store's answers, over and over again in this order, and whether others want the same rows. */
interface Script {
  readonly loads: ReadonlyArray<Loaded>
  readonly commits: ReadonlyArray<Committed>
  readonly contended: ReadonlyArray<boolean>
}

const repeated = <A>(items: ReadonlyArray<A>) => {
  let next = 0
  return (): A => items[next++ % items.length]!
}

const storeError = (reason: "failed" | "unavailable") => Exit.fail(new StoreError({ reason, cause: null }))

const factsOf = ({ lists, rows }: Needs.Needs): Facts.Facts => ({
  ...Facts.empty,
  rows: fromEntries(rows.map((ref) => [ref, { version: 0, row: null }])),
  pages: new Map(lists.map((query) => [Needs.listText(query), { rows: [], total: 0 }]))
})

const loadedOf = ({ known, needs }: Wanted, loaded: Loaded): Exit.Exit<Facts.Facts, StoreError> => {
  if (loaded === "failed" || loaded === "unavailable") return storeError(loaded)
  return Exit.succeed(loaded === "nothing" ? known : Facts.merge(known, factsOf(needs)))
}

const outcomeOf = (committed: Committed): Exit.Exit<Outcome, StoreError> => {
  if (committed === "failed" || committed === "unavailable") return storeError(committed)
  if (committed === "insufficient") return Exit.succeed(insufficient("a"))
  return Exit.succeed(committed === "done" ? done : stale(committed))
}

const command: fc.Arbitrary<Omit<Command, "index">> = fc.record({
  contact: fc.nat({ max: 2 }),
  makes: fc.constantFrom<Command["makes"]>("change", "change", "change", "nothing", "refusal", "needs", "decide"),
  follows: fc.constantFrom<Command["follows"]>("no", "no", "yes", "needs", "decide"),
  beside: fc.constantFrom<Command["beside"]>(0, 0, 1, 300, "page")
})

const mostly = <A>(first: A, ...others: ReadonlyArray<A>) =>
  fc.array(
    fc.oneof({ weight: 4, arbitrary: fc.constant(first) }, { weight: 3, arbitrary: fc.constantFrom(...others) }),
    {
      minLength: 1,
      maxLength: 8
    }
  )

const script: fc.Arbitrary<Script> = fc.record({
  loads: mostly<Loaded>("all", "nothing", "failed", "unavailable"),
  commits: mostly<Committed>("row", "done", "lease", "claim", "insufficient", "failed", "unavailable"),
  contended: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 })
})

const around = ({ contended }: Script): Execution.Surroundings => ({
  ids: Given.ids(),
  lastSeen: nothing,
  isContended: repeated(contended),
  confidence: Confidence.make()
})

const word = (exit: Exit.Exit<unknown, ExecutionError> | null): string =>
  exit === null
    ? "open"
    : Exit.isSuccess(exit)
    ? "done"
    : Option.getOrNull(Exit.findErrorOption(exit))?._tag ?? "defect"

/** One step of an execution: the contacts that were loaded, a wait, or a commit with the command that it is of. */
type Event = { readonly loads: ReadonlyArray<string> } | { readonly waits: number } | {
  readonly commit: number
  readonly isFollowed: boolean
  readonly said: Committed
}

/** Walks through all steps as the script says, without any driver. */
const walk = (commands: ReadonlyArray<Command>, said: Script) => {
  const ends: Array<number> = commands.map(() => 0)
  const decisions = commands.map((command, index) => {
    const decision = new PendingDecision<Command, number>(useOf(command), command)
    let exit = decision.exit
    Object.defineProperty(decision, "exit", {
      get: () => exit,
      set: (value) => {
        ends[index]!++
        exit = value
      }
    })
    return decision
  })
  const events: Array<Event> = []
  const [loads, commits] = [repeated(said.loads), repeated(said.commits)]
  const follow = (first: Step): void => {
    for (let step = first; step._tag !== "Done";) {
      if (events.length > 100_000) throw new Error("without end")
      if (step._tag === "Split") {
        for (const part of step.parts) follow(part(Given.now))
        return
      }
      if (step._tag === "Load") {
        events.push({ loads: step.needs.rows.map(({ key }) => key) })
        step = step.next(loadedOf(step, loads()), Given.now)
      } else if (step._tag === "Commit") {
        // Of two that change one row the second would be stale for sure.
        const changed = step.commits.map(({ puts }) => puts[0]!.key)
        expect(new Set(changed).size).toBe(changed.length)
        const outcomes = step.commits.map((commit) => {
          const said = commits()
          events.push({ commit: indexOf(commit), isFollowed: isFollowed(commit), said })
          return outcomeOf(said)
        })
        step = step.next(outcomes, Given.now)
      } else {
        if (step._tag === "Wait") events.push({ waits: step.millis })
        step = step.next(Given.now)
      }
    }
  }
  follow(Execution.begin(around(said), decisions, Given.now))
  return { ends, events, exits: decisions.map(({ exit }) => exit) }
}

/** A decision comes to this when its last commit came to that. */
const wordOf: Readonly<Record<Committed, string>> = {
  done: "done",
  row: "Conflict",
  insufficient: "Conflict",
  lease: "LeaseLost",
  claim: "LeaseLost",
  failed: "StoreError",
  unavailable: "StoreError"
}

const isLost = (said: Committed): boolean => said === "row" || said === "insufficient"

describe("an execution", () => {
  propWith({ runs: 300 })(
    "comes to an end whatever the store answers, and each decision to one",
    fc.array(command, { minLength: 1, maxLength: 5 }),
    script,
    (some, said) => {
      const commands = some.map((each, index): Command => ({ ...each, index }))
      const { ends, events, exits } = walk(commands, said)
      expect(ends).toEqual(commands.map(() => 1))
      const commits = events.filter((event) => "commit" in event)
      const rounds = commits.length + 4 * commands.length
      expect(events.filter((event) => "loads" in event).length).toBeLessThanOrEqual(rounds * most)
      for (const [index, exit] of exits.entries()) {
        const own = commits.filter(({ commit }) => commit === index)
        expect(own.length).toBeLessThanOrEqual(most)
        const last = own.at(-1)
        if (word(exit) === "done" && commands[index]!.makes === "change") expect(last?.said).toBe("done")
        for (const [at, { said }] of own.entries()) {
          // What is neither lost nor failed beside a step that follows is the last that is heard of it.
          if (at < own.length - 1) expect(isLost(said) || (said === "failed" && own[at]!.isFollowed)).toBe(true)
        }
        if (word(exit) === "Conflict") expect([own.length, isLost(last!.said)]).toEqual([expect.any(Number), true])
        if (last !== undefined && !isLost(last.said) && !(last.said === "failed" && last.isFollowed)) {
          expect(word(exit)).toBe(wordOf[last.said])
        }
      }
    }
  )

  propWith({ runs: 150 })(
    "decides again what has lost a race, on facts that were loaded since, and without what may follow",
    fc.array(command, { minLength: 1, maxLength: 3 }),
    script,
    (some, said) => {
      const commands = some.map((each, index): Command => ({ ...each, index }))
      const { events } = walk(commands, said)
      for (const { contact, index } of commands) {
        let isFresh = false
        let tries = 0
        for (const event of events) {
          if ("loads" in event) isFresh ||= event.loads.includes(numbered(contact).id)
          else if ("commit" in event && event.commit === index) {
            expect(isFresh).toBe(true)
            if (tries++ > 0) expect(event.isFollowed).toBe(false)
            isFresh = false
          }
        }
      }
    }
  )

  it("gives up what has lost as often as a decision is decided at most, and not before", () => {
    const lost: Script = { loads: ["all"], commits: ["row"], contended: [false] }
    const one: Command = { index: 0, contact: 0, makes: "change", follows: "no", beside: 0 }
    const { events, exits } = walk([one], lost)
    expect(exits.map(word)).toEqual(["Conflict"])
    expect(events.filter((event) => "commit" in event)).toHaveLength(most)
    // It waits a moment of chance from the second time on.
    const kinds = events.map((event) => Object.keys(event)[0])
    const turn = ["loads", "commit", "waits"]
    expect(kinds).toEqual([...turn.slice(0, 2), ...Array.from({ length: most - 1 }, () => turn).flat()].slice(0, -1))
    const once: Script = { ...lost, commits: [...Array.from({ length: most - 1 }, () => "row" as const), "done"] }
    expect(walk([one], once).exits.map(word)).toEqual(["done"])
  })

  it.each<readonly [string, Partial<Command>, Partial<Script>, string]>([
    ["whose needs throw with it", { follows: "needs" }, {}, "done"],
    ["that throws with it", { follows: "decide" }, {}, "done"],
    ["that could not be loaded with it", { follows: "yes" }, { loads: ["failed", "all"] }, "done"],
    ["that could not be committed with it", { follows: "yes" }, { commits: ["failed", "done"] }, "done"],
    ["whose store is away", { follows: "yes" }, { loads: ["unavailable", "all"] }, "StoreError"],
    ["that throws by itself", { follows: "yes", makes: "decide" }, {}, "defect"],
    ["that needs more than the store ever tells", { follows: "no" }, { loads: ["nothing"] }, "defect"]
  ])("leaves out once what may follow a decision %s", (_, parts, said, expected) => {
    const one: Command = { index: 0, contact: 0, makes: "change", follows: "no", beside: 0, ...parts }
    const { exits } = walk([one], { loads: ["all"], commits: ["done"], contended: [false], ...said })
    expect(exits.map(word)).toEqual([expected])
  })
})

/** A clock by which nobody waits. */
class HastyClock extends Bench.StillClock {
  override sleep(): Effect.Effect<void> {
    return Effect.void
  }
}

type Drive = (means: Drivers.Means, first: Execution.Next) => Effect.Effect<void>

const byCallback: Drive = (means, first) =>
  Effect.withFiber((caller) => Drivers.byCallback(means, caller, first, () => {}, () => Effect.void))

/** Executes a command on a store that answers by a script, and returns what it has come to and what happened. */
const driven = (drive: Drive, command: Command, said: Script, isLate: boolean) => {
  const log: Array<string> = []
  const [loads, commits] = [repeated(said.loads), repeated(said.commits)]
  const load = (wanted: Wanted) => {
    log.push(`load ${wanted.needs.rows.length} ${wanted.needs.lists.length}`)
    return loadedOf(wanted, loads())
  }
  const commit = (commit: Commit) => {
    log.push(`commit ${isFollowed(commit)}`)
    return outcomeOf(commits())
  }
  const answer = (tell: () => void) => isLate ? queueMicrotask(tell) : tell()
  const means: Drivers.Means = {
    loader: {
      load: (wanted) => Effect.suspend(() => load(wanted)),
      offer: (wanted, _, answered) => answer(() => answered(load(wanted)))
    },
    committer: {
      commitAll: (all) => Effect.sync(() => all.map(commit)),
      offer: (one, _, answered) => answer(() => answered(commit(one)))
    },
    contention: {
      inTurn: (rows, effect, isAway) =>
        Effect.andThen(Effect.sync(() => log.push(`turn ${rows.join(" ")}`)), effect).pipe(
          Effect.tap(() => Effect.sync(() => log.push(`left ${isAway()}`)))
        )
    }
  }
  const decision = new PendingDecision<Command, number>(useOf(command), command)
  const surroundings = around(said)
  return Effect.gen(function*() {
    const clock = new HastyClock(yield* Clock.Clock)
    const first: Execution.Next = (now) => Execution.begin(surroundings, [decision], now)
    yield* Effect.provideService(drive(means, first), Clock.Clock, clock)
    return { log, exit: word(decision.exit), answer: Exit.isSuccess(decision.exit!) ? decision.exit.value : null }
  }).pipe(Effect.runPromise)
}

describe("a fiber and calls back", () => {
  propWith({ runs: 200 })(
    "take the same way through a decision, and come to the same end",
    command,
    script,
    fc.boolean(),
    async (some, said, isLate) => {
      const command: Command = { ...some, index: 0 }
      const one = await driven(Drivers.byFiber, command, said, isLate)
      const other = await driven(byCallback, command, said, isLate)
      expect(other).toEqual(one)
      expect(one.exit).not.toBe("open")
    }
  )
})
