/**
 * The content of a message on a channel: its template with its values, or its own text. On MMS the subject and the
 * media of the send replace the template's.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Definition } from "../definition/Definition.ts"
import * as ParameterCheck from "../definition/ParameterCheck.ts"
import type { Button, Rendered } from "../definition/Rendered.ts"
import { fromText } from "../definition/Rendered.ts"
import * as Renderer from "../definition/Renderer.ts"
import type { Message } from "../row/Message.ts"
import type { Channel } from "../value/Channel.ts"
import { Channel as Channels } from "../value/Channel.ts"
import { truncate } from "../value/Text.ts"
import * as Segment from "./Segment.ts"
import * as SmartEncoding from "./SmartEncoding.ts"

export interface Content {
  /** The channels that the content can be rendered on. */
  readonly channels: ReadonlyArray<Channel>
  /** Renders the content. Returns null when the channel has no body or a variable has no value. */
  readonly on: (channel: Channel) => Rendered | null
  /** Returns what smart encoding changes of its SMS. */
  readonly replacements: () => ReadonlyArray<SmartEncoding.Replacement>
  /** Returns the variables that lack a value on one of these channels, or whose value must not be sent. */
  readonly unusable: (channels: ReadonlyArray<Channel>) => ReadonlyArray<string>
}

const nothing: Content = { channels: [], on: () => null, replacements: () => [], unusable: () => [] }

const replaced = (rendered: Rendered | null, isEncoded: boolean): ReadonlyArray<SmartEncoding.Replacement> =>
  rendered === null || !isEncoded ? [] : SmartEncoding.encode(rendered.plain).replacements

const adorned = (rendered: Rendered | null, channel: Channel, { mediaUrls, subject }: Message): Rendered | null =>
  rendered === null || channel !== "mms" ? rendered : {
    ...rendered,
    ...(mediaUrls === undefined ? {} : { media: mediaUrls.slice(0, Limit.mmsMediaItems) }),
    ...(subject === undefined ? {} : { subject: truncate(subject, Limit.mmsSubjectLength) })
  }

/** Returns whether a carrier has refused this content on MMS during the current send. */
export const isRefusedOnMms = (message: Message): boolean =>
  message.attempts.some(({ channel, failure, send }) =>
    send === message.send && channel === "mms" && failure === "content_not_acceptable"
  )

/** Adds the attachment of an MMS to the SMS that replaces it, as a link, unless that would need another billed segment. */
const withLink = (rendered: Rendered, url: string): Rendered => {
  const text = `${rendered.plain} ${url}`
  return Segment.count(text).count === Segment.count(rendered.plain).count
    ? { ...rendered, content: text, plain: text }
    : rendered
}

/** The chip with which a recipient opts out on RCS (specification "Message events"). */
const stopChip: Button = { type: "QUICK_REPLY", value: "STOP", text: "STOP", postbackData: "STOP" }

/** Adds the chip, unless the template has one of its own. */
export const withStopChip = (rendered: Rendered): Rendered => {
  const chips = rendered.buttons ?? []
  const isThere = chips.some(({ type, value }) => type === stopChip.type && value === stopChip.value)
  return isThere ? rendered : { ...rendered, buttons: [...chips, stopChip] }
}

/** Returns the content with the words of an SMS, before a link is added. */
export const encoded = (rendered: Rendered, channel: Channel, isEncoded: boolean): Rendered => {
  if (channel !== "sms" || !isEncoded) return rendered
  const { replacements, text } = SmartEncoding.encode(rendered.plain)
  return replacements.length === 0 ? rendered : { ...rendered, content: text, plain: text }
}

const sent = (
  message: Message,
  channel: Channel,
  isEncoded: boolean,
  render: (on: Channel) => Rendered | null
): Rendered | null => {
  const content = adorned(render(channel), channel, message)
  const rendered = content === null ? null : encoded(content, channel, isEncoded)
  if (rendered !== null && channel === "rcs") return withStopChip(rendered)
  if (rendered === null || channel !== "sms" || !isRefusedOnMms(message)) return rendered
  const [url] = adorned(render("mms"), "mms", message)?.media ?? []
  return url === undefined ? rendered : withLink(rendered, url)
}

/**
 * Returns the content of a message. `definition` is that of the template's revision; it is null for a free-form
 * message, or when the revision no longer exists.
 *
 * @param isEncoded whether its SMS are sent with plain forms of typographic characters
 */
export const of = (
  message: Message,
  definition: Definition | null,
  language: string,
  isEncoded = false
): Content => {
  const { template, text } = message
  if (template === null) {
    return text === undefined ? nothing : {
      channels: Channels.literals,
      on: (channel) => sent(message, channel, isEncoded, () => fromText(text)),
      replacements: () => replaced(fromText(text), isEncoded),
      unusable: () => []
    }
  }
  if (definition === null) return nothing
  const compiled = Renderer.compiled(definition, language)
  const content: Content = {
    channels: Renderer.renderable(definition),
    on: (channel) => sent(message, channel, isEncoded, (on) => Renderer.render(compiled, on, template.parameters)),
    replacements: () => replaced(Renderer.render(compiled, "sms", template.parameters), isEncoded),
    unusable: (channels) => [
      ...Renderer.missing(compiled, template.parameters, channels),
      ...ParameterCheck.check(compiled, template.parameters, [message.requested]).map(({ field }) =>
        // What is wrong with all values together has no name.
        field.slice("template.parameters.".length) || "all together"
      )
    ]
  }
  // A code was checked when it was made, and the parameters only hide it.
  return message.verification === undefined
    ? content
    : { ...content, unusable: (channels) => Renderer.missing(compiled, template.parameters, channels) }
}
