/**
 * A message as the form that creates it with Twilio. Pure.
 */
import type { Submission, TemplateSubmission } from "@signalbox/core/Carrier"
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { Instant } from "@signalbox/core/Instant"
import * as Result from "effect/Result"
import type { Settings } from "./Options.ts"
import type { Parameters } from "./Signature.ts"

/** Why a message cannot go out by Twilio. */
export interface Unfit {
  readonly failure: FailureClass
  readonly words: string
}

/** The settings on which the form depends. */
export type Account = Pick<Settings, "publicUrl" | "messagingServiceSid" | "senders" | "contents" | "channels">

const unfit = (failure: FailureClass, words: string) => Result.fail<Unfit>({ failure, words })

/** Twilio keeps a message in its queue for ten hours at most. */
const longestValidity = 36_000

const validity = (expiresAt: Instant, now: Instant): number =>
  Math.min(Math.max(Math.floor((expiresAt - now) / 1000), 1), longestValidity)

/** An address of WhatsApp is a number with the name of the channel before it. */
const address = (channel: Submission["channel"], number: string): string =>
  channel === "whatsapp" && !number.startsWith("whatsapp:") ? `whatsapp:${number}` : number

/**
 * Returns the URL of status callbacks. It names what the callback is about, and the fragment, which is no part of what
 * Twilio calls, asks that a callback which is not taken comes again.
 */
export const statusCallback = (
  publicUrl: string,
  { account, attempt, message }: Pick<Submission, "account" | "attempt" | "message">
): string => `${publicUrl}?${new URLSearchParams({ message, attempt, account })}#rc=5&rp=5xx,ct,rt`

/** Returns the content that Twilio knows the template by, or null. */
const contentOf = ({ language, name }: TemplateSubmission, { contents }: Account): string | null =>
  contents[`${name}/${language}`] ?? contents[name] ?? null

/** Returns the values of a content's variables, which Twilio numbers through the whole template. */
export const variables = (
  { body, buttons, category, header }: TemplateSubmission
): Readonly<Record<string, string>> => {
  // The button of a template with a code repeats the code of its body.
  const values = category === "AUTHENTICATION" ? body : [...header, ...body, ...buttons.map(({ value }) => value)]
  return Object.fromEntries(values.map((value, index) => [String(index + 1), value]))
}

const contentParameters = (submission: Submission, account: Account): Parameters => {
  const { channel, rendered, sms, template } = submission
  const content = channel === "whatsapp" && template !== null ? contentOf(template, account) : null
  if (content !== null && template !== null) {
    const values = variables(template)
    const isFilled = Object.keys(values).length > 0
    return [["ContentSid", content], ...(isFilled ? [["ContentVariables", JSON.stringify(values)] as const] : [])]
  }
  const media = channel === "sms"
    ? []
    : [...rendered.media, ...(rendered.headerMedia === null ? [] : [rendered.headerMedia.url])]
  const text = sms === null ? rendered.plain : sms.parts.join("")
  return [
    ...(text === "" ? [] : [["Body", text] as const]),
    ...media.map((url) => ["MediaUrl", url] as const),
    // A message without a file would go out as an SMS.
    ...(channel === "mms" && media.length === 0 ? [["SendAsMms", "true"] as const] : [])
  ]
}

/** Returns the parameters of the form, or why there can be none. */
export const of = (submission: Submission, account: Account, now: Instant): Result.Result<Parameters, Unfit> => {
  const { channel, expiresAt, from, to } = submission
  const { channels, messagingServiceSid, senders } = account
  if (!channels.some((each) => each === channel)) {
    return unfit("content_not_acceptable", "this account of Twilio has no such channel")
  }
  if (from === null && messagingServiceSid === null) return unfit("sender_refused", "the message has no sender")
  return Result.succeed([
    ["To", address(channel, to)],
    ...(from === null ? [] : [["From", address(channel, senders[from] ?? from)] as const]),
    ...(messagingServiceSid === null ? [] : [["MessagingServiceSid", messagingServiceSid] as const]),
    ...contentParameters(submission, account),
    ["StatusCallback", statusCallback(account.publicUrl, submission)],
    ["ValidityPeriod", String(validity(expiresAt, now))],
    // The service has counted the parts of the text as it is.
    ...(channel === "sms" ? [["SmartEncoded", "false"] as const] : [])
  ])
}

/** Returns the body of the request. */
export const body = (parameters: Parameters): string =>
  new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString()
