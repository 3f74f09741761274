/**
 * Checks the buttons: how many of each type there may be, and which properties each needs (specification "Buttons").
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Json, JsonObject } from "../value/Json.ts"
import type { Category } from "./Category.ts"
import type { ButtonType } from "./Definition.ts"
import * as Definition from "./Definition.ts"
import type { Findings } from "./Flaw.ts"
import * as Part from "./Part.ts"
import * as Placeholder from "./Placeholder.ts"
import * as VariableCheck from "./VariableCheck.ts"
import * as WebAddress from "./WebAddress.ts"
import * as Wording from "./Wording.ts"

/** The most buttons of each type that a template may have, and the properties that the type needs besides the text. */
const types: Readonly<Record<ButtonType, { readonly most: number; readonly props: ReadonlyArray<string> }>> = {
  QUICK_REPLY: { most: 10, props: ["quickReplyType"] },
  URL: { most: 2, props: ["urlType", "url"] },
  VOICE_CALL: { most: 10, props: ["activeFor"] },
  PHONE_NUMBER: { most: 1, props: ["countryCode", "phoneNumber"] },
  COPY_CODE: { most: 1, props: ["offerCode"] }
}

export const check = (found: Findings, path: string, sent: Part.Sent, category: Category): void => {
  const buttons = Part.array(found, path, sent, Limit.definitionArrays.buttons)
  if (buttons.length > Limit.templateButtons) {
    found.add(path, "button_count", `must have at most ${Limit.templateButtons} buttons, not ${buttons.length}`)
  }
  const counts = new Map<ButtonType, number>()
  const ids = new Set<number>()
  buttons.forEach((button, index) => {
    const { id, type } = checkButton(found, `${path}[${index}]`, button, category)
    if (id !== null) {
      if (ids.has(id)) found.add(`${path}[${index}].id`, "button_id_taken", "Button IDs must be unique.")
      ids.add(id)
    }
    if (type !== null) counts.set(type, (counts.get(type) ?? 0) + 1)
  })
  for (const [type, count] of counts) {
    // The check of the total has already reported more than ten buttons.
    if (count > types[type].most && types[type].most < Limit.templateButtons) {
      found.add(path, "button_count", `must have at most ${types[type].most} of type ${type}, not ${count}`)
    }
  }
}

const checkButton = (found: Findings, path: string, sent: Json, category: Category) => {
  const button = Part.object(found, path, sent)
  if (button === null) return { id: null, type: null }
  const type = Part.word(found, `${path}.type`, Part.get(button, "type"), Definition.ButtonType.literals, true)
  const props = Part.object(found, `${path}.props`, Part.get(button, "props"))
  if (props !== null) checkProps(found, `${path}.props`, props, type, category)
  // A button without an id has the id 0, so two of them collide.
  const id = Part.get(button, "id") ?? 0
  if (typeof id === "number" && Number.isInteger(id) && id >= 0) return { id, type }
  found.add(`${path}.id`, "wrong_type", "must be a whole number from 1 on")
  return { id: null, type }
}

const checkProps = (
  found: Findings,
  path: string,
  props: JsonObject,
  type: ButtonType | null,
  category: Category
): void => {
  const get = (name: string) => Part.get(props, name)
  const at = (name: string) => [`${path}.${name}`, get(name)] as const
  const otp = Part.isPresent(get("otpType")) && get("otpType") !== ""
  // An OTP button copies the variable of the body, so it needs no offerCode.
  const needed = new Set(type === null || (type === "COPY_CODE" && otp) ? [] : types[type].props)
  checkText(found, ...at("text"))

  if (needed.has("quickReplyType")) Part.word(found, ...at("quickReplyType"), Definition.QuickReplyType.literals, true)
  if (needed.has("url")) checkUrl(found, path, props)
  else if (Part.array(found, ...at("variables"), Limit.definitionArrays.variables).length > 0) {
    found.add(`${path}.variables`, "variable_count", noVariable)
  }
  if (needed.has("activeFor")) checkActiveFor(found, ...at("activeFor"))
  if (otp || category === "AUTHENTICATION") Part.word(found, ...at("otpType"), Definition.OtpType.literals, false)

  for (const name of texts) {
    if (checkedElsewhere.has(name) && needed.has(name)) continue
    Part.text(found, ...at(name), { most: Limit.templateTextLength, required: needed.has(name) })
  }
  if (!needed.has("activeFor") && get("activeFor") !== undefined && typeof get("activeFor") !== "number") {
    found.add(`${path}.activeFor`, "wrong_type", "must be a number")
  }
  if (needed.has("countryCode")) checkPhone(found, path, props)
}

