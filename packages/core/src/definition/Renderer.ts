/**
 * Renders a definition with parameters for a channel. A definition is compiled once; compiling and rendering are pure
 * and total.
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

/** The parameter that overrides the URL of a media header without variables (decisions 3.4). */
export const headerParameter = "header_image"

/** A plan for each channel that the definition has a body for. */
export interface Compiled {
  readonly plans: { readonly [Name in Channel]: Plan | null }
  /** The names and the ids of all variables, by which a send may give their values, and `headerParameter`. */
  readonly parameters: ReadonlyArray<string>
}

/** `language` is the template's language: sentences that the service adds are written in it. */
export const compile = (definition: Definition, language: string): Compiled => {
  const plan = (channel: Channel) => Plans.make(definition, channel, language)
  const plans = { sms: plan("sms"), whatsapp: plan("whatsapp"), rcs: plan("rcs"), mms: plan("mms") }
  const names = Object.values(plans).flatMap((each) => each?.slots ?? []).flatMap(({ id, name }) =>
    id === null ? [name] : [name, id]
  )
  return { plans, parameters: [...new Set([...names, headerParameter])] }
}

const known = new WeakMap<Definition, { readonly language: string; readonly compiled: Compiled }>()

/** Like `compile`, but cached by the identity of the definition, since definitions never change. */
export const compiled = (definition: Definition, language: string): Compiled => {
  const last = known.get(definition)
  if (last !== undefined && last.language === language) return last.compiled
  const made = compile(definition, language)
  known.set(definition, { language, compiled: made })
  return made
}

/**
 * Returns the channels that the definition can be rendered on. Other channels fall back to a shared body, but MMS needs
 * its own.
 */
export const renderable = (definition: Definition): ReadonlyArray<Channel> =>
  Channels.Channel.literals.filter((channel) => Plans.hasBody(definition, channel))

/** Returns the variables that a message on this channel uses. */
export const slots = ({ plans }: Compiled, channel: Channel): ReadonlyArray<Slot> => plans[channel]?.slots ?? []

/** Returns the parameters that the definition uses on some channel; others have no effect. */
export const used = (of: Compiled, parameters: Parameters): Parameters =>
  Object.fromEntries(
    of.parameters.flatMap((name) => Object.hasOwn(parameters, name) ? [[name, parameters[name]!]] : [])
  )

/** Returns the names by which a value of the variable may be given: its own, and its id where that is not another's. */
export const keys = ({ plans }: Compiled, name: string): ReadonlyArray<string> => {
  const ids = Object.values(plans).flatMap((plan) => plan?.slots ?? []).flatMap((slot) =>
    slot.name === name && slot.id !== null ? [slot.id] : []
  )
  return [name, ...ids]
}

/**
 * Lays parameters over others. The value of a variable above goes before the one below, whether either is given by the
 * variable's name or by its id.
 */
export const overlaid = ({ plans }: Compiled, below: Parameters, above: Parameters): Parameters => {
  const all: Record<string, string> = { ...below, ...above }
  for (const plan of Object.values(plans)) {
    for (const { id, name } of plan?.slots ?? []) {
      if (id !== null && Object.hasOwn(above, id) && !Object.hasOwn(above, name)) delete all[name]
    }
  }
  return all
}

/** Returns the names of the variables that lack a value on any of these channels. */
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

/**
 * Returns the URL that a send gives for that header, or null when there is none or the definition has no such header.
 */
export const headerAddress = ({ plans }: Compiled, parameters: Parameters): string | null =>
  Object.values(plans).some((plan) => plan?.headerMedia?.isFixed === true) && Object.hasOwn(parameters, headerParameter)
    ? parameters[headerParameter]!
    : null

/** The values of a message in the order in which its template asks for them, by component. */
export interface Values {
  readonly header: ReadonlyArray<string>
  readonly body: ReadonlyArray<string>
  /** Buttons without variables are left out. */
  readonly buttons: ReadonlyArray<{ readonly index: number; readonly value: string }>
}

/** Returns the values for carriers that send templates by name. A variable without a value counts as empty. */
export const values = ({ plans }: Compiled, channel: Channel, parameters: Parameters): Values => {
  const plan = plans[channel]
  if (plan === null) return { header: [], body: [], buttons: [] }
  const all = plan.slots.map((slot) => Value.of(slot, parameters) ?? "")
  const of = ({ slots }: Pattern): ReadonlyArray<string> => slots.map((slot) => all[slot]!)
  const media = plan.headerMedia === null ? [] : [fillMedia(plan.headerMedia, all, parameters).url]
  return {
    header: plan.header === null ? media : of(plan.header),
    body: of(plan.content),
    buttons: (plan.buttons ?? []).flatMap(({ value }, index) => of(value).map((each) => ({ index, value: each })))
  }
}

/** The separator of header, body and footer where they form one text. */
const emptyLine = "\n\n"

/** Returns the value of each slot of a plan, or null when one has none. */
const valuesOf = ({ slots }: Plan, parameters: Parameters): ReadonlyArray<string> | null => {
  const values: Array<string> = []
  for (const slot of slots) {
    const value = Value.of(slot, parameters)
    if (value === undefined) return null
    values.push(value)
  }
  return values
}

const lengthOf = ({ slots, texts }: Pattern, values: ReadonlyArray<string>): number =>
  texts.reduce((sum, text) => sum + text.length, 0) + slots.reduce((sum, slot) => sum + values[slot]!.length, 0)

const textLength = ({ content, footer, header }: Plan, values: ReadonlyArray<string>): number =>
  lengthOf(content, values) + (header === null ? 0 : lengthOf(header, values)) + (footer?.length ?? 0)

/**
 * Returns how long header, body and footer would be together, without rendering them; null when there is nothing to
 * render.
 */
export const length = ({ plans }: Compiled, channel: Channel, parameters: Parameters): number | null => {
  const plan = plans[channel]
  const values = plan === null ? null : valuesOf(plan, parameters)
  return plan === null || values === null ? null : textLength(plan, values)
}

/**
 * Renders the message. Returns null when the channel has no body, a variable has no value, or the text would be too long
 * (decisions 9.4).
 */
export const render = ({ plans }: Compiled, channel: Channel, parameters: Parameters): Rendered | null => {
  const plan = plans[channel]
  if (plan === null) return null
  const values = valuesOf(plan, parameters)
  if (values === null || textLength(plan, values) > Limit.renderedLength) return null
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
    subject: plan.subject === null
      ? null
      : truncate(fill(plan.subject, values, Limit.mmsSubjectLength), Limit.mmsSubjectLength),
    plain: join(header, content, footer)
  }
}

const join = (header: string | null, content: string, footer: string | null): string => {
  const text = header === null ? content : header + emptyLine + content
  return footer === null ? text : text + emptyLine + footer
}

/** Fills in the values, until the text is longer than `enough`. */
const fill = ({ slots, texts }: Pattern, values: ReadonlyArray<string>, enough = Number.POSITIVE_INFINITY): string => {
  let text = texts[0]!
  for (let index = 0; index < slots.length && text.length <= enough; index++) {
    text += values[slots[index]!]! + texts[index + 1]!
  }
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
