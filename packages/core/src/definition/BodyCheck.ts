/**
 * Checks the bodies of a definition: which of them may be combined, and what each may contain (specification
 * "Template").
 */
import * as Limit from "../catalogue/Limit.ts"
import type { JsonObject } from "../value/Json.ts"
import * as Text from "../value/Text.ts"
import * as Definition from "./Definition.ts"
import type { Findings } from "./Flaw.ts"
import * as Part from "./Part.ts"
import type { Declared } from "./VariableCheck.ts"
import * as VariableCheck from "./VariableCheck.ts"
import * as WebAddress from "./WebAddress.ts"

const names = ["multiChannel", "sms", "whatsapp", "rcs", "mms"] as const
type Name = typeof names[number]

const strategy =
  "must have either multiChannel OR both sms and whatsapp, never mixed; rcs and mms may accompany them " +
  "but cannot stand alone"

const mmsEmpty = "MMS body must carry body text, at least one media item, or both"

export const check = (found: Findings, path: string, sent: Part.Sent): void => {
  const body = Part.object(found, path, sent)
  if (body === null) return
  const present = new Set(names.filter((name) => Part.isPresent(Part.get(body, name))))
  const [all, sms, whatsapp] = [present.has("multiChannel"), present.has("sms"), present.has("whatsapp")]
  if (all ? sms || whatsapp : !(sms && whatsapp)) found.add(path, "body_strategy", strategy)
  const declared = [...present].map((name) => ({
    path: `${path}.${name}.variables`,
    variables: checkContent(found, `${path}.${name}`, name, Part.get(body, name))
  }))
  checkAgreement(found, declared)
}

const checkContent = (found: Findings, path: string, name: Name, sent: Part.Sent): ReadonlyArray<Declared> => {
  const content = Part.object(found, path, sent)
  if (content === null) return []
  Part.word(found, `${path}.type`, Part.get(content, "type"), Definition.ContentType.literals, false)
  const text = Part.text(found, `${path}.template`, Part.get(content, "template"), {
    most: Limit.templateBodyLength[name],
    required: name !== "mms"
  })
  const subject = name === "mms" ? checkMms(found, path, content, text) : null
  return VariableCheck.check(found, `${path}.variables`, Part.get(content, "variables"), [
    ...(text === null ? [] : [{ path: `${path}.template`, text }]),
    ...(subject === null ? [] : [{ path: `${path}.subject`, text: subject }])
  ])
}

/**
 * Checks what only MMS has, and returns the part of the subject that counts. A subject of any length is valid, because it
 * is cut when the message is sent.
 */
const checkMms = (found: Findings, path: string, content: JsonObject, text: string | null): string | null => {
  const media = Part.get(content, "media")
  const items = Part.array(found, `${path}.media`, media, Limit.definitionArrays.media)
  const sentText = Part.get(content, "template")
  const isBlank = sentText === undefined || text?.trim() === ""
  const hasMedia = Array.isArray(media) && media.length > 0
  if (isBlank && !hasMedia) found.add(path, "mms_empty", mmsEmpty)
  if (items.length > Limit.mmsMediaItems) {
    found.add(`${path}.media`, "media_count", `must have exactly one item, not ${items.length}`)
  }
  items.forEach((item, index) => checkMedia(found, `${path}.media[${index}]`, item))
  const subject = Part.text(found, `${path}.subject`, Part.get(content, "subject"), {
    most: Number.POSITIVE_INFINITY,
    required: false
  })
  return subject === null ? null : Text.truncate(subject, Limit.templateTextLength)
}

const checkMedia = (found: Findings, path: string, sent: Part.Sent): void => {
  const media = Part.object(found, path, sent)
  if (media === null) return
  const url = Part.text(found, `${path}.url`, Part.get(media, "url"), { most: Limit.mediaUrlLength, required: true })
  if (url !== null && url.trim() !== "" && url.length <= Limit.mediaUrlLength) {
    const wrong = WebAddress.mediaFlaw(url)
    if (wrong !== null) found.add(`${path}.url`, "media_url", wrong)
  }
  Part.word(found, `${path}.mediaType`, Part.get(media, "mediaType"), Definition.MediaType.literals, false)
}

/** Checks that a variable id used in several bodies has the same name and type in all of them (decisions 5.4). */
const checkAgreement = (
  found: Findings,
  bodies: ReadonlyArray<{ readonly path: string; readonly variables: ReadonlyArray<Declared> }>
): void => {
  const first = new Map<number, Declared>()
  for (const { path, variables } of bodies) {
    const here = new Set<number>()
    variables.forEach((variable, index) => {
      // The check of the body itself reports an id that occurs twice in it.
      if (here.has(variable.id)) return
      here.add(variable.id)
      const other = first.get(variable.id)
      if (other === undefined) first.set(variable.id, variable)
      else if (variable.name !== "" && other.name !== "" && variable.name !== other.name) {
        found.add(
          `${path}[${index}].name`,
          "variable_differs",
          `must be ${JSON.stringify(other.name.slice(0, 60))}, as variable ${variable.id} is called in another body`
        )
      } else if (variable.type !== "" && other.type !== "" && variable.type !== other.type) {
        found.add(
          `${path}[${index}].type`,
          "variable_differs",
          `must be ${JSON.stringify(other.type.slice(0, 60))}, as variable ${variable.id} is in another body`
        )
      }
    })
  }
}
