/**
 * What a recipient entry shows as `body`: the text of the message, as far as the channel and the parameters allow one
 * (decisions 3.2).
 */
import type { Definition } from "../../template/Definition.ts"
import * as Renderer from "../../template/Renderer.ts"
import type { Requested } from "../../value/Channel.ts"

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
