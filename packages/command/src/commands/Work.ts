/**
 * `signalbox work`: what waits, and what has failed for good.
 */
import * as Instant from "@signalbox/core/Instant"
import * as Jobs from "@signalbox/core/Jobs"
import type { WaitingLane } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Command } from "../Command.ts"
import { text } from "../Command.ts"
import { fromExecution, misuse, refused } from "../CommandError.ts"
import { nearest } from "../Spelling.ts"
import * as Value from "../Value.ts"

const kinds = Jobs.laneKinds.toSorted()

/** Two lines of the help hold all of them. */
const half = Math.ceil(kinds.length / 2)

/** `Operator.lanes` counts up to this depth, and returns so many lanes at a time. */
const depth = 10_000
const pageSize = 100

const most = 10_000

const lanesOf = Effect.fnUntraced(function*(kind: Jobs.LaneKind, limit: number) {
  const operator = yield* Operator
  const found: Array<WaitingLane> = []
  for (;;) {
    const page = yield* Effect.mapError(operator.lanes(kind, found.at(-1)?.lane), fromExecution)
    found.push(...page)
    if (page.length < pageSize || found.length > limit) return found
  }
})

const counted = (count: number): string => count >= depth ? `${depth} or more` : String(count)

const age = (millis: number): string => {
  const seconds = Math.floor(millis / 1000)
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600), Math.floor(seconds / 60)]
  if (days > 0) return `${days} d ${hours % 24} h`
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

const kindOf = (given: string | undefined) => {
  if (given === undefined) return Effect.succeed(kinds)
  const known = kinds.find((kind) => kind === given)
  if (known !== undefined) return Effect.succeed([known])
  const near = nearest(given, kinds)
  const hint = near === null ? `It is one of ${kinds.join(", ")}.` : `Did you mean ${near}?`
  return Effect.fail(misuse(`There is no kind of lane ${given}. ${hint}`))
}

const lanes: Command = {
  path: ["work", "lanes"],
  says: "Lists the lanes in which work waits: how much, and since when",
  details: ["Kinds of lanes:", `  ${kinds.slice(0, half).join(" ")}`, `  ${kinds.slice(half).join(" ")}`],
  options: ["kind", "limit"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const wanted = yield* kindOf(text(input, "kind"))
    const limit = yield* Value.count("limit", text(input, "limit") ?? "100", most)
    const found = (yield* Effect.forEach(wanted, (kind) => lanesOf(kind, limit))).flat()
    const shown = found.toSorted((one, other) => other.ageMillis - one.ageMillis).slice(0, limit)
    return {
      json: {
        lanes: shown.map(({ ageMillis, firstAt, held, lane, pausedUntil, restrictions, waiting }) => ({
          lane,
          waiting,
          held,
          age_ms: ageMillis,
          first_at: Answer.instant(firstAt),
          paused_until: Answer.instant(pausedUntil),
          restrictions
        })),
        has_more: found.length > shown.length
      },
      lines: shown.length === 0 ? ["Nothing waits."] : Answer.table(
        ["LANE", "WAITING", "HELD", "AGE", "PAUSED UNTIL"],
        shown.map(({ ageMillis, held, lane, pausedUntil, restrictions, waiting }) => [
          Answer.plain(lane),
          counted(waiting),
          counted(held),
          age(ageMillis),
          restrictions.length > 0 ? `${restrictions.join(", ")} by the operator` : Answer.instant(pausedUntil) ?? ""
        ])
      ),
      notes: found.length > shown.length ? ["There are more lanes; --limit says how many to show."] : []
    }
  })
}

const read = Effect.fnUntraced(function*(limit: number) {
  const operator = yield* Operator
  return yield* Effect.mapError(operator.deadLetters(0, limit), fromExecution)
})

const dead: Command = {
  path: ["work", "dead"],
  says: "Lists the dead letters: work that has failed too often to be tried again",
  options: ["limit"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const { letters, total } = yield* read(yield* Value.count("limit", text(input, "limit") ?? "100", most))
    return {
      json: {
        dead_letters: letters.map(({ at, cause, failures, key, kind, lane }) => ({
          kind,
          key,
          lane,
          failures,
          cause,
          at: Answer.instant(at)
        })),
        total
      },
      lines: total === 0 ? ["There are no dead letters."] : Answer.table(
        ["KIND", "KEY", "LANE", "FAILURES", "AT", "CAUSE"],
        letters.map(({ at, cause, failures, key, kind, lane }) =>
          [kind, key, lane, String(failures), Instant.toMillis(at), cause].map(Answer.plain)
        )
      ),
      notes: total > letters.length ? [`${total - letters.length} more; --limit says how many to show.`] : []
    }
  })
}

const put = Effect.fnUntraced(function*({ key, kind }: { readonly kind: string; readonly key: string }) {
  const operator = yield* Operator
  return yield* Effect.mapError(operator.retryDeadLetter(kind, key), fromExecution)
})

/** Each of those that are there now, once: what fails again meanwhile is left for the next call. */
const putAll = Effect.fnUntraced(function*(limit: number) {
  const { letters, total } = yield* read(limit)
  const answers = yield* Effect.forEach(letters, put)
  const retried = answers.filter((answer) => answer === "Retried").length
  return { retried, left: total - letters.length }
})

const discard: Command = {
  path: ["work", "discard"],
  says: "Gives a dead letter up: its work is never done",
  takes: [{ name: "KIND", says: "the kind of the dead letter" }, { name: "KEY", says: "its key" }],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [kind, key] = input.arguments as [string, string]
    const answer = yield* Effect.mapError(operator.discardDeadLetter(kind, key), fromExecution)
    if (answer === "NotFound") return yield* Effect.fail(refused(`There is no dead letter ${kind} ${key}.`))
    return { json: { discarded: 1 }, lines: ["1 work item given up."] }
  })
}

const retry: Command = {
  path: ["work", "retry"],
  says: "Makes the work of a dead letter due immediately; --all: of all dead letters",
  takes: [
    { name: "KIND", says: "the kind of the dead letter", optional: true },
    { name: "KEY", says: "its key", optional: true }
  ],
  options: ["all"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const [kind, key] = input.arguments
    if (input.options.has("all")) {
      if (kind !== undefined) return yield* Effect.fail(misuse("Name a dead letter, or give --all, not both."))
      const { left, retried } = yield* putAll(most)
      return {
        json: { retried, left },
        lines: [`${Answer.plural(retried, "work item")} due again.`],
        notes: left > 0 ? [`${left} are left; call it again.`] : [],
        isPartial: left > 0
      }
    }
    if (kind === undefined || key === undefined) {
      return yield* Effect.fail(misuse("Name a dead letter by its KIND and KEY (signalbox work dead), or give --all."))
    }
    const answer = yield* put({ kind, key })
    if (answer === "NotFound") return yield* Effect.fail(refused(`There is no dead letter ${kind} ${key}.`))
    return { json: { retried: 1, left: 0 }, lines: ["1 work item due again."] }
  })
}

export const commands: ReadonlyArray<Command> = [lanes, dead, retry, discard]
