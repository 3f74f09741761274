/**
 * What a message says on a channel: its template with its values, or its own text; on MMS with the subject and the
 * media of the send in place of the template's.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Definition } from "../definition/Definition.ts"
import * as ParameterCheck from "../definition/ParameterCheck.ts"
import type { Rendered } from "../definition/Rendered.ts"
import { fromText } from "../definition/Rendered.ts"
import * as Renderer from "../definition/Renderer.ts"
import type { Message } from "../row/Message.ts"
import type { Channel } from "../value/Channel.ts"
import { Channel as Channels } from "../value/Channel.ts"
import { truncate } from "../value/Text.ts"
import * as Segment from "./Segment.ts"

export interface Content {
  /** The channels that it has a body for. */
  readonly channels: ReadonlyArray<Channel>
  /** Null where the channel has no body, or a variable has no value. */
  readonly on: (channel: Channel) => Rendered | null
  /** The variables that have no value on any of these channels, or one that must not be sent. */
  readonly unusable: (channels: ReadonlyArray<Channel>) => ReadonlyArray<string>
}

const nothing: Content = { channels: [], on: () => null, unusable: () => [] }

const adorned = (rendered: Rendered | null, channel: Channel, { mediaUrls, subject }: Message): Rendered | null =>
  rendered === null || channel !== "mms" ? rendered : {
    ...rendered,
    ...(mediaUrls === undefined ? {} : { media: mediaUrls.slice(0, Limit.mmsMediaItems) }),
    ...(subject === undefined ? {} : { subject: truncate(subject, Limit.mmsSubjectLength) })
  }

/** That what it says on MMS cannot be sent there was found out in this send. */
export const isRefusedOnMms = (message: Message): boolean =>
  message.attempts.some(({ channel, failure, send }) =>
    send === message.send && channel === "mms" && failure === "content_not_acceptable"
  )

/** On SMS in place of MMS the attachment goes along as a link, where that makes the text no longer to be charged. */
const withLink = (rendered: Rendered, url: string): Rendered => {
  const text = `${rendered.plain} ${url}`
  return Segment.count(text).count === Segment.count(rendered.plain).count
    ? { ...rendered, content: text, plain: text }
    : rendered
}

const sent = (message: Message, channel: Channel, render: (on: Channel) => Rendered | null): Rendered | null => {
  const rendered = adorned(render(channel), channel, message)
  if (rendered === null || channel !== "sms" || !isRefusedOnMms(message)) return rendered
  const [url] = adorned(render("mms"), "mms", message)?.media ?? []
  return url === undefined ? rendered : withLink(rendered, url)
}

/** `definition` is that of the template's revision; null for a free-form message, and where that is gone. */
export const of = (message: Message, definition: Definition | null, language: string): Content => {
  const { template, text } = message
  if (template === null) {
    return text === undefined ? nothing : {
      channels: Channels.literals,
      on: (channel) => sent(message, channel, () => fromText(text)),
      unusable: () => []
    }
  }
  if (definition === null) return nothing
  const compiled = Renderer.compiled(definition, language)
  return {
    channels: Renderer.renderable(definition),
    on: (channel) => sent(message, channel, (on) => Renderer.render(compiled, on, template.parameters)),
    unusable: (channels) => [
      ...Renderer.missing(compiled, template.parameters, channels),
      ...ParameterCheck.check(compiled, template.parameters, [message.requested]).map(({ field }) => field)
    ]
  }
}
