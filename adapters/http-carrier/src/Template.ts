/**
 * Requests as templates: JSON whose texts have placeholders such as `{to}`, filled with the values of a message. Pure.
 */
import type { Submission } from "@signalbox/core/Carrier"
import * as Instant from "@signalbox/core/Instant"

/** The moment and the place of a hand-over. */
export interface Surroundings {
  readonly now: Instant.Instant
  /** Where the provider finds the hook; null when nobody has said it. */
  readonly callback: string | null
}

type Value = string | number | ReadonlyArray<string> | null

type Read = (submission: Submission, around: Surroundings) => Value

/** The values for which placeholders stand. One that a message does not have is null. */
export const values: Readonly<Record<string, Read>> = {
  attempt: ({ attempt }) => attempt,
  message: ({ message }) => message,
  account: ({ account }) => account,
  channel: ({ channel }) => channel,
  to: ({ to }) => to,
  /** The recipient without the plus. */
  toDigits: ({ to }) => to.replace(/^\+/, ""),
  from: ({ from }) => from,
  /** The sender without a plus. */
  fromDigits: ({ from }) => from === null ? null : from.replace(/^\+/, ""),
  /** The whole text, as the recipient reads it. */
  text: ({ rendered }) => rendered.plain,
  header: ({ rendered }) => rendered.header,
  content: ({ rendered }) => rendered.content,
  footer: ({ rendered }) => rendered.footer,
  subject: ({ rendered }) => rendered.subject,
  media: ({ rendered }) => rendered.media.length === 0 ? null : rendered.media,
  firstMedia: ({ rendered }) => rendered.media[0] ?? null,
  /** `GSM-7` or `UCS-2`, and how many parts are billed. */
  encoding: ({ sms }) => sms?.encoding ?? null,
  parts: ({ sms }) => sms?.parts.length ?? null,
  expiresAt: ({ expiresAt }) => Instant.toMillis(expiresAt),
  /** In whole seconds, and at least one. */
  secondsLeft: ({ expiresAt }, { now }) => Math.max(1, Math.floor((expiresAt - now) / 1000)),
  callback: (_, { callback }) => callback
}

const placeholder = /\{(\w+)\}/g

/** Values that are made of few characters, so that they may stand in a header or a path. */
const plain: ReadonlySet<string> = new Set(["attempt", "message", "account", "channel", "to", "toDigits"])

const named = (text: string): ReadonlyArray<string> => [...text.matchAll(placeholder)].map(([, name = ""]) => name)

/** Returns the placeholders of a template for which there is no value. */
export const unknown = (template: unknown): ReadonlyArray<string> =>
  typeof template === "string"
    ? named(template).filter((name) => !Object.hasOwn(values, name))
    : typeof template === "object" && template !== null
    ? Object.values(template).flatMap(unknown)
    : []

/** Returns whether a text has only placeholders that may stand in a header or a URL. */
export const isPlain = (text: string): boolean => named(text).every((name) => plain.has(name))

const filledText = (
  text: string,
  submission: Submission,
  around: Surroundings,
  encode: (value: string) => string
): string =>
  text.replace(placeholder, (_, name: string) => {
    const found = values[name]?.(submission, around) ?? ""
    return encode(String(found))
  })

/** Fills a text. */
export const text = (template: string, submission: Submission, around: Surroundings): string =>
  filledText(template, submission, around, (value) => value)

/** Fills a URL, whose values are written as a URL needs it. */
export const url = (template: string, submission: Submission, around: Surroundings): string =>
  filledText(template, submission, around, encodeURIComponent)

/** A text that is nothing but a placeholder becomes its value, which may be a list; null values are left out. */
const filled = (template: unknown, submission: Submission, around: Surroundings): unknown => {
  if (typeof template === "string") {
    const [, name = ""] = /^\{(\w+)\}$/.exec(template) ?? []
    const read = values[name]
    return read === undefined ? text(template, submission, around) : read(submission, around)
  }
  if (Array.isArray(template)) {
    return template.map((each) => filled(each, submission, around)).filter((each) => each !== null)
  }
  if (typeof template !== "object" || template === null) return template
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, each]) => {
      const value = filled(each, submission, around)
      return value === null ? [] : [[name, value]]
    })
  )
}

/** Fills a body as JSON. */
export const json = (template: unknown, submission: Submission, around: Surroundings): string =>
  JSON.stringify(filled(template, submission, around))

/** Fills a body as a form: a list becomes one field for each of its entries. */
export const form = (
  template: Readonly<Record<string, string>>,
  submission: Submission,
  around: Surroundings
): string => {
  const fields = Object.entries(template).flatMap(([name, each]) => {
    const value = filled(each, submission, around)
    return value === null
      ? []
      : (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)])
  })
  return new URLSearchParams(fields).toString()
}
