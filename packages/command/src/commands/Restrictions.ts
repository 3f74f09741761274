/**
 * `signalbox carriers`, and the commands of `signalbox work` that hold lanes up: what is paused or drained.
 */
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { RestrictAnswer, Subject } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import type { Lane } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Argument, Command } from "../Command.ts"
import { fromExecution, misuse, refused } from "../CommandError.ts"

type How = "pause" | "drain" | "resume"

const done: Readonly<Record<How, string>> = { pause: "is paused", drain: "is drained", resume: "goes on" }

/** Succeeds with whether anything has changed. */
const told = (answer: RestrictAnswer, name: string) => {
  switch (answer) {
    case "Changed":
    case "Unchanged":
      return Effect.succeed(answer === "Changed")
    case "TooMany":
      return Effect.fail(refused("As much is paused and drained as may be: resume some of it."))
    case "NoSuchLane":
      return Effect.fail(misuse(`${name} is no lane: signalbox work lanes shows them.`))
    case "NotDrained":
      return Effect.fail(misuse(`${name} cannot be drained, only paused: it is no lane of submissions.`))
  }
}

interface Held {
  readonly group: string
  readonly argument: Argument
  readonly subject: (name: string) => Subject
  readonly says: Readonly<Record<How, string>>
}

const change = ({ argument, group, says, subject }: Held, how: How): Command => ({
  path: [group, how],
  says: says[how],
  takes: [argument],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const name = input.arguments[0]!
    const on = subject(name)
    const asked = how === "resume" ? operator.lift(on) : operator.restrict(on, how === "pause" ? "paused" : "drained")
    const changed = yield* told(yield* Effect.mapError(asked, fromExecution), Answer.plain(name))
    return { json: { changed }, lines: [`${Answer.plain(name)} ${done[how]}${changed ? "" : ", as before"}.`] }
  })
})

const hold = (held: Held): ReadonlyArray<Command> => [
  change(held, "pause"),
  change(held, "drain"),
  change(held, "resume")
]

const restrictions: Command = {
  path: ["work", "held"],
  says: "Lists the carriers and lanes that are paused or drained",
  on: "operator",
  run: Effect.fnUntraced(function*() {
    const operator = yield* Operator
    const all = yield* Effect.mapError(operator.restrictions, fromExecution)
    return {
      json: { held: all.map(({ mode, on, since }) => ({ on, mode, since: Answer.instant(since) })) },
      lines: all.length === 0 ? ["Nothing is paused or drained."] : Answer.table(
        ["ON", "MODE", "SINCE"],
        all.map(({ mode, on, since }) => [Answer.plain(on), mode, Instant.toMillis(since)])
      )
    }
  })
}

export const commands: ReadonlyArray<Command> = [
  ...hold({
    group: "carriers",
    argument: { name: "CARRIER", says: "the id of the carrier" },
    subject: (name) => ({ carrier: name as CarrierId }),
    says: {
      pause: "Hands nothing more over to a carrier; its messages wait",
      drain: "Routes nothing new to a carrier; what waits in its line is handed over",
      resume: "Ends a pause and a drain of a carrier"
    }
  }),
  restrictions,
  ...hold({
    group: "work",
    argument: { name: "LANE", says: "the lane, as signalbox work lanes shows it" },
    subject: (name) => ({ lane: name as Lane }),
    says: {
      pause: "Takes nothing more from a lane",
      drain: "Routes nothing new into a lane of submissions; what waits in it is handed over",
      resume: "Ends a pause and a drain of a lane"
    }
  })
]
