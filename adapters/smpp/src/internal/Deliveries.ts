/**
 * Stores what the operator delivers, and answers it when it is stored: what could not be stored the operator brings again.
 */
import type { CarrierId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import * as PhoneNumber from "@signalbox/core/PhoneNumber"
import type { Answer, Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import * as RequestLog from "@signalbox/core/RequestLog"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as CommandStatus from "../CommandStatus.ts"
import type { DeliveryReceipt, OriginatedMessage } from "../Incoming.ts"
import * as Incoming from "../Incoming.ts"
import type { Settings } from "../Options.ts"
import type { Delivery, Link } from "./Link.ts"

interface PendingDelivery {
  readonly link: Link
  readonly delivery: Delivery
  isAnswered: boolean
}

interface BroughtReceipt {
  readonly brought: PendingDelivery
  readonly receipt: Receipt
}

/** Answers a delivery, unless that has been done. */
const answer = (brought: PendingDelivery, status: number): void => {
  if (!brought.isAnswered) brought.link.answer(brought.delivery, status)
  brought.isAnswered = true
}

/** How long a receipt waits for the answer that it has overtaken, in milliseconds. */
const patience: ReadonlyArray<number> = [20, 50, 100, 200, 400, 800, 1500]

/** So many receipts may wait so at the same time. */
const mostEarly = 1000

/** So many messages are stored at the same time. */
const storedTogether = 16

const { ok, tryAgain } = CommandStatus.codes

const receiptOf = (
  told: DeliveryReceipt,
  outcome: NonNullable<DeliveryReceipt["outcome"]>,
  { id, references }: Settings
): Receipt => {
  const { at, detail, reference } = told
  const to = references === "alone" ? null : PhoneNumber.spelt(told.to)
  return {
    subject: { _tag: "Reference", carrier: id as CarrierId, reference, ...(to === null ? {} : { to }) },
    reported: outcome === "delivered" ? { _tag: "Delivered" } : { _tag: "Failed", failure: outcome },
    at,
    detail
  }
}

/**
 * Makes what takes deliveries.
 *
 * @param isWaiting whether answers are outstanding that a receipt may have overtaken
 */
export const make = Effect.fnUntraced(function*(
  settings: Settings,
  isWaiting: () => boolean
): Effect.fn.Return<(link: Link, delivery: Delivery) => void, never, Receipts | Inbound | Scope.Scope> {
  const receipts = yield* Receipts
  const inbound = yield* Inbound
  const waiting = yield* FiberSet.make<void>()
  const carrier = settings.id as CarrierId
  const queue = yield* Queue.unbounded<PendingDelivery>()
  let early = 0

  const unstored = (cause: Cause.Cause<unknown>) =>
    Effect.logError("what an operator delivered cannot be stored", { carrier, cause: RequestLog.origin(cause) })

  /** Reports what was unknown again as long as the answer that makes it known may still come. */
  const later = Effect.fnUntraced(function*({ brought, receipt }: BroughtReceipt) {
    let said: Answer = "unknown"
    for (const wait of patience) {
      yield* Effect.sleep(wait)
      // What is told meanwhile may be stored, and so it is reported once more after the last answer.
      const isLast = !isWaiting()
      const told = yield* Effect.exit(receipts.report(receipt))
      if (Exit.isFailure(told)) return answer(brought, tryAgain)
      said = told.value
      if (said !== "unknown" || isLast) break
    }
    answer(brought, statusOf(said))
  })

  const statusOf = (said: Answer): number => said === "unknown" && settings.unknownReceipts === "again" ? tryAgain : ok

  const report = Effect.fnUntraced(function*(all: ReadonlyArray<BroughtReceipt>) {
    const told = yield* receipts.reportAll(all.map(({ receipt }) => receipt))
    for (const [index, each] of all.entries()) {
      const exit = told[index]!
      if (Exit.isFailure(exit)) {
        yield* unstored(exit.cause)
        answer(each.brought, tryAgain)
      } else if (exit.value === "unknown" && isWaiting() && early < mostEarly) {
        early += 1
        yield* FiberSet.run(waiting, Effect.ensuring(later(each), Effect.sync(() => void (early -= 1))))
      } else answer(each.brought, statusOf(exit.value))
    }
  })

  const receive = Effect.fnUntraced(function*(brought: PendingDelivery, told: OriginatedMessage) {
    const { from, part, text, to } = told
    const exit = yield* Effect.exit(inbound.receive({
      carrier,
      // SMPP has no name for what comes in, so that a repetition is one message only where its parts tell.
      reference: null,
      from: from as PhoneNumber.PhoneNumber,
      to: { _tag: "Number", number: to as PhoneNumber.PhoneNumber },
      channel: "sms",
      text,
      media: [],
      ...(part === null ? {} : { part })
    }))
    if (Exit.isSuccess(exit)) return answer(brought, ok)
    const error = Option.getOrNull(Exit.findErrorOption(exit))
    if (error?._tag !== "Refused") {
      yield* unstored(exit.cause)
      return answer(brought, tryAgain)
    }
    // It would be refused again.
    yield* Effect.logWarning("a message comes from what is no phone number", { carrier })
    answer(brought, ok)
  })

  const take = Effect.fnUntraced(function*(all: ReadonlyArray<PendingDelivery>) {
    const reports: Array<BroughtReceipt> = []
    const messages: Array<Effect.Effect<void>> = []
    for (const brought of all) {
      const told = Incoming.read(brought.delivery, settings)
      if (told._tag === "Message") messages.push(receive(brought, told))
      else if (told._tag === "Receipt" && told.outcome !== null) {
        reports.push({ brought, receipt: receiptOf(told, told.outcome, settings) })
      } else {
        if (told._tag === "Ignored") yield* Effect.logDebug("a delivery is ignored", { carrier, why: told.why })
        answer(brought, ok)
      }
    }
    if (reports.length > 0) yield* report(reports)
    yield* Effect.forEach(messages, (message) => message, { concurrency: storedTogether, discard: true })
  })

  /** Takes deliveries whatever becomes of those before: the operator brings again what had no answer yet. */
  const taken = (all: ReadonlyArray<PendingDelivery>) =>
    Effect.catchCause(take(all), (cause) => {
      for (const brought of all) answer(brought, tryAgain)
      return unstored(cause)
    })

  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.takeAll(queue), taken)))
  return (link, delivery) => void Queue.offerUnsafe(queue, { link, delivery, isAnswered: false })
})
