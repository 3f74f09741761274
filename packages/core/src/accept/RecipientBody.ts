/**
 * The `body` of a recipient entry: the text of the message, where the channel and the parameters allow one to be
 * rendered (decisions 3.2).
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Definition } from "../definition/Definition.ts"
import * as Renderer from "../definition/Renderer.ts"
import * as SmartEncoding from "../dispatch/SmartEncoding.ts"
import type { Requested } from "../value/Channel.ts"
import * as Text from "../value/Text.ts"

/**
 * Renders the template for the channel. An auto-detect send has no channel yet, so it shows the text for SMS: the body
 * for all channels, else the one for SMS.
 */
export const ofTemplate = (
  definition: Definition,
  language: string,
  parameters: Renderer.Parameters,
  channel: Requested,
  isEncoded: boolean
): string | null => {
  const rendered = Renderer.render(
    Renderer.compiled(definition, language),
    channel === "auto_detect" ? "sms" : channel,
    parameters
  )
  return rendered === null ? null : ofText(rendered.plain, channel, isEncoded)
}

/**
 * Returns what the recipient reads of a text.
 *
 * @param isEncoded whether SMS are sent with plain forms of typographic characters
 */
export const ofText = (text: string, channel: Requested, isEncoded: boolean): string =>
  SmartEncoding.read(text, isEncoded && (channel === "sms" || channel === "auto_detect"))

/**
 * Returns the bodies of all entries of one answer, in their order, and renders each channel once. When the bodies and
 * the references together exceed the size limit of an answer, every body is null (decisions 9.4).
 */
export const all = (
  entries: ReadonlyArray<{ readonly channel: Requested; readonly reference?: string }>,
  textOf: (channel: Requested) => string | null
): ReadonlyArray<string | null> => {
  const texts = new Map(
    [...new Set(entries.map(({ channel }) => channel))].map((channel) => [channel, textOf(channel)])
  )
  // An answer quotes it, and one character may take six there.
  const sizes = new Map([...texts].map(([channel, text]) => [channel, text === null ? 0 : Text.jsonBytes(text)]))
  const size = entries.reduce(
    (sum, { channel, reference = "" }) => sum + (sizes.get(channel) ?? 0) + Text.jsonBytes(reference),
    0
  )
  return entries.map(({ channel }) => size > Limit.answerTextBytes ? null : texts.get(channel) ?? null)
}
