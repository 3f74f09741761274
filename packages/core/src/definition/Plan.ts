/**
 * The rendering of a definition on one channel, compiled so far that only the values are missing.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Channel } from "../value/Channel.ts"
import * as Text from "../value/Text.ts"
import * as AuthenticationText from "./AuthenticationText.ts"
import type { BodyContent, Button, Definition, Header, MmsContent, Variable } from "./Definition.ts"
import * as Placeholder from "./Placeholder.ts"
import type { Slot } from "./Value.ts"
import * as Value from "./Value.ts"

/** Texts with slots between them, so there is one text more than slots. Each slot is an index into the plan's slots. */
export interface Pattern {
  readonly texts: ReadonlyArray<string>
  readonly slots: ReadonlyArray<number>
}

export interface ButtonPlan {
  readonly type: string
  readonly text: string
  readonly value: Pattern
  readonly postbackData: string | null
}

export interface Plan {
  readonly channel: Channel
  readonly slots: ReadonlyArray<Slot>
  readonly header: Pattern | null
  readonly headerMedia: { readonly type: string; readonly url: Pattern; readonly isFixed: boolean } | null
  readonly content: Pattern
  readonly footer: string | null
  readonly buttons: ReadonlyArray<ButtonPlan> | null
  readonly media: ReadonlyArray<string>
  readonly subject: Pattern | null
}

/** The body that each channel sends: the first one that the definition has (specification "Template"). */
const bodies: Readonly<Record<Channel, ReadonlyArray<"multiChannel" | "sms" | "whatsapp" | "rcs" | "mms">>> = {
  sms: ["multiChannel", "sms"],
  whatsapp: ["multiChannel", "whatsapp"],
  rcs: ["rcs", "multiChannel", "sms"],
  mms: ["mms"]
}

const bodyFor = ({ body }: Definition, channel: Channel): BodyContent | MmsContent | null => {
  for (const name of bodies[channel]) {
    const content = body[name]
    if (content !== undefined) return content
  }
  return null
}

export const hasBody = (definition: Definition, channel: Channel): boolean => bodyFor(definition, channel) !== null

/** The parts that each channel shows besides the body: header and footer, and how many buttons. */
const shows: Readonly<Record<Channel, { readonly frame: boolean; readonly buttons: number }>> = {
  sms: { frame: true, buttons: 0 },
  whatsapp: { frame: true, buttons: Limit.templateButtons },
  rcs: { frame: true, buttons: Limit.rcsChips },
  mms: { frame: false, buttons: 0 }
}

/** Returns the plan for a channel, or null when the definition has no body for it. */
export const make = (definition: Definition, channel: Channel, language: string): Plan | null => {
  const content = bodyFor(definition, channel)
  if (content === null) return null
  const slots: Array<Slot> = []
  const made = new Map<Variable, number>()
  const slotOf = Value.slots(definition)

  const slotNumber = (variable: Variable): number => {
    const known = made.get(variable)
    if (known !== undefined) return known
    made.set(variable, slots.push(slotOf(variable)) - 1)
    return slots.length - 1
  }
  const pattern = (template: string, variables: ReadonlyArray<Variable> = []): Pattern =>
    toPattern(template, (source) => {
      const reference = Placeholder.parse(source)
      const variable = reference === null ? undefined : Placeholder.resolve(reference, variables)
      return variable === undefined ? null : slotNumber(variable)
    })

  const { authenticationConfig, buttons } = definition
  const sentences = AuthenticationText.sentences(language)
  const minutes = authenticationConfig?.codeExpirationMinutes
  const footers = [definition.footer?.template, minutes === undefined ? undefined : sentences.expires(minutes)]
    .filter((text) => text !== undefined)
  const advice = authenticationConfig?.addSecurityRecommendation === true ? sentences.doNotShare : ""
  const body = pattern(content.template ?? "", content.variables)
  const { buttons: most, frame } = shows[channel]
  const mms = channel === "mms" ? content as MmsContent : {}
  return {
    channel,
    slots,
    content: advice === "" ? body : followedBy(body, ` ${advice}`),
    ...frame ? headers(definition.header, pattern) : { header: null, headerMedia: null },
    footer: frame && footers.length > 0 ? footers.join("\n") : null,
    buttons: most === 0 || buttons === undefined || buttons.length === 0
      ? null
      : buttons.slice(0, most).map((button) => planButton(button, content, pattern)),
    media: (mms.media ?? []).slice(0, Limit.mmsMediaItems).map(({ url }) => url),
    subject: mms.subject === undefined
      ? null
      : pattern(Text.truncate(mms.subject, Limit.templateTextLength), content.variables)
  }
}

type Compile = (template: string, variables?: ReadonlyArray<Variable>) => Pattern

const headers = (header: Header | undefined, pattern: Compile): Pick<Plan, "header" | "headerMedia"> => {
  if (header === undefined) return { header: null, headerMedia: null }
  const made = pattern(header.template, header.variables)
  return header.type === "text"
    ? { header: made, headerMedia: null }
    : { header: null, headerMedia: { type: header.type, url: made, isFixed: made.slots.length === 0 } }
}

const planButton = ({ props, type }: Button, content: BodyContent | MmsContent, pattern: Compile): ButtonPlan => ({
  type,
  text: props.text,
  value: type === "URL"
    ? pattern(props.url ?? "", props.variables)
    : type === "COPY_CODE" && (props.offerCode ?? "") === "" && content.variables?.[0] !== undefined
    // An OTP button copies the variable of the body.
    ? pattern("{{0}}", [content.variables[0]])
    : pattern(
      type === "PHONE_NUMBER"
        ? props.phoneNumber ?? ""
        : type === "COPY_CODE"
        ? props.offerCode ?? ""
        : type === "VOICE_CALL"
        ? String(props.activeFor ?? "")
        : props.text
    ),
  postbackData: type === "QUICK_REPLY" ? props.text : null
})

/** A placeholder that names no variable stays in the text as it is. Definitions without flaws have none. */
const toPattern = (template: string, slot: (source: string) => number | null): Pattern => {
  const texts = [""]
  const slots: Array<number> = []
  const append = (text: string): void => {
    texts[texts.length - 1] += text
  }
  for (const part of Placeholder.split(template)) {
    const number = part._tag === "Placeholder" ? slot(part.source) : null
    if (number !== null) {
      slots.push(number)
      texts.push("")
    } else append(part._tag === "Text" ? part.text : `{{${part.source}}}`)
  }
  return { texts, slots }
}

const followedBy = ({ slots, texts }: Pattern, more: string): Pattern => ({
  slots,
  texts: [...texts.slice(0, -1), `${texts.at(-1) ?? ""}${more}`]
})
