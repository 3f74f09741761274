/**
 * Tries an operator out, step by step, and says in words what was wrong: it binds, sends one message, and waits for its
 * receipt.
 */
import type { Submission } from "@signalbox/core/Carrier"
import type { AccountId, AttemptId, MessageId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Rendered from "@signalbox/core/Rendered"
import * as Segment from "@signalbox/core/Segment"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as CommandStatus from "./CommandStatus.ts"
import * as Incoming from "./Incoming.ts"
import type { Link } from "./internal/Link.ts"
import * as Outbox from "./internal/Outbox.ts"
import * as Session from "./internal/Session.ts"
import type { Options, Settings } from "./Options.ts"
import { check } from "./Options.ts"
import type { Part } from "./Outgoing.ts"
import * as Outgoing from "./Outgoing.ts"
import type { BindCommand } from "./Pdu.ts"
import type { IdForm } from "./Receipt.ts"
import { canonical } from "./Receipt.ts"

export interface Step {
  readonly name: "bind" | "submit" | "receipt"
  readonly holds: boolean
  readonly words: string
}

export interface Trial {
  readonly from: string | null
  readonly to: PhoneNumber
  readonly text: string
  /** How long the receipt may take, in milliseconds. */
  readonly patience: number
}

interface ReceivedReceipt extends Incoming.DeliveryReceipt {
  /** Answers its delivery. */
  readonly answer: (status: number) => void
}

/** The first thing to look at, by what the network or the message centre says. */
const advice: ReadonlyArray<readonly [sign: RegExp, words: string]> = [
  [/ECONNREFUSED/, "Nobody listens there: look at the host and the port, and whether the operator wants TLS."],
  [/ENOTFOUND|EAI_AGAIN/, "The name of the host is not known."],
  [/cannot be reached|ETIMEDOUT|EHOSTUNREACH/, "A firewall may be in between: operators let in known addresses only."],
  [
    /certificate|CERT_|SELF_SIGNED/i,
    "Give the operator's authority by `tls.ca` (--ca), or the name by `tls.servername` (--servername)."
  ],
  [/wrong version number|packet length too long/i, "The operator does not speak TLS on this port."],
  [
    /ESME_RINVPASWD|ESME_RINVSYSID|ESME_RBINDFAIL/,
    "Look at the system id, the password, the system type and the kind of bind."
  ],
  [/ESME_RALYBND/, "All binds that the operator allows are taken: others may hold them."],
  [
    /does not answer the bind|has closed the connection/,
    "The operator may want TLS on this port, or another kind of bind."
  ],
  [/ESME_RINVSRC/, "The operator does not take this sender, or not with this type of number (--from-type)."],
  [/ESME_RINVDST/, "The operator does not take this number, or not with this type of number (--to-type)."],
  [/ESME_RTHROTTLED/, "The operator takes fewer a second: set `pace`."]
]

const advised = (words: string): string => {
  const found = advice.find(([sign]) => sign.test(words))
  return found === undefined ? `${words}.` : `${words}. ${found[1]}`
}

const forms: ReadonlyArray<IdForm> = ["hexadecimal", "decimal"]

/** Returns the forms in which two ids are one, where they are not as texts. */
export const formsOf = (
  answer: string,
  receipt: string
): { readonly answer: IdForm; readonly receipt: IdForm } | null => {
  for (const one of forms) {
    for (const other of forms) {
      if (one !== other && canonical(answer, one) === canonical(receipt, other)) return { answer: one, receipt: other }
    }
  }
  // The same number, written with other letters or more zeros.
  const isSame = canonical(answer, "hexadecimal") === canonical(receipt, "hexadecimal")
  return isSame ? { answer: "hexadecimal", receipt: "hexadecimal" } : null
}

const step = (name: Step["name"], holds: boolean, words: string): Step => ({ name, holds, words })

const submissionOf = ({ from, text, to }: Trial, now: Instant.Instant): Submission => ({
  attempt: "" as AttemptId,
  message: "" as MessageId,
  account: "" as AccountId,
  channel: "sms",
  to,
  from,
  rendered: Rendered.fromText(text),
  template: null,
  sms: { encoding: Segment.count(text).encoding, parts: Segment.parts(text) },
  expiresAt: Instant.plus(now, 3_600_000)
})

const submit = Effect.fnUntraced(function*(link: Link, { body, tlvs }: Part, { responseTimeout }: Settings) {
  const answer = yield* Effect.timeoutOption(
    link.request("submit_sm", { ...body, tlvs } as typeof body),
    responseTimeout
  )
  const said = Option.getOrNull(answer)
  if (said === null || said._tag === "Silent") return { id: null, words: "the operator does not answer the submit_sm" }
  if (said._tag === "Lost") return { id: null, words: "the session was lost before the submit_sm was answered" }
  const { name, words } = CommandStatus.of(said.status)
  return { id: said.status === CommandStatus.codes.ok ? said.messageId : null, words: `${name}: ${words}` }
})

const digits = (number: string): string => number.replaceAll(/\D/g, "")

/** Whose a receipt is, as far as can be told. */
type Owner = "ours" | "perhaps ours" | "another's"

/** A receipt is ours by its id. One about our recipient may be ours in words that no setting makes one. */
const ownerOf = (told: ReceivedReceipt, trial: Trial, ids: ReadonlyArray<string>, settings: Settings): Owner => {
  if (ids.some((id) => told.reference === canonical(id, settings.ids.answer))) return "ours"
  if (digits(told.to) !== digits(trial.to)) return "another's"
  return ids.some((id) => formsOf(id, told.reference) !== null) ? "ours" : "perhaps ours"
}

/** Says in words whether a receipt is about the message that has this id. */
const received = (told: ReceivedReceipt, id: string, { ids }: Settings): Step => {
  const state = told.outcome === "delivered" ? "was delivered" : `failed: ${told.outcome}`
  const detail = told.detail === null ? "" : ` (${told.detail.text} ${told.detail.code})`
  if (told.reference === canonical(id, ids.answer)) {
    return step("receipt", told.outcome === "delivered", `The message ${state}${detail}.`)
  }
  const found = formsOf(id, told.reference)
  const setting = found === null
    ? "No setting makes them one."
    : `Set \`ids\` to ${JSON.stringify({ answer: found.answer, tlv: found.receipt, text: found.receipt })} ` +
      `(--ids ${found.answer},${found.receipt},${found.receipt}), and where TLV and text differ, one of them to the other form.`
  return step("receipt", false, `A receipt names ${told.reference}, and the answer named ${id}. ${setting}`)
}

/**
 * Makes the trial, and returns how far it came. The last step says what was wrong, if anything was.
 *
 * @throws TypeError for options that are not as they should be
 */
export const run = Effect.fnUntraced(function*(options: Options, trial: Trial): Effect.fn.Return<ReadonlyArray<Step>> {
  const settings = check(options)
  const receipts = yield* Queue.unbounded<ReceivedReceipt>()
  const place: Session.Surroundings = {
    settings,
    outbox: Outbox.make(),
    deliver: (link, delivery) => {
      const told = Incoming.read(delivery, settings)
      const answer = (status: number): void => link.answer(delivery, status)
      if (told._tag === "Receipt") Queue.offerUnsafe(receipts, { ...told, answer })
      // What is not ours to keep comes again to whoever keeps it.
      else answer(told._tag === "Message" ? CommandStatus.codes.tryAgain : CommandStatus.codes.ok)
    }
  }
  const isPair = settings.bindAs === "transmitter and receiver"
  const command: BindCommand = isPair ? "bind_transmitter" : "bind_transceiver"

  const trying = Effect.gen(function*() {
    const link = yield* Session.open(place, command)
    if (isPair) yield* Session.open(place, "bind_receiver")
    yield* Effect.addFinalizer(() =>
      Effect.map(Queue.clear(receipts), (left) => {
        for (const { answer } of left) answer(CommandStatus.codes.tryAgain)
      }).pipe(Effect.ignore)
    )
    const steps = [step("bind", true, `Bound to ${settings.host}:${settings.port} as ${settings.systemId}.`)]
    const now = yield* Instant.now
    const parts = Outgoing.of(submissionOf(trial, now), settings, () => 1, now)
    if (Result.isFailure(parts)) return [...steps, step("submit", false, advised(parts.failure.words))]
    const ids: Array<string> = []
    for (const part of parts.success) {
      const { id, words } = yield* submit(link, part, settings)
      if (id === null) return [...steps, step("submit", false, advised(words))]
      ids.push(id)
    }
    const last = ids.at(-1)!
    const count = ids.length
    steps.push(
      step("submit", true, `Sent in ${count} ${count === 1 ? "part" : "parts"}, the last of which is ${last}.`)
    )
    const final = Effect.gen(function*() {
      for (;;) {
        // Nobody knows whose a receipt is before all ids are known, so none is answered before.
        const told = yield* Queue.take(receipts)
        const owner = ownerOf(told, trial, ids, settings)
        told.answer(owner === "ours" ? CommandStatus.codes.ok : CommandStatus.codes.tryAgain)
        if (owner === "another's" || told.outcome === null) continue
        // A message of several parts has receipts of them all, and any may come first.
        if (count === 1 || told.reference === canonical(last, settings.ids.answer)) return told
      }
    })
    const told = Option.getOrNull(yield* Effect.timeoutOption(final, trial.patience))
    const silence =
      "No receipt has come in time. The handset may be off, or the operator sends receipts on another bind."
    return [...steps, told === null ? step("receipt", false, silence) : received(told, last, settings)]
  })

  return yield* Effect.scoped(trying).pipe(
    Effect.catch((error) => Effect.succeed([step("bind", false, advised(error.words))]))
  )
})
