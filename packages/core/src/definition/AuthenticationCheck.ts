/**
 * The rules of AUTHENTICATION templates, and the fields that only they may have (specification "Template"). The check
 * works on a reading of the definition, so it also reports on definitions that are wrong elsewhere.
 */
import type { Category } from "./Category.ts"
import type { BodyContent, Definition, MmsContent, Variable } from "./Definition.ts"
import type { Findings } from "./Flaw.ts"
import * as Flaw from "./Flaw.ts"
import * as Placeholder from "./Placeholder.ts"
import * as Wording from "./Wording.ts"

const isLink = ({ props, type }: Variable): boolean => type === "link" || props.variableType === "link"
const isText = ({ props, type }: Variable): boolean => type === "variable" && props.variableType === "text"

export const check = (found: Findings, path: string, definition: Definition, category: Category): void => {
  if (category !== "AUTHENTICATION") {
    if (definition.authenticationConfig !== undefined) {
      found.add(
        `${path}.authenticationConfig`,
        "authentication_only",
        "is for AUTHENTICATION templates only: their body has exactly one text variable, no link and no emoji, and they have no header"
      )
    }
    return
  }
  if (definition.header !== undefined) {
    found.add(`${path}.header`, "authentication_header", "must not be there: an AUTHENTICATION template has no header")
  }
  for (const [name, content] of Object.entries(definition.body)) checkContent(found, `${path}.body.${name}`, content)
}

const checkContent = (found: Findings, path: string, content: BodyContent | MmsContent): void => {
  const variables = content.variables ?? []
  const words = Placeholder.without(`${content.template ?? ""} ${subject(content)}`, " ")
  if (!(variables.filter(isText).length === 1 && variables.every((variable) => isText(variable) || isLink(variable)))) {
    found.add(
      `${path}.variables`,
      "authentication_variable",
      "must be exactly one text variable: an AUTHENTICATION body has the code and nothing else"
    )
  }
  if (variables.some(isLink) || Wording.hasLink(words)) {
    found.add(`${path}.template`, "authentication_link", "must have no link: this is an AUTHENTICATION template")
  }
  if (Wording.hasEmoji(words)) {
    found.add(`${path}.template`, "authentication_emoji", "must have no emoji: this is an AUTHENTICATION template")
  }
}

const subject = (content: BodyContent | MmsContent): string => "subject" in content ? content.subject ?? "" : ""

/** Returns whether a definition would be valid as an AUTHENTICATION template. */
export const isPossible = (definition: Definition): boolean => {
  const found = Flaw.findings()
  check(found, "", definition, "AUTHENTICATION")
  return found.flaws().length === 0
}
