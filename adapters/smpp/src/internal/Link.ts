/**
 * One connection to the message centre: it matches answers to requests, keeps the window and the timers, and answers what
 * is asked. It does nothing by itself: the connection, the ticks and the outbox call it.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Malformed } from "../Codec.ts"
import * as Codec from "../Codec.ts"
import * as CommandStatus from "../CommandStatus.ts"
import * as Framing from "../Framing.ts"
import type { Settings } from "../Options.ts"
import type { Body, Command, Pdu, PduOf, Request, Response } from "../Pdu.ts"
import { commandIds, isResponse } from "../Pdu.ts"
import type { Outbox, Taker } from "./Outbox.ts"
import type { Wire } from "./Wire.ts"

/** The end of a request. */
export type Answer =
  /** `messageId` is empty unless the response names a message. */
  | { readonly _tag: "Response"; readonly status: number; readonly messageId: string }
  | { readonly _tag: "Silent" }
  | { readonly _tag: "Lost" }

interface Waiting {
  readonly command: Request
  readonly since: number
  readonly settle: (answer: Answer) => void
  /** Whether it has a place in the window. One that is late has none any more, though its answer is still heard. */
  isInWindow: boolean
}

export type Delivery = PduOf<"deliver_sm"> | PduOf<"data_sm">

export interface Link extends Taker {
  readonly request: <C extends Request>(command: C, body: Body<C>) => Effect.Effect<Answer>
  /** Begins to take parts from the outbox. */
  readonly begin: () => void
  /** Answers a delivery. */
  readonly answer: (delivery: Delivery, status: number) => void
  /** Ends what has waited for too long, asks a silent peer whether it is there, and goes on after a pause. */
  readonly tick: () => void
  /** Writes no more parts, and takes no more deliveries: the operator brings them again. */
  readonly stop: () => void
  /** Returns how many deliveries have no answer yet. */
  readonly owed: () => number
  readonly isOpen: () => boolean
  /** Waits for the end of the connection, and says in words why. */
  readonly closed: Effect.Effect<string>
  readonly close: (words: string) => void
}

export interface World {
  readonly wire: Wire
  readonly settings: Settings
  readonly outbox: Outbox
  /** Elapsed milliseconds. */
  readonly now: () => number
  readonly deliver: (link: Link, delivery: Delivery) => void
  /** The sequence number before the first one; 0 unless given. */
  readonly sequence?: number
}

/** How many deliveries may wait to be stored. The operator brings again later what comes beyond them. */
const mostDeliveries = 512

/** How many octets may wait to leave. A peer that asks and does not read the answers must not fill the memory. */
const mostQueued = 0x10_0000

const lastSequence = 0x7fff_ffff

const malformedStatus: Readonly<Record<Malformed["reason"], number>> = {
  command: CommandStatus.codes.unknownCommand,
  length: CommandStatus.codes.invalidLength,
  body: CommandStatus.codes.invalidLength,
  tlv: CommandStatus.codes.brokenTlvs
}

/** Returns the answer that a response is. A generic_nack says no, whatever its status. */
const answerOf = (pdu: Pdu): Extract<Answer, { readonly _tag: "Response" }> => ({
  _tag: "Response",
  status: pdu.command === "generic_nack" ? pdu.status || CommandStatus.codes.unknownError : pdu.status,
  messageId: "messageId" in pdu ? pdu.messageId : ""
})

/** Returns whether a command is one of those that answer a request. */
const isAnswerTo = ({ command }: Waiting, commandId: number): boolean =>
  commandId === commandIds.generic_nack || commandId === commandIds[command] + 0x8000_0000

