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

/** An entry of an answer. Entries that are rendered with the same object of parameters have the same text on a channel. */
export interface Entry {
  readonly channel: Requested
  /** Null for a text without a template. */
  readonly parameters: Renderer.Parameters | null
  readonly reference?: string
}

/**
 * Returns the bodies of all entries of one answer, in their order, and renders each channel once for the same parameters.
 * When the bodies and the references together exceed the size limit of an answer, every body is null (decisions 9.4).
 */
export const all = <Each extends Entry>(
  entries: ReadonlyArray<Each>,
  textOf: (entry: Each) => string | null
): ReadonlyArray<string | null> => {
  const [first] = entries
  // The body of a single entry is nobody else's.
  if (first !== undefined && entries.length === 1) return [fitting(sized(textOf(first)), first.reference)]
  const known = new Map<Renderer.Parameters | null, Map<Requested, Sized>>()
  const bodies: Array<string | null> = []
  let left = Limit.answerTextBytes
  for (const entry of entries) {
    const { channel, parameters, reference = "" } = entry
    const texts = known.get(parameters) ?? new Map<Requested, Sized>()
    known.set(parameters, texts)
    const made = texts.get(channel) ?? sized(textOf(entry))
    texts.set(channel, made)
    bodies.push(made[0])
    left -= made[1] + Text.jsonBytes(reference)
    if (left < 0) return entries.map(() => null)
  }
  return bodies
}

/** Returns the body of an answer with a single one. */
const fitting = ([text, size]: Sized, reference = ""): string | null =>
  size + Text.jsonBytes(reference) > Limit.answerTextBytes ? null : text

type Sized = readonly [text: string | null, size: number]

/** An answer quotes the text, and one character may take six bytes there. */
const sized = (text: string | null): Sized => [text, text === null ? 0 : Text.jsonBytes(text)]
