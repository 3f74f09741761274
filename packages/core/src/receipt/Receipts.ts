/**
 * Carriers deliver their receipts here.
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

/** Returns the subject of a receipt, or null when no attempt can have such an id or reference. */
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

/**
 * Returns what the receipt reports, or null when it reports neither success nor failure. An unknown failure class
 * becomes `unknown`.
 */
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

/** Carriers are written by others, so nothing that a store cannot hold gets past this check. */
const legible = (receipt: Command): Command | null => {
  const subject = named(receipt.subject)
  const reported = said(receipt.reported)
  return subject === null || reported === null ? null : { subject, reported }
}

export class Receipts extends Context.Service<Receipts, {
  /**
   * Applies a receipt. Receipts may come in any order and repeatedly. The answer `unknown` means that the carrier may
   * try again later; it is also the answer to an id that no attempt can have. A failure of no known class counts as an
   * unknown failure.
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
