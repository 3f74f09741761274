/** The steps of an execution, one by one: when others have their turn, how long who has lost waits, and how sets are divided. */
import * as Commits from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { ContactId } from "@signalbox/core/Id"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Confidence from "@signalbox/core/internal/engine/Confidence"
import * as Execution from "@signalbox/core/internal/engine/Execution"
import { PendingDecision } from "@signalbox/core/internal/engine/PendingDecision"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { uniqueText } from "@signalbox/core/Kind"
import { nothing } from "@signalbox/core/LastSeen"
import * as Needs from "@signalbox/core/Needs"
import { done, stale } from "@signalbox/core/Outcome"
import { fromEntries } from "@signalbox/core/RefMap"
import { StoreError } from "@signalbox/core/Store"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const contact = (number: number) =>
  Given.contact({ id: `cccccccc-0000-7000-8000-${String(number).padStart(12, "0")}` as ContactId })

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

interface Command {
  /** The contacts that it needs, and those of them that it expects as they are. */
  readonly reads: ReadonlyArray<number>
  readonly expects?: ReadonlyArray<number>
  /** How many unique keys it needs. */
  readonly uniques?: number
  readonly puts: ReadonlyArray<number>
}

const Plays: Decision<Command, string> = {
  name: "plays",
  needs: ({ reads, uniques = 0 }) => ({
    ...Needs.rows(Contacts, reads.map((number) => contact(number).id)),
    uniques: numbers(0, uniques).map((number) => ({ index: "own_number", key: String(number) }))
  }),
  decide: ({ expects = [], puts }, { facts }) =>
    Result.succeed({
      answer: "done",
      commit: Commits.make({
        expects: expects.map((number) => Facts.expected(facts, Contacts, contact(number).id)),
        puts: puts.map((number) => Commits.put(Contacts, contact(number)))
      })
    })
}

/** A generator by which the pauses are as long as they can be. */
const ids = { ...Given.ids(), uuid: () => "ffffffff-ffff-4fff-bfff-ffffffffffff" }

const absent = ({ rows, uniques }: Needs.Needs): Facts.Facts => ({
  ...Facts.empty,
  rows: fromEntries(rows.map((ref) => [ref, { version: 0, row: null }])),
  owners: new Map(uniques.map((key) => [uniqueText(key), null]))
})

interface World {
  /** How often what is committed is lost. */
  readonly losses?: number
  readonly isContended?: boolean
  /** Why loads of more than so many rows fail. */
  readonly fails?: { readonly beyond: number; readonly reason: StoreError["reason"] }
}

/** Returns the steps in which these commands are executed, and what each has come to. */
const steps = <Of>(
  use: Decision<Of, string>,
  commands: ReadonlyArray<Of>,
  { fails, isContended = false, losses = 0 }: World = {}
) => {
  const told: Array<string> = []
  const decisions = commands.map((command) => new PendingDecision(use, command))
  const around = {
    ids,
    lastSeen: nothing,
    isContended: () => isContended,
    confidence: Confidence.make()
  }
  let lost = 0
  const follow = (first: Execution.Step): void => {
    let step = first
    while (step._tag !== "Done") {
      switch (step._tag) {
        case "Load": {
          const { known, needs } = step
          told.push(`load ${needs.rows.length + needs.uniques.length}`)
          const loaded = fails !== undefined && needs.rows.length > fails.beyond
            ? Exit.fail(new StoreError({ reason: fails.reason, cause: null }))
            : Exit.succeed(Facts.merge(known, absent(needs)))
          step = step.next(loaded, Given.now)
          break
        }
        case "Commit": {
          told.push(`commit ${step.commits.length}`)
          const outcome = lost++ < losses ? stale("row") : done
          step = step.next(step.commits.map(() => Exit.succeed(outcome)), Given.now)
          break
        }
        case "Wait":
          told.push(`wait ${step.millis}`)
          step = step.next(Given.now)
          break
        case "Serialize":
          told.push(`at ${step.rows.length}`)
          step = step.next(Given.now)
          break
        case "Split":
          told.push(`split ${step.parts.length}`)
          for (const part of step.parts) follow(part(Given.now))
          return
      }
    }
  }
  follow(Execution.begin(around, decisions, Given.now))
  return { told, exits: decisions.map(({ exit }) => exit) }
}

const told = (...given: Parameters<typeof steps<Command>>) => steps(...given).told

/** A command that changes a row that it expects as it is, and one that writes what nobody else does. */
const changing: Command = { reads: [1], expects: [1], puts: [1] }
const writing: Command = { reads: [], puts: [1] }

