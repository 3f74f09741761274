/**
 * Rendering: definition + parameters + channel -> what the recipient gets. Compiled once per definition; pure and
 * total.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Channel } from "../value/Channel.ts"
import * as Channels from "../value/Channel.ts"
import { truncate } from "../value/Text.ts"
import type { Definition } from "./Definition.ts"
import type { ButtonPlan, Pattern, Plan } from "./Plan.ts"
import * as Plans from "./Plan.ts"
import type { Button, HeaderMedia, Rendered } from "./Rendered.ts"
import type { Parameters, Slot } from "./Value.ts"
import * as Value from "./Value.ts"

export type { Parameters } from "./Value.ts"

/** A plan for each channel that the definition has a body for. */
export interface Compiled {
  readonly plans: { readonly [Name in Channel]: Plan | null }
}

/** `language` is the template's: sentences that the service adds are in it. */
export const compile = (definition: Definition, language: string): Compiled => {
  const plan = (channel: Channel) => Plans.make(definition, channel, language)
  return { plans: { sms: plan("sms"), whatsapp: plan("whatsapp"), rcs: plan("rcs"), mms: plan("mms") } }
}

const known = new WeakMap<Definition, { readonly language: string; readonly compiled: Compiled }>()

/** `compile`, once for each definition: definitions never change. */
export const compiled = (definition: Definition, language: string): Compiled => {
  const last = known.get(definition)
  if (last !== undefined && last.language === language) return last.compiled
  const made = compile(definition, language)
  known.set(definition, { language, compiled: made })
  return made
}

/** The channels that a definition has a body for: its own, or one that may stand for it. MMS has only its own. */
export const renderable = (definition: Definition): ReadonlyArray<Channel> =>
  Channels.Channel.literals.filter((channel) => Plans.hasBody(definition, channel))

/** The variables that a message on this channel has. */
export const slots = ({ plans }: Compiled, channel: Channel): ReadonlyArray<Slot> => plans[channel]?.slots ?? []

/** The names of the variables that have no value on any of these channels. */
export const missing = (
  of: Compiled,
  parameters: Parameters,
  channels: ReadonlyArray<Channel>
): ReadonlyArray<string> => {
  const names = channels.flatMap((channel) =>
    slots(of, channel).filter((slot) => Value.of(slot, parameters) === undefined).map(({ name }) => name)
  )
  return [...new Set(names)]
}

/** The parameter that stands for the address of a media header that is always the same (decisions 3.4). */
export const headerParameter = "header_image"

/** What was given to stand for it, where there is such a header. */
export const headerAddress = ({ plans }: Compiled, parameters: Parameters): string | null =>
  Object.values(plans).some((plan) => plan?.headerMedia?.isFixed === true) && Object.hasOwn(parameters, headerParameter)
    ? parameters[headerParameter]!
    : null

/** What separates header, body and footer where they are one text. */
const emptyLine = "\n\n"

/** What is sent, or null when the channel has no body or a variable has no value. */
export const render = ({ plans }: Compiled, channel: Channel, parameters: Parameters): Rendered | null => {
  const plan = plans[channel]
  if (plan === null) return null
  const values: Array<string> = []
  for (const slot of plan.slots) {
    const value = Value.of(slot, parameters)
    if (value === undefined) return null
    values.push(value)
  }
  const content = fill(plan.content, values)
  const header = plan.header === null ? null : fill(plan.header, values)
  const headerMedia = plan.headerMedia === null ? null : fillMedia(plan.headerMedia, values, parameters)
  const { footer } = plan
  if (channel === "sms") {
    const text = join(header ?? headerMedia?.url ?? null, content, footer)
    return {
      header: null,
      headerMedia: null,
      content: text,
      footer: null,
      buttons: null,
      media: plan.media,
      subject: null,
      plain: text
    }
  }
  return {
    header,
    headerMedia,
    content,
    footer,
    buttons: plan.buttons === null ? null : fillButtons(plan.buttons, values),
    media: plan.media,
    subject: plan.subject === null ? null : truncate(fill(plan.subject, values), Limit.mmsSubjectLength),
    plain: join(header, content, footer)
  }
}

const join = (header: string | null, content: string, footer: string | null): string => {
  const text = header === null ? content : header + emptyLine + content
  return footer === null ? text : text + emptyLine + footer
}

const fill = ({ slots, texts }: Pattern, values: ReadonlyArray<string>): string => {
  let text = texts[0]!
  for (let index = 0; index < slots.length; index++) text += values[slots[index]!]! + texts[index + 1]!
  return text
}

const fillMedia = (
  { isFixed, type, url }: Exclude<Plan["headerMedia"], null>,
  values: ReadonlyArray<string>,
  parameters: Parameters
): HeaderMedia => ({
  type,
  url: isFixed && Object.hasOwn(parameters, headerParameter) ? parameters[headerParameter]! : fill(url, values)
})

const fillButtons = (plans: ReadonlyArray<ButtonPlan>, values: ReadonlyArray<string>): ReadonlyArray<Button> =>
  plans.map(({ postbackData, text, type, value }) => ({ type, value: fill(value, values), text, postbackData }))
