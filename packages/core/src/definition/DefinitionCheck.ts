/**
 * Checks a definition as a client sent it and returns all flaws together, each with its path and what would be right
 * (specification "Template", decisions 5.4). It accepts any JSON, and takes time linear in its size.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as AuthenticationCheck from "./AuthenticationCheck.ts"
import * as BodyCheck from "./BodyCheck.ts"
import * as ButtonCheck from "./ButtonCheck.ts"
import type { Category } from "./Category.ts"
import * as Definition from "./Definition.ts"
import type { Findings, Flaw } from "./Flaw.ts"
import * as Flaws from "./Flaw.ts"
import * as Naming from "./Naming.ts"
import * as Part from "./Part.ts"
import type * as Pattern from "./Pattern.ts"
import * as Placeholder from "./Placeholder.ts"
import * as Reading from "./Reading.ts"
import * as VariableCheck from "./VariableCheck.ts"
import * as WebAddress from "./WebAddress.ts"
import * as Wording from "./Wording.ts"

const path = "definition"

/**
 * `category` is null when the author gave none; the service then derives it from the definition. Who checks a
 * definition twice hands over its allowance of patterns, so that each is compiled once.
 */
export const check = (
  sent: Part.Sent,
  category: Category | null,
  patterns?: Pattern.Allowance
): ReadonlyArray<Flaw> => {
  const found = Flaws.findings(patterns)
  const definition = Part.object(found, path, sent)
  if (definition === null) return found.flaws()
  const reading = Reading.read(definition)
  const meant = category ?? Naming.category(reading)
  checkHeader(found, Part.get(definition, "header"))
  BodyCheck.check(found, `${path}.body`, Part.get(definition, "body"))
  checkFooter(found, Part.get(definition, "footer"))
  ButtonCheck.check(found, `${path}.buttons`, Part.get(definition, "buttons"), meant)
  Part.text(found, `${path}.definitionVersion`, Part.get(definition, "definitionVersion"), {
    most: Limit.templateTextLength,
    required: false
  })
  checkAuthenticationConfig(found, Part.get(definition, "authenticationConfig"))
  AuthenticationCheck.check(found, path, reading, meant)
  return found.flaws()
}

const checkHeader = (found: Findings, sent: Part.Sent): void => {
  if (sent === undefined) return
  const at = `${path}.header`
  const header = Part.object(found, at, sent)
  if (header === null) return
  const type = Part.isPresent(Part.get(header, "type"))
    ? Part.word(found, `${at}.type`, Part.get(header, "type"), Definition.HeaderType.literals, true)
    : "text"
  const rule = { most: Limit.templateHeaderLength, required: true }
  const text = Part.text(found, `${at}.template`, Part.get(header, "template"), rule)
  const variables = Part.get(header, "variables")
  const count = Array.isArray(variables) ? variables.length : 0
  if (count > Limit.templateHeaderVariables && count <= Limit.definitionArrays.variables) {
    found.add(`${at}.variables`, "variable_count", `must have at most 1 variable, not ${count}`)
  }
  VariableCheck.check(found, `${at}.variables`, variables, text === null ? [] : [{ path: `${at}.template`, text }])
  if (text === null || text.trim() === "" || text.length > Limit.templateTextLength) return
  const words = Placeholder.without(text, "")
  if (type === "text") Wording.checkPlain(found, `${at}.template`, words)
  else if (type !== null && words !== "" && !WebAddress.isLink(text)) {
    found.add(
      `${at}.template`,
      "header_media",
      "must be a full http or https URL, or one placeholder such as {{0:media}}"
    )
  }
}

const checkFooter = (found: Findings, sent: Part.Sent): void => {
  if (sent === undefined) return
  const at = `${path}.footer`
  const footer = Part.object(found, at, sent)
  if (footer === null) return
  Part.word(found, `${at}.type`, Part.get(footer, "type"), Definition.ContentType.literals, false)
  const rule = { most: Limit.templateFooterLength, required: true }
  const text = Part.text(found, `${at}.template`, Part.get(footer, "template"), rule)
  const { variables: most } = Limit.definitionArrays
  if (Part.array(found, `${at}.variables`, Part.get(footer, "variables"), most).length > 0) {
    found.add(`${at}.variables`, "variable_count", "must be empty: a footer is always the same")
  }
  if (text === null || text.length > Limit.templateTextLength) return
  if (Placeholder.split(text).some((part) => part._tag === "Placeholder")) {
    found.add(`${at}.template`, "placeholder_not_allowed", "must have no placeholder: a footer is always the same")
  }
  Wording.checkPlain(found, `${at}.template`, Placeholder.without(text, ""))
}

const checkAuthenticationConfig = (found: Findings, sent: Part.Sent): void => {
  if (sent === undefined) return
  const at = `${path}.authenticationConfig`
  const config = Part.object(found, at, sent)
  if (config === null) return
  const advice = Part.get(config, "addSecurityRecommendation")
  if (advice !== undefined && typeof advice !== "boolean") {
    found.add(`${at}.addSecurityRecommendation`, "wrong_type", "must be true or false")
  }
  const minutes = Part.get(config, "codeExpirationMinutes")
  const { maximum, minimum } = Limit.codeExpirationMinutes
  if (minutes !== undefined && typeof minutes !== "number") {
    found.add(`${at}.codeExpirationMinutes`, "wrong_type", `must be a number from ${minimum} to ${maximum}`)
  } else if (minutes !== undefined && !(minutes >= minimum && minutes <= maximum)) {
    found.add(`${at}.codeExpirationMinutes`, "out_of_range", `must be from ${minimum} to ${maximum}, not ${minutes}`)
  }
}