export const make = ({ deliver, now, outbox, sequence: before = 0, settings, wire }: World): Link => {
  const framing = Framing.make(settings.longestPdu)
  const waiting = new Map<number, Waiting>()
  const ended = Deferred.makeUnsafe<string>()
  let sequence = before
  let submitted = 0
  let deliveries = 0
  let heardAt = now()
  let pausedUntil = 0
  let [isOpen, isBound, isTaking, isLeaving, isEnquiring] = [true, false, false, false, false]

  const write = <C extends Command>(pdu: PduOf<C>): void => {
    if (!isOpen) return
    wire.write(Codec.encode(pdu))
    if (wire.queued() > mostQueued) close("the operator does not read what it is answered")
  }

  const ask = <C extends Request>(
    command: C,
    body: Body<C> & { tlvs?: PduOf<C>["tlvs"] },
    settle: Waiting["settle"],
    isInWindow = false
  ) => {
    const next = sequence === lastSequence ? 1 : sequence + 1
    const octets = Codec.encode<C>({ command, status: 0, sequence: next, tlvs: [], ...body })
    sequence = next
    waiting.set(sequence, { command, since: now(), settle, isInWindow })
    wire.write(octets)
  }

  const hasRoom = (): boolean =>
    isOpen && isTaking && submitted < settings.window && now() >= pausedUntil && wire.hasRoom()

  const pump = (): void => {
    while (hasRoom()) {
      const job = outbox.next()
      if (job === null) return
      job.isWritten = true
      ask("submit_sm", { ...job.part.body, tlvs: job.part.tlvs }, (answer) => {
        if (answer._tag !== "Response") return job.settle({ _tag: "Unanswered" })
        const { messageId, status } = answer
        const pause = CommandStatus.of(status).meaning
        if (pause === "throttled" || pause === "full") pausedUntil = now() + settings.pauses[pause]
        job.settle({ _tag: "Answered", status, messageId })
      }, true)
      submitted += 1
    }
  }

  const stop = (): void => {
    isTaking = false
    isLeaving = true
    outbox.detach(self)
  }

  const leaveWindow = (request: Waiting): void => {
    if (request.isInWindow) submitted -= 1
    request.isInWindow = false
  }

  /** Ends a request. */
  const settle = (sequence: number, request: Waiting, answer: Answer): void => {
    waiting.delete(sequence)
    leaveWindow(request)
    request.settle(answer)
  }

  const close = (words: string): void => {
    if (!isOpen) return
    isOpen = false
    wire.end()
    stop()
    for (const [sequence, request] of waiting) settle(sequence, request, { _tag: "Lost" })
    Deferred.doneUnsafe(ended, Effect.succeed(words))
  }

  const respond = <C extends Response>(command: C, body: Body<C>, to: number, status: number): void =>
    write<C>({ command, status, sequence: to, tlvs: [], ...body })

  const answered = (pdu: Pdu): void => {
    const request = waiting.get(pdu.sequence)
    if (request === undefined || !isAnswerTo(request, commandIds[pdu.command])) return
    const answer = answerOf(pdu)
    // What is delivered may come in one packet with the answer to the bind.
    isBound ||= request.command.startsWith("bind_") && answer.status === CommandStatus.codes.ok
    settle(pdu.sequence, request, answer)
  }

  const asked = (pdu: Pdu): void => {
    switch (pdu.command) {
      case "enquire_link":
        return respond("enquire_link_resp", {}, pdu.sequence, CommandStatus.codes.ok)
      case "unbind":
        respond("unbind_resp", {}, pdu.sequence, CommandStatus.codes.ok)
        return close("the operator has ended the session")
      case "deliver_sm":
      case "data_sm":
        if (!isBound) {
          return respond(`${pdu.command}_resp`, { messageId: "" }, pdu.sequence, CommandStatus.codes.notBound)
        }
        // What is read goes on: the answers to what we have written come behind.
        if (isLeaving || deliveries >= mostDeliveries) {
          return respond(`${pdu.command}_resp`, { messageId: "" }, pdu.sequence, CommandStatus.codes.tryAgain)
        }
        deliveries += 1
        return deliver(self, pdu)
      case "alert_notification":
        return
      default:
        return respond("generic_nack", {}, pdu.sequence, CommandStatus.codes.unknownCommand)
    }
  }

  const misread = ({ commandId, reason, sequence, status }: Malformed): void => {
    if (commandId < 0x8000_0000) return respond("generic_nack", {}, sequence, malformedStatus[reason])
    const request = waiting.get(sequence)
    if (request === undefined || !isAnswerTo(request, commandId)) return
    // An error needs no more than its status. Of a success nobody can read what it says.
    const isError = status !== CommandStatus.codes.ok
    settle(sequence, request, isError ? { _tag: "Response", status, messageId: "" } : { _tag: "Silent" })
  }

  /** Nothing that a peer sends ends the process: it ends the session at most. */
  const guarded = <A extends ReadonlyArray<unknown>>(act: (...given: A) => void) => (...given: A): void => {
    try {
      act(...given)
    } catch (error) {
      close(`a defect: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  const self: Link = {
    load: () => submitted,
    pump,
    request: (command, body) =>
      Effect.callback<Answer>((resume) => {
        if (!isOpen) return resume(Effect.succeed({ _tag: "Lost" }))
        ask(command, body, (answer) => resume(Effect.succeed(answer)))
      }),
    answer: (delivery, status) => {
      respond(`${delivery.command}_resp`, { messageId: "" }, delivery.sequence, status)
      deliveries -= 1
    },
    tick: guarded(() => {
      const time = now()
      for (const [sequence, request] of waiting) {
        const age = time - request.since
        if (age < settings.responseTimeout) break
        if (request.command === "submit_sm" && age < settings.answersWithin) {
          leaveWindow(request)
          continue
        }
        settle(sequence, request, { _tag: "Silent" })
        if (request.command === "enquire_link") return close("the operator does not answer whether it is there")
      }
      if (isOpen && !isEnquiring && time - heardAt >= settings.enquireEvery) {
        isEnquiring = true
        ask("enquire_link", {}, () => {
          isEnquiring = false
        })
      }
      pump()
    }),
    begin: () => {
      isTaking = true
      outbox.attach(self)
    },
    stop,
    owed: () => deliveries,
    isOpen: () => isOpen,
    closed: Deferred.await(ended),
    close
  }

  wire.listen({
    data: guarded((octets: Uint8Array) => {
      heardAt = now()
      const { isBroken, pdus } = framing.push(octets)
      // After an end what is read writes nothing, and settles nothing.
      for (const octets of pdus) {
        const read = Codec.decode(octets)
        if (Result.isFailure(read)) misread(read.failure)
        else if (isResponse(read.success)) answered(read.success)
        else asked(read.success)
      }
      if (isBroken) return close("the operator sends what is no PDU, or one that is too long")
      pump()
    }),
    drained: guarded(pump),
    closed: close
  })
  return self
}
