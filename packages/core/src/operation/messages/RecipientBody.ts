/**
 * What a recipient entry shows as `body`: the text of the message, as far as the channel and the parameters allow one
 * (decisions 3.2).
 */
import * as Limit from "../../catalogue/Limit.ts"
import type { Definition } from "../../template/Definition.ts"
import * as Renderer from "../../template/Renderer.ts"
import type { Requested } from "../../value/Channel.ts"
import * as Text from "../../value/Text.ts"

/**
 * Where the service is to choose the channel it is the text as SMS has it: of the body for all channels, else of that
 * for SMS.
 */
export const ofTemplate = (
  definition: Definition,
  language: string,
  parameters: Renderer.Parameters,
  channel: Requested
): string | null =>
  Renderer.render(
    Renderer.compiled(definition, language),
    channel === "auto_detect" ? "sms" : channel,
    parameters
  )?.plain ?? null

/**
 * What the entries of one answer show, in their order: the text of each one's channel, which is made once. When they
 * would be too large together, no entry shows any (decisions 9.4).
 */
export const all = (
  channels: ReadonlyArray<Requested>,
  textOf: (channel: Requested) => string | null
): ReadonlyArray<string | null> => {
  const texts = new Map([...new Set(channels)].map((channel) => [channel, textOf(channel)]))
  const sizes = new Map([...texts].map(([channel, text]) => [channel, text === null ? 0 : Text.bytes(text)]))
  const size = channels.reduce((sum, channel) => sum + (sizes.get(channel) ?? 0), 0)
  return channels.map((channel) => size > Limit.answerTextBytes ? null : texts.get(channel) ?? null)
}
