/**
 * Pauses, drains and lets go on a carrier or a lane.
 */
import type { RestrictAnswer, Subject } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import type { SignalboxError } from "../../SignalboxError.ts"
import * as Errors from "../errors.ts"
import { operated } from "../operated.ts"

export type Restricting = "pause" | "drain" | "resume"

/** Succeeds with whether anything has changed. */
const told = (call: string, answer: RestrictAnswer): Effect.Effect<boolean, SignalboxError> => {
  switch (answer) {
    case "Changed":
    case "Unchanged":
      return Effect.succeed(answer === "Changed")
    case "TooMany":
      return Effect.fail(Errors.error("CONFLICT_010", "As much is paused and drained as may be: resume some of it."))
    case "NoSuchLane":
      return Effect.fail(
        Errors.wrong(call, ["lane must be the name of a lane as operator.lanes.list shows it"])
      )
    case "NotDrained":
      return Effect.fail(
        Errors.wrong(call, ["lane must be one of the kind submission: nothing else can be drained, only paused"])
      )
  }
}

export const restrict = (call: string, how: Restricting, subject: Subject) =>
  Effect.flatMap(
    operated((operator) =>
      how === "resume" ? operator.lift(subject) : operator.restrict(subject, how === "pause" ? "paused" : "drained")
    ),
    (answer) => told(call, answer)
  )