/** All properties that are texts. Those that another type of button needs are still checked when they are present. */
const texts = [
  "quickReplyType",
  "urlType",
  "url",
  "countryCode",
  "phoneNumber",
  "offerCode",
  "autofillText",
  "packageName",
  "signatureHash"
]
const noVariable = "must have no variable: only a dynamic URL has one"
const checkedElsewhere = new Set(["quickReplyType", "urlType", "url"])

const checkText = (found: Findings, path: string, sent: Part.Sent): void => {
  const text = Part.text(found, path, sent, { most: Limit.buttonTextLength, required: true })
  if (text === null || text.length > Limit.templateTextLength) return
  if (Placeholder.split(text).some((part) => part._tag === "Placeholder")) {
    found.add(path, "placeholder_not_allowed", "must have no placeholder: the text of a button is always the same")
  }
  Wording.checkPlain(found, path, Placeholder.without(text, ""))
}

const checkActiveFor = (found: Findings, path: string, sent: Part.Sent): void => {
  if (sent === undefined) found.add(path, "missing", "is required and must be a whole number above 0")
  else if (typeof sent !== "number") found.add(path, "wrong_type", "must be a whole number above 0")
  else if (!Number.isInteger(sent) || sent <= 0) {
    found.add(path, "out_of_range", `must be a whole number above 0, not ${sent}`)
  }
}

const checkPhone = (found: Findings, path: string, props: JsonObject): void => {
  const country = Part.get(props, "countryCode")
  if (typeof country === "string" && country.trim() !== "" && !/^[A-Z]{2}$/.test(country)) {
    found.add(`${path}.countryCode`, "country_code", "must be a country code of two capital letters, such as US")
  }
  const phone = Part.get(props, "phoneNumber")
  if (typeof phone === "string" && phone.trim() !== "" && !/^\+[1-9](?:[ ().-]{0,2}\d){6,14}$/.test(phone)) {
    found.add(`${path}.phoneNumber`, "phone_number", "must be an international number, such as +12015550123")
  }
}

const checkUrl = (found: Findings, path: string, props: JsonObject): void => {
  const type = Part.word(found, `${path}.urlType`, Part.get(props, "urlType"), Definition.UrlType.literals, true)
  const field = `${path}.url`
  const url = Part.text(found, field, Part.get(props, "url"), { most: Limit.buttonUrlLength, required: true })
  const sent = Part.get(props, "variables")
  const variables = Part.array(found, `${path}.variables`, sent, Limit.definitionArrays.variables)
  if (url === null || type === null || url.trim() === "") return
  if (type === "dynamic") {
    const isTooLong = Array.isArray(sent) && sent.length > Limit.definitionArrays.variables
    if (Array.isArray(sent) ? variables.length !== 1 && !isTooLong : sent === undefined) {
      found.add(`${path}.variables`, "variable_count", `must have exactly 1 variable, not ${variables.length}`)
    }
    const base = /^(.*?)\{\{0(?::variable)?\}\}$/su.exec(url)?.[1] ?? null
    if (base === null || Placeholder.split(base).some((part) => part._tag === "Placeholder")) {
      found.add(field, "button_url", "must end with {{0:variable}} or {{0}}, and have no other placeholder")
    } else {
      checkLink(found, field, base)
      if (variables.length === 1) {
        VariableCheck.check(found, `${path}.variables`, variables, [{ path: field, text: url }])
      }
    }
  } else {
    if (variables.length > 0) {
      found.add(`${path}.variables`, "variable_count", noVariable)
    }
    if (Placeholder.split(url).some((part) => part._tag === "Placeholder")) {
      found.add(field, "placeholder_not_allowed", "must have no placeholder, or the urlType must be dynamic")
    } else checkLink(found, field, url)
  }
}

const checkLink = (found: Findings, path: string, url: string): void => {
  if (url.length <= Limit.buttonUrlLength && !WebAddress.isLink(url)) {
    found.add(path, "not_a_url", "must be a full http or https URL")
  }
}
