/**
 * The next step in the same commit: what a decision makes due is decided immediately, on the facts as the decision leaves
 * them, and the two become one commit. So nothing is stored that would be stored again immediately, and no work waits in
 * between. A step that cannot be taken leaves its work due, for the worker that comes to it.
 */
import * as Result from "effect/Result"
import type { Ref } from "../row/Kind.ts"
import type { Due } from "../work/Work.ts"
import type { Commit, Count } from "./Commit.ts"
import * as Commit_ from "./Commit.ts"
import type { Decided, Decision } from "./Decision.ts"
import * as Facts_ from "./Facts.ts"
import type { Facts } from "./Facts.ts"
import type { Grounds } from "./Grounds.ts"
import type { Needs } from "./Needs.ts"
import * as Needs_ from "./Needs.ts"
import type { Refused } from "./Refused.ts"

/** Decides a work item on these facts. Returns null when the step is not taken here. */
export type Next<Answer> = (due: Due, facts: Facts) => Decided<Answer> | null

/** One commit, and the answers of the steps that it takes. */
export interface Continued<Answer> {
  readonly commit: Commit
  readonly answers: ReadonlyArray<Answer>
}

/**
 * Returns the counts of several steps, of which each knew what those before it count. So the ceiling that the last of them
 * has found for a counter is that of all of them.
 */
const judgedLast = (steps: ReadonlyArray<Commit>): ReadonlyArray<Count> => {
  const counts = steps.flatMap((step) => step.counts)
  if (counts.length < 2) return counts
  const ceilings = new Map(counts.flatMap(({ by, ceiling, counter }) => by > 0 ? [[counter, ceiling]] : []))
  return counts.map((count) => ({ ...count, ceiling: ceilings.get(count.counter) ?? null }))
}

const isSame = (one: Ref, other: Ref): boolean => one.key === other.key && one.kind === other.kind

/**
 * Returns one commit of a first one and of the steps that take this work, which is due no more. They are so few that each row is
 * compared with each.
 */
const joined = (first: Commit, taken: ReadonlySet<Due>, steps: ReadonlyArray<Commit>): Commit => {
  const after = steps.flatMap(({ puts }) => puts)
  return Commit_.all(
    {
      ...first,
      puts: first.puts.filter((row) => !after.some((other) => isSame(other, row))),
      due: first.due.filter((due) => !taken.has(due))
    },
    // What the first commit puts it expects as well, unless it is new.
    ...steps.map((step) => ({
      ...step,
      counts: [],
      expects: step.expects.filter((each) => !("ref" in each) || !first.puts.some((row) => isSame(row, each.ref)))
    })),
    { counts: judgedLast(steps) }
  )
}

/**
 * Takes the next steps of a commit, one after the other. A step may neither delete nor cancel what comes before it, since
 * a commit deletes and cancels first.
 *
 * @param facts those on which the commit was decided
 * @param isNext whether this work is to be taken now
 */
export const take = <Answer>(
  first: Commit,
  facts: Facts,
  isNext: (due: Due) => boolean,
  next: Next<Answer>
): Continued<Answer> => {
  const work = first.due.filter(isNext)
  if (work.length === 0) return { commit: first, answers: [] }
  const steps: Array<Commit> = []
  const answers: Array<Answer> = []
  const taken = new Set<Due>()
  let known = Facts_.following(facts, first)
  for (const [index, due] of work.entries()) {
    const step = next(due, known)
    if (step === null) continue
    if (index + 1 < work.length) known = Facts_.following(known, step.commit)
    steps.push(step.commit)
    answers.push(step.answer)
    taken.add(due)
  }
  return { commit: steps.length === 0 ? first : joined(first, taken, steps), answers }
}

/** Returns what a decision and what may follow it need. */
export const needs = <Command>(
  { following, needs }: Decision<Command, unknown>,
  command: Command,
  facts: Facts
): Needs =>
  following === undefined ? needs(command, facts) : Needs_.all(needs(command, facts), following.needs(command, facts))

/** Decides, and takes the steps that may follow. */
export const decide = <Command, Answer>(
  use: Decision<Command, Answer>,
  command: Command,
  grounds: Grounds
): Result.Result<Decided<Answer>, Refused> => {
  const decided = use.decide(command, grounds)
  const { following } = use
  return following === undefined ? decided : Result.map(decided, ({ answer, commit }) => ({
    answer,
    commit: following.decide(command, commit, grounds)
  }))
}
