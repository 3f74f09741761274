/**
 * Delivers the receipts that carriers owe when they fall due, and repeats them until the service accepts them.
 */
import * as Instant from "@signalbox/core/Instant"
import type { Answer, Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OwedReceipt } from "./Network.ts"
import { Network } from "./Network.ts"

export class ReceiptDelivery extends Context.Service<ReceiptDelivery, {
  /** True when no receipt is under way and none is due. */
  readonly isIdle: Effect.Effect<boolean>
  /** Wakes the delivery, because the clock was moved or a carrier accepted a message. */
  readonly wake: Effect.Effect<void>
}>()("@signalbox/emulator/network/ReceiptDelivery") {}

const batchSize = 512
/** The interval between its polls, in elapsed milliseconds: carriers of other nodes send no signal here. */
const pollMillis = 500
/** The delay after which it repeats a receipt that the service did not accept, in elapsed milliseconds. */
const againMillis = 20
/**
 * After so many tries a receipt that the service does not know tells the attempt instead of the carrier's reference,
 * whose answer may have been lost. When the service does not know it either, it is put off for a longer time.
 */
const patience = 250
const putOffMillis = Instant.minute

/** Continues after any failure; only the end of the scope ends it. */
const unlessInterrupted = <B>(onFailure: (cause: Cause.Cause<unknown>) => Effect.Effect<B>) =>
  Effect.catchCause((cause: Cause.Cause<unknown>) =>
    Cause.hasInterruptsOnly(cause) ? Effect.interrupt : onFailure(cause)
  )

export const layer: Layer.Layer<ReceiptDelivery, never, Network | Receipts> = Layer.effect(
  ReceiptDelivery,
  Effect.gen(function*() {
    const network = yield* Network
    const receipts = yield* Receipts
    const woken = yield* Latch.make(false)
    /** The number of times that the service did not know each receipt. */
    const tries = new Map<string, number>()
    let isBusy = false

    /** Returns what a carrier says of a receipt: after many tries it tells the attempt instead of its reference. */
    const said = ({ attempt, id, message, receipt }: OwedReceipt): Receipt =>
      (tries.get(id) ?? 0) < patience ? receipt : { ...receipt, subject: { _tag: "Attempt", message, attempt } }

    /**
     * Returns whether the service took it: a carrier may be faster than the commit that tells the service its
     * reference.
     */
    const isTaken = ({ id }: OwedReceipt, answer: Exit.Exit<Answer, unknown>): boolean => {
      // An outage says nothing about the receipt: it is tried until the outage is over.
      if (Exit.isFailure(answer)) return false
      if (answer.value === "unknown") tries.set(id, (tries.get(id) ?? 0) + 1)
      else tries.delete(id)
      return answer.value !== "unknown"
    }

    const bring = Effect.fnUntraced(function*(owed: ReadonlyArray<OwedReceipt>) {
      if (owed.length === 0) return []
      const answers = yield* receipts.reportAll(owed.map(said))
      for (const answer of answers) {
        if (Exit.isFailure(answer)) yield* Effect.logDebug("the service takes no receipt", answer.cause)
      }
      return owed.map((each, index) => isTaken(each, answers[index]!))
    })

    const round = Effect.gen(function*() {
      yield* woken.close
      isBusy = true
      const now = yield* Instant.now
      const owed = yield* network.claimDue(now, batchSize)
      const taken = yield* bring(owed).pipe(
        // Gives the claimed receipts back, so that another node can deliver them immediately.
        Effect.onInterrupt(() => Effect.ignore(network.settle([], owed, now)))
      )
      const rest = owed.filter((_, index) => taken[index] !== true)
      const isLost = ({ id }: OwedReceipt) => (tries.get(id) ?? 0) > patience
      const lost = rest.filter(isLost)
      const soon = rest.filter((each) => !isLost(each))
      for (const { id } of lost) tries.delete(id)
      if (owed.length > 0) {
        yield* network.settle(owed.filter((_, index) => taken[index] === true), soon, now)
        if (lost.length > 0) {
          yield* network.settle([], lost, Instant.plus(now, putOffMillis))
        }
      }
      isBusy = false
      if (owed.length === 0) {
        const next = Option.getOrNull(yield* network.nextDue)
        const ahead = next === null ? pollMillis : Math.max(next - now, againMillis)
        yield* Effect.timeoutOption(woken.await, Math.min(ahead, pollMillis))
      } else if (rest.length > 0) yield* Effect.sleep(againMillis)
    })

    yield* round.pipe(
      Effect.ensuring(Effect.sync(() => {
        isBusy = false
      })),
      unlessInterrupted((cause) =>
        Effect.andThen(Effect.logWarning("carriers cannot bring receipts", cause), Effect.sleep(pollMillis))
      ),
      Effect.forever,
      Effect.forkScoped
    )

    return {
      isIdle: Effect.gen(function*() {
        if (isBusy) return false
        const next = yield* network.nextDue
        return !isBusy && (Option.isNone(next) || next.value > (yield* Instant.now))
      }).pipe(Effect.orElseSucceed(() => false)),
      wake: Effect.asVoid(woken.open)
    }
  })
)
