/**
 * Templates as Meta takes them for review: `POST /{business account}/message_templates`. Pure.
 */
import type { Category } from "@signalbox/core/Category"
import type { BodyContent, Button, Definition, Variable } from "@signalbox/core/Definition"
import * as Placeholder from "@signalbox/core/Placeholder"

export type Component = { readonly type: string; readonly [field: string]: unknown }

export interface TemplateRequest {
  readonly name: string
  readonly language: string
  readonly category: Category
  readonly components: ReadonlyArray<Component>
}

interface Numbered {
  /** The text with `{{1}}`, `{{2}}` and so on, one for each place, as messages give their values. */
  readonly text: string
  /** An example of the value in each place. */
  readonly samples: ReadonlyArray<string>
}

const sampleOf = ({ name, props: { sample, shortUrl, url } }: Variable): string =>
  [sample, shortUrl, url].find((each) => each !== undefined && each !== "") ?? name

const numbered = (template: string, variables: ReadonlyArray<Variable> = []): Numbered => {
  const samples: Array<string> = []
  const text = Placeholder.split(template).map((part) => {
    if (part._tag === "Text") return part.text
    const reference = Placeholder.parse(part.source)
    const variable = reference === null ? undefined : Placeholder.resolve(reference, variables)
    if (variable === undefined) return `{{${part.source}}}`
    samples.push(sampleOf(variable))
    return `{{${samples.length}}}`
  })
  return { text: text.join(""), samples }
}

/** The body that WhatsApp shows, or undefined when the definition has none for it. */
export const bodyOf = ({ body }: Definition): BodyContent | undefined => body.multiChannel ?? body.whatsapp

/** The file of a header, of which Meta wants an example. */
export const mediaOf = ({ header }: Definition): { readonly type: string; readonly url: string } | null => {
  if (header === undefined || header.type === "text") return null
  // The example is what the header shows when every variable has its sample.
  const { samples, text } = numbered(header.template, header.variables)
  return { type: header.type, url: text.replaceAll(/\{\{(\d+)\}\}/g, (_, place) => samples[Number(place) - 1] ?? "") }
}

const header = ({ header: given }: Definition, handle: string | null): ReadonlyArray<Component> => {
  if (given === undefined) return []
  if (given.type !== "text") {
    const example = handle === null ? {} : { example: { header_handle: [handle] } }
    return [{ type: "HEADER", format: given.type.toUpperCase(), ...example }]
  }
  const { samples, text } = numbered(given.template, given.variables)
  return [{
    type: "HEADER",
    format: "TEXT",
    text,
    ...(samples.length === 0 ? {} : { example: { header_text: samples } })
  }]
}

const body = (content: BodyContent): Component => {
  const { samples, text } = numbered(content.template, content.variables)
  return { type: "BODY", text, ...(samples.length === 0 ? {} : { example: { body_text: [samples] } }) }
}

const button = ({ props, type }: Button): Component => {
  const { countryCode = "", offerCode = "", phoneNumber = "", text, url = "" } = props
  switch (type) {
    case "URL": {
      const { samples, text: address } = numbered(url, props.variables)
      return { type, text, url: address, ...(samples.length === 0 ? {} : { example: samples }) }
    }
    case "PHONE_NUMBER":
      return { type, text, phone_number: `${countryCode}${phoneNumber}`.replaceAll(/\D/g, "") }
    case "COPY_CODE":
      return { type, example: offerCode }
    case "QUICK_REPLY":
    case "VOICE_CALL":
      return { type, text }
  }
}

/** Meta words these templates by itself, and wants a button for the code. */
const authentication = ({ authenticationConfig, buttons = [] }: Definition): ReadonlyArray<Component> => {
  const { addSecurityRecommendation = false, codeExpirationMinutes } = authenticationConfig ?? {}
  const { autofillText, otpType, packageName, signatureHash, text } = buttons[0]?.props ?? {}
  const oneTap = otpType === "ONE_TAP"
    ? { autofill_text: autofillText, package_name: packageName, signature_hash: signatureHash }
    : {}
  return [
    { type: "BODY", add_security_recommendation: addSecurityRecommendation },
    ...(codeExpirationMinutes === undefined
      ? []
      : [{ type: "FOOTER", code_expiration_minutes: codeExpirationMinutes }]),
    {
      type: "BUTTONS",
      buttons: [{
        type: "OTP",
        otp_type: otpType === "ONE_TAP" ? "ONE_TAP" : "COPY_CODE",
        ...(text === undefined ? {} : { text }),
        ...oneTap
      }]
    }
  ]
}

/**
 * Returns the components of a definition; null when it has no body for WhatsApp.
 *
 * @param handle that of an example of the header's file
 */
export const components = (
  definition: Definition,
  category: Category,
  handle: string | null
): ReadonlyArray<Component> | null => {
  const content = bodyOf(definition)
  if (content === undefined) return null
  if (category === "AUTHENTICATION") return authentication(definition)
  const { buttons = [], footer } = definition
  return [
    ...header(definition, handle),
    body(content),
    ...(footer === undefined ? [] : [{ type: "FOOTER", text: footer.template }]),
    ...(buttons.length === 0 ? [] : [{ type: "BUTTONS", buttons: buttons.map(button) }])
  ]
}

const textOf = (component: Readonly<Record<string, unknown>>, field: string): string => {
  const value = component[field]
  return typeof value === "string" ? value.trim() : ""
}

/** Returns all that a recipient sees of components, as a text to compare, whoever wrote them and with which examples. */
const shown = (all: ReadonlyArray<Readonly<Record<string, unknown>>>): string =>
  JSON.stringify(
    all.map((component) => [
      textOf(component, "type").toUpperCase(),
      textOf(component, "format").toUpperCase(),
      textOf(component, "text"),
      (Array.isArray(component["buttons"]) ? component["buttons"] as ReadonlyArray<Component> : []).map((each) => [
        textOf(each, "type").toUpperCase(),
        textOf(each, "text"),
        textOf(each, "url"),
        textOf(each, "phone_number").replaceAll(/\D/g, "")
      ])
    ]).toSorted()
  )

/** Returns whether two templates say the same. Of those that Meta words itself only the category counts. */
export const isSame = (
  wanted: TemplateRequest,
  { category, components = [] }: {
    readonly category: string
    readonly components?: ReadonlyArray<Readonly<Record<string, unknown>>> | undefined
  }
): boolean =>
  wanted.category === "AUTHENTICATION" || category === "AUTHENTICATION"
    ? wanted.category === category
    : shown(wanted.components) === shown(components)
