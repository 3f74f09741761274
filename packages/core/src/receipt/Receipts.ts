/**
 * Carriers deliver their receipts here.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { PendingAnswers } from "../carrier/PendingAnswers.ts"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import * as Priority from "../engine/Priority.ts"
import type { Detail } from "../port/Carrier.ts"
import type { ReceiptDetail } from "../row/Attempt.ts"
import type { Instant } from "../value/Instant.ts"
import * as ReceiptInput from "./ReceiptInput.ts"
import type { Answer, Reported, Subject } from "./Report.ts"
import { Report } from "./Report.ts"

export type { Answer, Reported, Subject } from "./Report.ts"

/** The price that a carrier charges: an amount of at least 0 in its currency, which is named by ISO 4217 (`EUR`). */
export type Pricing = NonNullable<ReceiptDetail["pricing"]>

export interface Receipt {
  readonly subject: Subject
  readonly reported: Reported
  /**
   * When it happened, as the carrier says. It is dropped when it lies more than a minute before the attempt or in the
   * future.
   */
  readonly at?: Instant | null
  /** The carrier's own words: one line each, of which 255 characters are stored. */
  readonly detail?: Detail | null
  readonly pricing?: Pricing | null
}

/**
 * The service needs no carriers, so the Layer of a carrier may require it: that is how a carrier's `hook` brings what it
 * was told.
 */
export class Receipts extends Context.Service<Receipts, {
  /**
   * Applies a receipt. Receipts may come in any order and repeatedly, and one that is faster than the carrier's own answer
   * waits until this node has stored that. The answer `unknown` means that the carrier may try again later; it is also
   * the answer to an id that no attempt can have. A failure of no known class counts as an unknown failure, and details
   * that cannot be kept are left out.
   *
   * A message of several parts has failed as soon as one of them has, and is delivered or read when all of them are
   * (decisions 4.1 "Several parts"). A receipt that names the attempt, and no part, speaks for all of them.
   */
  readonly report: (receipt: Receipt) => Effect.Effect<Answer, ExecutionError>
  /**
   * Applies receipts that came together, as one set: with one load and one commit. Each is applied or fails by itself, as
   * `report` says.
   */
  readonly reportAll: (
    receipts: ReadonlyArray<Receipt>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<Answer, ExecutionError>>>
}>()("@signalbox/core/receipt/Receipts") {}

/** Says what is wrong with a receipt. */
const warn = (receipt: Receipt, read: ReceiptInput.ReceiptInput | null): Effect.Effect<void> =>
  read === null
    ? Effect.logWarning("A receipt names nothing that could be an attempt", ReceiptInput.origin(receipt))
    : Effect.logWarning("A receipt says more than can be kept", {
      ...ReceiptInput.origin(receipt),
      dropped: read.dropped
    })

export const layer: Layer.Layer<Receipts, never, Executor> = Layer.effect(
  Receipts,
  Effect.gen(function*() {
    const executor = yield* Executor
    const answers = yield* PendingAnswers
    const reportAll = Effect.fnUntraced(function*(receipts: ReadonlyArray<Receipt>) {
      const reads = receipts.map(ReceiptInput.read)
      for (const [index, read] of reads.entries()) {
        if (read === null || read.dropped.length > 0) yield* warn(receipts[index]!, read)
      }
      // Null: it names nothing that could be an attempt.
      const commands = reads.map((read) => read?.command ?? null)
      yield* answers.settled(
        commands.flatMap((command) => command?.subject._tag === "Reference" ? [command.subject] : [])
      )
      const executions = yield* executor.runAll(Report, commands.filter((command) => command !== null))
      let next = 0
      return commands.map((command): Exit.Exit<Answer, ExecutionError> =>
        command === null ? Exit.succeed("unknown") : Exit.map(executions[next++]!, ({ answer }) => answer)
      )
    }, Priority.request)
    return { reportAll, report: (receipt) => Effect.flatMap(reportAll([receipt]), ([answer]) => answer!) }
  })
)
