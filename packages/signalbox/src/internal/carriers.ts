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
import type { ConsentSignals } from "@signalbox/core/ConsentSignals"
import type { CarrierId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import { Receipts } from "@signalbox/core/Receipts"
import * as RequestLog from "@signalbox/core/RequestLog"
import type { Verdicts } from "@signalbox/core/Verdicts"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { Carrier, CarrierLayer, OutgoingMessage } from "../Carrier.ts"
import * as CallbackAnswers from "./callbackAnswer.ts"
import type { HostFailures } from "./hostFailures.ts"
import * as HostFailures_ from "./hostFailures.ts"
import { logged, textsIn } from "./hostFailures.ts"
import type { Hidden } from "./masking.ts"
import * as SubmitAnswers from "./submitAnswer.ts"

const outgoing = (submission: Submission): OutgoingMessage => {
  const { account, attempt, channel, expiresAt, from, message, metadata, reference, rendered, sms, template, to } =
    submission
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
    ...(reference === undefined ? {} : { reference }),
    ...(metadata === undefined ? {} : { metadata }),
    expiresAt: new Date(expiresAt)
  }
}

/** The texts that a carrier was told, of which its error may quote anything. */
const saidIn = ({ from, metadata, reference, rendered, template, to }: Submission): Hidden =>
  textsIn([
    to,
    from,
    reference,
    metadata,
    rendered,
    template === null ? [] : [template.header, template.body, template.buttons]
  ])

const saidBy = ({ body, headers, url }: CarrierRequest): Hidden => [
  new TextDecoder().decode(body),
  url,
  ...Object.values(headers)
]

const complain = ({ id: carrier }: Carrier, { attempt }: Submission, { flaws }: SubmitAnswers.Read) =>
  flaws.length === 0
    ? Effect.void
    : Effect.logError("a carrier's answer cannot be read", { carrier, attempt, flaws })

const submitOne = Effect.fnUntraced(function*(
  carrier: Carrier,
  submission: Submission,
  failures: HostFailures,
  tellLate: (late: SubmitAnswers.Read) => void
) {
  const about = { carrier: carrier.id, attempt: submission.attempt }
  const said = yield* Effect.exit(
    Effect.promise(async (signal) => {
      const read = SubmitAnswers.read(await carrier.submit(outgoing(submission), signal))
      // Nobody waits any more, and yet receipts may name the reference, and the host has to hear of a wrong answer.
      if (signal.aborted) tellLate(read)
      return read
    })
  )
  if (Exit.isFailure(said)) {
    const error = Cause.squash(said.cause)
    const told = failures.tell({ where: "carrier.submit", ...about, error }, saidIn(submission))
    yield* logged(told)
    return { _tag: "Unanswered", detail: { code: told.code, text: "the carrier failed" } } satisfies SubmissionOutcome
  }
  yield* complain(carrier, submission, said.value)
  return said.value.outcome
})

const submit = (carrier: Carrier, failures: HostFailures): Port["submit"] => (batch, tell) =>
  Effect.flatMap(Effect.context<never>(), (context) => {
    const run = Effect.runForkWith(context)
    return Effect.forEach(
      batch,
      (submission) => {
        const { attempt } = submission
        const late = (read: SubmitAnswers.Read) =>
          Effect.andThen(
            complain(carrier, submission, read),
            read.outcome._tag === "Unanswered" ? Effect.void : tell(attempt, read.outcome)
          )
        const one = submitOne(carrier, submission, failures, (read) => void run(late(read)))
        return Effect.flatMap(one, (told) => tell(attempt, told))
      },
      { discard: true, concurrency: "unbounded" }
    )
  })

/** Whatever cannot be stored now, and a receipt that comes before its attempt, the carrier brings again. */
const again: CarrierResponse = { status: 503, headers: { "retry-after": "1" } }

/** The ways of what a carrier brings. */
interface Ways {
  readonly receipts: Receipts["Service"]
  readonly inbound: Inbound["Service"]
  readonly failures: HostFailures
}

const hook = Effect.fnUntraced(function*(
  { callback, id }: Carrier,
  request: CarrierRequest,
  { failures, inbound, receipts }: Ways
) {
  const carrier = id as CarrierId
  const said = yield* Effect.exit(Effect.promise(async () => callback?.(request)))
  if (Exit.isFailure(said)) {
    const error = Cause.squash(said.cause)
    yield* logged(failures.tell({ where: "carrier.callback", carrier, error }, saidBy(request)))
    return { status: 500 }
  }
  const read = CallbackAnswers.read(carrier, said.value)
  if (Result.isFailure(read)) {
    const flaws = read.failure.slice(0, 5)
    yield* Effect.logError("a carrier's callback answers what cannot be read", { carrier, flaws })
    return { status: 500 }
  }
  const answer = read.success
  const told = yield* receipts.reportAll(answer.receipts)
  const taken = yield* Effect.forEach(answer.inbound, (message) => Effect.exit(inbound.receive(message)))
  const failed = told.find(Exit.isFailure) ?? taken.find(Exit.isFailure)
  if (failed !== undefined) {
    yield* Effect.logError("what a carrier brought cannot be stored", {
      carrier,
      cause: RequestLog.origin(failed.cause)
    })
    return again
  }
  if (told.some((exit) => Exit.isSuccess(exit) && exit.value === "unknown")) return again
  return answer.response
})

const port = (carrier: Carrier, ways: Ways): Port => ({
  id: carrier.id as CarrierId,
  channels: carrier.channels,
  ...(carrier.choosesSender === undefined ? {} : { choosesSender: carrier.choosesSender }),
  ...(carrier.pace === undefined ? {} : { pace: carrier.pace }),
  ...(carrier.answersWithin === undefined ? {} : { answersWithin: carrier.answersWithin }),
  ...(carrier.repeat === undefined ? {} : { repeat: carrier.repeat }),
  submit: submit(carrier, ways.failures),
  ...(carrier.callback === undefined ? {} : { hook: (request) => hook(carrier, request, ways) })
})

/** The carriers bring what they are told by these services. */
export type Ports = Layer.Layer<Carriers, never, Receipts | Inbound | ConsentSignals | Verdicts>

/** The ports of a carrier. What a Layer holds open is open as long as the scope. */
const ports = (carrier: Carrier | CarrierLayer, ways: Ways) =>
  carrier.kind === "carrier"
    ? Effect.succeed([port(carrier, ways)])
    // The declarations of the facade say nothing of Effect. What is no Layer was refused with the options.
    : Effect.map(Layer.build(carrier.layer as Ports), (context) => Context.get(context, Carriers))

export const layer = (
  carriers: ReadonlyArray<Carrier | CarrierLayer>,
  failures: HostFailures = HostFailures_.make()
): Ports =>
  Layer.effect(
    Carriers,
    Effect.gen(function*() {
      const ways = { receipts: yield* Receipts, inbound: yield* Inbound, failures }
      return (yield* Effect.forEach(carriers, (carrier) => ports(carrier, ways))).flat()
    })
  )
