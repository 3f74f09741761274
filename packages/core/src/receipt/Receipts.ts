/**
 * Where carriers bring their receipts.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Reference from "../carrier/Reference.ts"
import { FailureClass } from "../catalogue/FailureClass.ts"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import { AttemptId, MessageId } from "../value/Id.ts"
import type { Answer, Command, Reported, Subject } from "./Report.ts"
import { Report } from "./Report.ts"

export type { Answer, Command as Receipt, Reported, Subject } from "./Report.ts"

const message = Schema.decodeUnknownOption(MessageId)
const attempt = Schema.decodeUnknownOption(AttemptId)

/** Whom a receipt is about, by a name that an attempt can have; null: by none. */
const named = (subject: Subject): Subject | null => {
  switch (subject?._tag) {
    case "Attempt":
      return Option.getOrNull(Option.map(
        Option.all({ message: message(subject.message), attempt: attempt(subject.attempt) }),
        (ids) => ({ _tag: "Attempt", ...ids })
      ))
    case "Reference": {
      const reference = Reference.kept(subject.reference)
      return reference === null ? null : { ...subject, reference }
    }
    default:
      return null
  }
}

/** What it says in the words of the catalogue; null when it says neither that it arrived nor that it failed. */
const said = (reported: Reported): Reported | null => {
  switch (reported?._tag) {
    case "Delivered":
    case "Read":
      return reported
    case "Failed":
      return FailureClass.literals.includes(reported.failure) ? reported : { _tag: "Failed", failure: "unknown" }
    default:
      return null
  }
}

/** Carriers are written by others: what no store can hold never comes to one. */
const legible = (receipt: Command): Command | null => {
  const subject = named(receipt.subject)
  const reported = said(receipt.reported)
  return subject === null || reported === null ? null : { subject, reported }
}

export class Receipts extends Context.Service<Receipts, {
  /**
   * Takes a receipt in, in any order and as often as it comes. `unknown`: try again later. A name that no attempt can
   * have is unknown, and a failure of no class counts as one of an unknown cause.
   */
  readonly report: (receipt: Command) => Effect.Effect<Answer, ExecutionError>
}>()("@signalbox/core/receipt/Receipts") {}

export const layer: Layer.Layer<Receipts, never, Executor> = Layer.effect(
  Receipts,
  Effect.map(Executor, (executor) => ({
    report: Effect.fnUntraced(function*(receipt) {
      const { subject } = receipt
      const read = legible(receipt)
      if (read === null) {
        const carrier = subject?._tag === "Reference" ? subject.carrier : null
        yield* Effect.logWarning("A receipt names nothing that could be an attempt", { carrier })
        return "unknown"
      }
      const { answer } = yield* executor.run(Report, read)
      return answer
    })
  }))
)
