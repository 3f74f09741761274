/**
 * Carriers of the host as carriers of the service.
 */
import type {
  Carrier as Port,
  CarrierRequest,
  CarrierResponse,
  Submission,
  SubmissionOutcome
} from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import * as Instant from "@signalbox/core/Instant"
import { Receipts } from "@signalbox/core/Receipts"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { CallbackAnswer, Carrier, OutgoingMessage, SubmitAnswer } from "../Carrier.ts"
import * as Brought from "./brought.ts"

const outgoing = (submission: Submission): OutgoingMessage => {
  const { account, attempt, channel, expiresAt, from, message, rendered, sms, template, to } = submission
  return {
    attempt,
    id: message,
    account,
    channel,
    to,
    from,
    text: rendered.plain,
    content: {
      header: rendered.header,
      headerMedia: rendered.headerMedia,
      body: rendered.content,
      footer: rendered.footer,
      buttons: rendered.buttons ?? [],
      media: rendered.media,
      subject: rendered.subject
    },
    template,
    sms,
    expiresAt: new Date(expiresAt)
  }
}

const unanswered: SubmissionOutcome = { _tag: "Unanswered" }

/** Reads a carrier's answer. Carriers may answer anything: null stands for what is no answer. */
const outcome = (answer: SubmitAnswer): SubmissionOutcome | null => {
  if (answer === undefined || answer === null) return { _tag: "Accepted", references: [] }
  if (typeof answer === "string") return { _tag: "Accepted", references: [answer] }
  if (Array.isArray(answer)) return { _tag: "Accepted", references: answer as ReadonlyArray<string> }
  if (typeof answer === "object" && "refused" in answer) {
    const { code = "", refused, text = "" } = answer
    return { _tag: "Refused", failure: refused, detail: code === "" && text === "" ? null : { code, text } }
  }
  if (typeof answer === "object" && "busyUntil" in answer && answer.busyUntil instanceof Date) {
    return { _tag: "Busy", until: Instant.make(answer.busyUntil.getTime()), holds: answer.holds ?? "lane" }
  }
  return null
}

const submitOne = Effect.fnUntraced(function*(carrier: Carrier, submission: Submission) {
  const about = { carrier: carrier.id, attempt: submission.attempt }
  const said = yield* Effect.exit(
    Effect.tryPromise(async (signal) => outcome(await carrier.submit(outgoing(submission), signal)))
  )
  if (Exit.isFailure(said)) {
    if (Cause.hasInterruptsOnly(said.cause)) return yield* Effect.interrupt
    // The message of an error may quote what was sent.
    const cause = RequestLog.origin(said.cause)
    yield* Effect.logWarning("a carrier has thrown; nobody knows whether it has sent", { ...about, cause })
    return unanswered
  }
  if (said.value === null) {
    yield* Effect.logWarning("a carrier answers what is no answer; nobody knows whether it has sent", about)
  }
  return said.value ?? unanswered
})

const submit = (carrier: Carrier): Port["submit"] => (batch, tell) =>
  Effect.forEach(
    batch,
    (submission) => Effect.flatMap(submitOne(carrier, submission), (told) => tell(submission.attempt, told)),
    { discard: true, concurrency: "unbounded" }
  )

/** Whatever cannot be stored now, and a receipt that comes before its attempt, the carrier brings again. */
const again: CarrierResponse = { status: 503, headers: { "retry-after": "1" } }

const hook = Effect.fnUntraced(function*(
  { callback, id }: Carrier,
  request: CarrierRequest,
  receipts: Receipts["Service"],
  inbound: Inbound["Service"]
) {
  const answer: CallbackAnswer = (yield* Effect.promise(async () => callback?.(request))) ?? {}
  const carrier = id as CarrierId
  const flaws = [
    ...(answer.receipts ?? []).flatMap(Brought.receiptFlaws),
    ...(answer.inbound ?? []).flatMap(Brought.inboundFlaws)
  ]
  if (flaws.length > 0) {
    yield* Effect.logError("a carrier's callback answers what cannot be read", { carrier, flaws: flaws.slice(0, 5) })
    return { status: 500 }
  }
  const told = yield* receipts.reportAll((answer.receipts ?? []).map((receipt) => Brought.receipt(carrier, receipt)))
  const taken = yield* Effect.forEach(
    answer.inbound ?? [],
    (message) => Effect.exit(inbound.receive(Brought.inbound(carrier, message)))
  )
  const failed = told.find(Exit.isFailure) ?? taken.find(Exit.isFailure)
  if (failed !== undefined) {
    yield* Effect.logError("what a carrier brought cannot be stored", {
      carrier,
      cause: RequestLog.origin(failed.cause)
    })
    return again
  }
  if (told.some((exit) => Exit.isSuccess(exit) && exit.value === "unknown")) return again
  return answer.response ?? { status: 200 }
})

const port = (carrier: Carrier, receipts: Receipts["Service"], inbound: Inbound["Service"]): Port => ({
  id: carrier.id as CarrierId,
  channels: carrier.channels,
  ...(carrier.pace === undefined ? {} : { pace: carrier.pace }),
  ...(carrier.answersWithin === undefined ? {} : { answersWithin: carrier.answersWithin }),
  submit: submit(carrier),
  ...(carrier.callback === undefined ? {} : { hook: (request) => hook(carrier, request, receipts, inbound) })
})

export const layer = (carriers: ReadonlyArray<Carrier>): Layer.Layer<Carriers, never, Receipts | Inbound> =>
  Layer.effect(
    Carriers,
    Effect.gen(function*() {
      const receipts = yield* Receipts
      const inbound = yield* Inbound
      return carriers.map((carrier) => port(carrier, receipts, inbound))
    })
  )
