/** Generates the steps of a history, each as often as it is worth. */
import type { Channel } from "@signalbox/core/Channel"
import type { FailureClass } from "@signalbox/core/FailureClass"
import { FailureClass as FailureClasses } from "@signalbox/core/FailureClass"
import * as fc from "fast-check"
import type { Said } from "./Attempt.ts"
import type { Payer } from "./World.ts"

/** A text that the recipient writes: nothing particular, or a keyword. */
export type Text = "Hello" | "stop it" | "STOP" | " Quit\n" | "start" | "HELP"

/** A message, and one of its attempts, counted from the last one. */
interface OfAttempt {
  readonly message: number
  readonly which: number
}

export type Step =
  /** The message goes the next step of a life in which nothing goes wrong: dispatched, handed over, accepted. */
  | { readonly do: "go on"; readonly message: number }
  | { readonly do: "resend" | "cancel"; readonly message: number }
  /** Work on an earlier send may lie about. */
  | { readonly do: "dispatch"; readonly message: number; readonly isOld: boolean }
  /** By one more worker: whoever held it before has crashed, or is slow. */
  | { readonly do: "hand over" } & OfAttempt
  | {
    readonly do: "answer"
    /** Whether the first of several workers brings it, or the last one. */
    readonly isFirst: boolean
    readonly says: FailureClass | "accepted" | "unanswered" | "busy"
    readonly isReferenced: boolean
  } & OfAttempt
  /** The last: the time is over in which an attempt was to be delivered. */
  | { readonly do: "submission deadline" | "receipt deadline" | "overdue" } & OfAttempt
  | {
    readonly do: "receipt"
    readonly said: Said
    readonly failure: FailureClass
    readonly byReference: boolean
  } & OfAttempt
  | { readonly do: "consent"; readonly optOut: boolean }
  | { readonly do: "suppress"; readonly isSuppressed: boolean }
  | { readonly do: "money"; readonly payer: Payer; readonly amount: number }
  | { readonly do: "template"; readonly isApproved: boolean }
  | { readonly do: "destinations"; readonly of: Payer; readonly forbids: boolean }
  | { readonly do: "stage"; readonly of: Payer; readonly stage: "verified" | "suspended" }
  | { readonly do: "inbound"; readonly channel: Channel; readonly text: Text }
  /** A carrier reports the recipient's consent by itself. */
  | { readonly do: "signal"; readonly channel: Channel; readonly optOut: boolean }
  /** A client deletes the contact. */
  | { readonly do: "forget" }
  /** WhatsApp is tried again when its time has come. */
  | { readonly do: "return" }
  | { readonly do: "wait"; readonly hours: number }
  /** Time goes on until the recipient's quiet hours begin, or end. */
  | { readonly do: "nightfall" | "daybreak" }
  /** The second happens between the first one's decision and its commit. */
  | { readonly do: "race"; readonly first: Step; readonly meanwhile: Step }

const rerouting: ReadonlyArray<FailureClass> = [
  "undeliverable_by_route",
  "sender_refused",
  "no_route_to_network",
  "provider_unavailable",
  "provider_timeout",
  "transport_error",
  "recipient_not_on_channel"
]

const failure = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...rerouting) },
  { weight: 2, arbitrary: fc.constantFrom(...FailureClasses.literals) },
  // Too large for one carrier of MMS is too large for all.
  { weight: 1, arbitrary: fc.constant<FailureClass>("content_not_acceptable") }
)
const channel = fc.constantFrom<Channel>("whatsapp", "whatsapp", "sms", "rcs", "mms")
const message = fc.nat({ max: 3 })
/** Mostly the last one. */
const which = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 5 }))
const mostly = (usual: boolean, weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, fc.constant(!usual))