describe("a single decision", () => {
  it("has its turn at its rows once it has lost, on what is known, and waits for a moment each time that it loses then", () => {
    expect(told(Plays, [changing])).toEqual(["load 1", "commit 1"])
    expect(told(Plays, [changing], { losses: 4 })).toEqual([
      "load 1",
      "commit 1",
      "load 1",
      "at 1",
      "commit 1",
      "wait 15",
      "load 1",
      "commit 1",
      "wait 7",
      "load 1",
      "commit 1",
      "wait 5",
      "load 1",
      "commit 1"
    ])
  })

  it("has its turn from the beginning where others want the same rows, on what they leave", () => {
    expect(told(Plays, [changing], { isContended: true })).toEqual(["load 1", "at 1", "load 1", "commit 1"])
    expect(told(Plays, [changing], { isContended: true, losses: 2 })).toEqual([
      "load 1",
      "at 1",
      "load 1",
      "commit 1",
      "wait 15",
      "load 1",
      "commit 1",
      "wait 7",
      "load 1",
      "commit 1"
    ])
    expect(told(Plays, [writing], { isContended: true })).toEqual(["commit 1"])
  })

  it("without such rows waits from its third loss on", () => {
    expect(told(Plays, [writing], { losses: 4 })).toEqual([
      "commit 1",
      "commit 1",
      "commit 1",
      "wait 7",
      "commit 1",
      "wait 5",
      "commit 1"
    ])
  })

  it("lets others have their turn after 250 rows, of which it has read or is about to write", () => {
    const of = (command: Partial<Command>) => told(Plays, [{ reads: [], puts: [0], ...command }])
    expect([
      of({ reads: numbers(0, 200), uniques: 49 }),
      of({ reads: numbers(0, 200), uniques: 50 }),
      of({ puts: numbers(0, 249) }),
      of({ puts: numbers(0, 250) })
    ]).toEqual([
      ["load 249", "commit 1"],
      ["load 250", "wait 0", "commit 1"],
      ["commit 1"],
      ["wait 0", "commit 1"]
    ])
  })

  it("is asked for what it needs 64 times, and has failed then", () => {
    const Endless: Decision<null, string> = {
      name: "endless",
      needs: (_, facts) => Needs.row(Contacts, contact(facts.rows.size).id),
      decide: () => Result.succeed({ answer: "done", commit: Commits.empty })
    }
    const { exits, told } = steps(Endless, [null])
    expect(told).toEqual(numbers(0, 64).map(() => "load 1"))
    expect(exits).toEqual([Exit.die(new Error("endless needs no end"))])
  })
})

describe("a set of decisions", () => {
  const set = (count: number, puts: number): ReadonlyArray<Command> =>
    numbers(0, count).map((index) => ({ reads: [], puts: numbers(index * puts, puts) }))

  it("lets others have their turn after each 64 of them, and before it commits 250 rows", () => {
    expect([[64, 1], [65, 1], [129, 1], [3, 83], [2, 125]].map(([count, puts]) => told(Plays, set(count!, puts!))))
      .toEqual([
        ["commit 64"],
        ["wait 0", "commit 65"],
        ["wait 0", "wait 0", "commit 129"],
        ["commit 3"],
        ["wait 0", "commit 2"]
      ])
  })

  it("waits from its second loss on, and for no turn at any row", () => {
    const both = [1, 2].map((number) => ({ reads: [number], expects: [number], puts: [number] }))
    expect(told(Plays, both, { losses: 3, isContended: true })).toEqual([
      "load 2",
      "commit 2",
      "load 2",
      "commit 2",
      "wait 7",
      "load 2",
      "commit 2",
      "wait 5",
      "load 2",
      "commit 2"
    ])
  })

  it("decides those later that want what others of it have changed", () => {
    expect(told(Plays, [changing, changing, { reads: [2], puts: [2] }])).toEqual([
      "load 2",
      "commit 2",
      "load 1",
      "commit 1"
    ])
  })

  it("is divided in halves until the one stands alone that cannot be loaded, and not where the store is away", () => {
    const all: ReadonlyArray<Command> = [1, 2, 3, 4, 5].map((number) => ({
      reads: number === 4 ? [4, 40] : [number],
      puts: [number]
    }))
    const ends = ({ exits }: ReturnType<typeof steps<Command>>) => exits.map((exit) => exit?._tag)
    const divided = steps(Plays, all.slice(2), { fails: { beyond: 1, reason: "failed" } })
    expect(divided.told).toEqual([
      "load 4",
      "split 2",
      "load 1",
      "commit 1",
      "load 3",
      "split 2",
      "load 2",
      "load 1",
      "commit 1"
    ])
    expect(ends(divided)).toEqual(["Success", "Failure", "Success"])
    const away = steps(Plays, all, { fails: { beyond: 1, reason: "unavailable" } })
    expect(away.told).toEqual(["load 6"])
    expect(ends(away)).toEqual(all.map(() => "Failure"))
  })
})
