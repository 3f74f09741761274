/**
 * Takes out of a message what its account keeps no longer. The message stays with its states, prices and country, so that
 * whatever is counted of it stays as it was.
 */
import type { Rendered } from "../definition/Rendered.ts"
import * as AttemptState from "../message/AttemptState.ts"
import { erased } from "../port/Traces.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"
import type { Aspect } from "../row/Retention.ts"
import * as Instant from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { regionOf } from "../value/PhoneNumber.ts"

/** It stands where a text or a URL stood. */
export const redactedText = "[redacted]"

const someone = erased as PhoneNumber

const each = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(texts).map((name) => [name, redactedText]))

const renderedTexts = (rendered: Rendered): Rendered => ({
  ...rendered,
  header: null,
  content: redactedText,
  footer: null,
  buttons: null,
  subject: null,
  plain: redactedText
})

const texts = (whole: Message): Message => {
  const { metadata: _, subject: __, ...message } = whole
  return {
    ...message,
    ...(message.text === undefined ? {} : { text: redactedText }),
    template: message.template && { ...message.template, parameters: each(message.template.parameters) },
    rendered: message.rendered && renderedTexts(message.rendered)
  }
}

const renderedMedia = (rendered: Rendered): Rendered => ({
  ...rendered,
  headerMedia: rendered.headerMedia && { ...rendered.headerMedia, url: redactedText },
  media: rendered.media.map(() => redactedText)
})

const media = (message: Message): Message => {
  const { inboundMedia, mediaUrls, rendered } = message
  return {
    ...message,
    ...(mediaUrls === undefined ? {} : { mediaUrls: mediaUrls.map(() => redactedText) }),
    ...(inboundMedia === undefined ? {} : {
      inboundMedia: inboundMedia.map((file) => ({ ...file, url: redactedText, hashSha256: null }))
    }),
    rendered: rendered && renderedMedia(rendered)
  }
}

/** Carriers may name the recipient in their own words. */
const unnamed = (attempt: Attempt, without: (text: string) => string): Attempt => {
  const { receipt, refusal } = attempt
  return {
    ...attempt,
    ...(refusal === undefined ? {} : { refusal: { ...refusal, text: without(refusal.text) } }),
    ...(receipt === undefined ? {} : {
      receipt: { ...receipt, detail: receipt.detail && { ...receipt.detail, text: without(receipt.detail.text) } }
    })
  }
}

const numbers = (message: Message): Message => {
  const { attempts, history, phone } = message
  const digits = phone.slice(1)
  const without = (text: string): string => text.replaceAll(phone, erased).replaceAll(digits, erased)
  return {
    ...message,
    phone: someone,
    attempts: attempts.map((attempt) => unnamed(attempt, without)),
    history: history.map((line) => ({
      ...line,
      description: without(line.description),
      from: line.from === phone ? someone : line.from
    }))
  }
}

const taken: Readonly<Record<Aspect, (message: Message) => Message>> = { texts, media, numbers }

const isUnderWay = ({ attempts, status }: Message): boolean =>
  ["SCHEDULED", "QUEUED", "PROCESSED", "ROUTED"].includes(status) ||
  attempts.some((attempt) => AttemptState.of(attempt) === "OPEN")

/**
 * Returns from when on a message may lose what it tells: a day after its last step, since until then it may go on to another
 * route with its text. Null while it is under way.
 */
export const since = (message: Message): Instant.Instant | null =>
  isUnderWay(message) ? null : Instant.plus(message.history.at(-1)?.at ?? message.createdAt, Instant.day)

/** Returns the message without these; the same one when it has lost them before. */
export const without = (message: Message, aspects: ReadonlyArray<Aspect>): Message => {
  const before = message.redacted?.aspects ?? []
  const more = aspects.filter((aspect) => !before.includes(aspect))
  if (more.length === 0) return message
  const country = message.redacted?.country ?? (more.includes("numbers") ? regionOf(message.phone) : undefined)
  return {
    ...more.reduce((rest, aspect) => taken[aspect](rest), message),
    redacted: { aspects: [...before, ...more], ...(country === undefined ? {} : { country }) }
  }
}