const dispatch = fc.record({ do: fc.constant("dispatch" as const), message, isOld: mostly(false, 2) })
const resend = fc.record({ do: fc.constant("resend" as const), message })
const cancel = fc.record({ do: fc.constant("cancel" as const), message })
const goOn = fc.record({ do: fc.constant("go on" as const), message })
const handOver = fc.record({ do: fc.constant("hand over" as const), message, which })
const answer = fc.record({
  do: fc.constant("answer" as const),
  message,
  which,
  isFirst: mostly(false, 3),
  says: fc.oneof(
    { weight: 4, arbitrary: fc.constant("accepted" as const) },
    { weight: 3, arbitrary: failure },
    { weight: 1, arbitrary: fc.constant("unanswered" as const) },
    { weight: 1, arbitrary: fc.constant("busy" as const) }
  ),
  isReferenced: fc.boolean()
})
const deadline = fc.record({
  do: fc.constantFrom("submission deadline" as const, "receipt deadline" as const),
  message,
  which
})
const overdue = fc.record({ do: fc.constant("overdue" as const), message, which })
const receipt = fc.record({
  do: fc.constant("receipt" as const),
  message,
  which,
  said: fc.constantFrom<Said>("DELIVERED", "READ", "FAILED", "FAILED", "FAILED"),
  failure,
  byReference: mostly(false, 2)
})
/** A receipt that calls for another route. */
const setback = fc.record({
  do: fc.constant("receipt" as const),
  message,
  which: fc.constant(0),
  said: fc.constant<Said>("FAILED"),
  failure: fc.constantFrom(...rerouting),
  byReference: fc.constant(false)
})
/** An earlier attempt turns out to have arrived. */
const surprise = fc.record({
  do: fc.constant("receipt" as const),
  message,
  which: fc.constantFrom(0, 1, 2),
  said: fc.constant<Said>("DELIVERED"),
  failure: fc.constant<FailureClass>("unknown"),
  byReference: fc.constant(false)
})
const consent = fc.record({ do: fc.constant("consent" as const), optOut: mostly(false, 2) })
const suppress = fc.record({ do: fc.constant("suppress" as const), isSuppressed: mostly(false, 2) })
const payer = fc.constantFrom<Payer>("own", "organization")
const money = fc.record({
  do: fc.constant("money" as const),
  payer,
  amount: fc.integer({ min: -400, max: 800 })
})
const template = fc.record({ do: fc.constant("template" as const), isApproved: mostly(true, 2) })
const stage = fc.record({
  do: fc.constant("stage" as const),
  of: payer,
  stage: fc.constantFrom("verified", "verified", "suspended")
})
const destinations = fc.record({
  do: fc.constant("destinations" as const),
  of: payer,
  forbids: mostly(false, 2)
})
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Text>("Hello") },
  fc.constantFrom<Text>("stop it", "STOP", " Quit\n", "start", "start", "HELP")
)
const inbound = fc.record({ do: fc.constant("inbound" as const), channel, text })
const signal = fc.record({ do: fc.constant("signal" as const), channel, optOut: fc.boolean() })
const forget = fc.constant<Step>({ do: "forget" })
const returns = fc.constant<Step>({ do: "return" })
const wait = fc.record({ do: fc.constant("wait" as const), hours: fc.constantFrom(1, 5, 12, 25, 100, 170, 721) })

const nightfall = fc.constantFrom<Step>({ do: "nightfall" }, { do: "nightfall" }, { do: "daybreak" })

/** Between a decision and its commit: what the decision must not be blind to. */
const race = fc.record({
  do: fc.constant("race" as const),
  first: fc.oneof(
    dispatch,
    dispatch,
    handOver,
    answer,
    deadline,
    receipt.map((made) => ({ ...made, byReference: false })),
    resend,
    cancel
  ),
  meanwhile: fc.oneof(
    dispatch,
    dispatch,
    handOver,
    answer,
    receipt,
    overdue,
    resend,
    cancel,
    fc.constant<Step>({ do: "consent", optOut: true }),
    fc.constant<Step>({ do: "suppress", isSuppressed: true }),
    fc.constant<Step>({ do: "inbound", channel: "sms", text: "STOP" }),
    fc.constant<Step>({ do: "signal", channel: "whatsapp", optOut: true }),
    fc.record({ do: fc.constant("money" as const), payer, amount: fc.integer({ min: -6000, max: -1 }) })
  )
})

/** A change of what a hand-over rests on besides the recipient. A dispatch leaves it to the hand-over that follows. */
const inLine = fc.record({
  do: fc.constant("race" as const),
  first: handOver,
  meanwhile: fc.oneof(
    fc.constant<Step>({ do: "template", isApproved: false }),
    fc.record({ do: fc.constant("destinations" as const), of: payer, forbids: fc.constant(true) }),
    fc.record({ do: fc.constant("stage" as const), of: payer, stage: fc.constant("suspended" as const) })
  )
})

const of = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })

const any = fc.oneof(
  of(30, goOn),
  of(4, dispatch),
  of(8, handOver),
  of(16, answer),
  of(6, surprise),
  of(8, deadline),
  of(8, overdue),
  of(16, receipt),
  of(12, setback),
  of(8, resend),
  of(2, cancel),
  of(8, race),
  of(1, inLine),
  of(5, inbound),
  of(4, wait),
  of(6, nightfall),
  of(2, consent),
  of(2, suppress),
  of(2, signal),
  of(1, forget),
  of(2, returns),
  of(2, money),
  of(2, template),
  of(1, stage),
  of(1, destinations)
)

/** As often as not a history begins with a message on its way. */
export const steps = (length: number): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc.tuple(
    fc.array(fc.oneof(of(6, goOn), of(1, setback), of(1, overdue), of(1, inbound), of(1, nightfall)), {
      maxLength: 8,
      size: "max"
    }),
    fc.array(any, { maxLength: length, size: "max" })
  )
    .map(([before, after]) => [...before, ...after])
