/**
 * What a message says on a channel: its template with its values, or its own text; on MMS with the subject and the
 * media of the send in place of the template's.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Message } from "../row/Message.ts"
import type { Definition } from "../template/Definition.ts"
import type { Rendered } from "../template/Rendered.ts"
import { fromText } from "../template/Rendered.ts"
import * as Renderer from "../template/Renderer.ts"
import type { Channel } from "../value/Channel.ts"
import { Channel as Channels } from "../value/Channel.ts"
import { truncate } from "../value/Text.ts"

export interface Content {
  /** The channels that it has a body for. */
  readonly channels: ReadonlyArray<Channel>
  /** Null where the channel has no body, or a variable has no value. */
  readonly on: (channel: Channel) => Rendered | null
  /** The variables without a value on any of these channels. */
  readonly missing: (channels: ReadonlyArray<Channel>) => ReadonlyArray<string>
}

const nothing: Content = { channels: [], on: () => null, missing: () => [] }

const adorned = (rendered: Rendered | null, channel: Channel, { mediaUrls, subject }: Message): Rendered | null =>
  rendered === null || channel !== "mms" ? rendered : {
    ...rendered,
    ...(mediaUrls === undefined ? {} : { media: mediaUrls.slice(0, Limit.mmsMediaItems) }),
    ...(subject === undefined ? {} : { subject: truncate(subject, Limit.mmsSubjectLength) })
  }

/** `definition` is that of the template's revision; null for a free-form message, and where that is gone. */
export const of = (message: Message, definition: Definition | null, language: string): Content => {
  const { template, text } = message
  if (template === null) {
    return text === undefined ? nothing : {
      channels: Channels.literals,
      on: (channel) => adorned(fromText(text), channel, message),
      missing: () => []
    }
  }
  if (definition === null) return nothing
  const compiled = Renderer.compiled(definition, language)
  return {
    channels: Renderer.renderable(definition),
    on: (channel) => adorned(Renderer.render(compiled, channel, template.parameters), channel, message),
    missing: (channels) => Renderer.missing(compiled, template.parameters, channels)
  }
}
