/**
 * Creates a template unless it exists, brings it up to date, and has it reviewed.
 */
import * as PlainText from "@signalbox/core/PlainText"
import type { EnsureDefinition, EnsureOptions, EnsureTemplateBody } from "../Account.ts"
import type { Template, TemplatesCalls } from "../calls/Templates.ts"
import { SignalboxError } from "../SignalboxError.ts"
import * as Errors from "./errors.ts"
import { isObject } from "./flaws.ts"
import * as Given from "./given.ts"
import * as Schemas from "./givenSchemas.ts"
import * as Waiting from "./waiting.ts"

const pageSize = 100

/** Finds the template that has the name, or the one that says it in the wanted language where there are several. */
const find = async (
  templates: TemplatesCalls,
  { language, name, translation_of: of }: EnsureDefinition
): Promise<Template | null> => {
  for (let page = 1;; page++) {
    const found = await templates.list({ search: name, page, page_size: pageSize })
    const first = found.templates.find((each) => each.name === name && each.translation_of === undefined)
    if (first === undefined && found.pagination.has_more) continue
    const spoken = first?.translations?.find((each) => each.language === language)
    if (spoken !== undefined) return templates.get(spoken.template_id)
    return first === undefined || of === undefined || of === null || first.language === language ? first ?? null : null
  }
}

/** Returns what another process has made, which has been quicker; any other error is thrown again. */
const foundAfter = async (error: unknown, templates: TemplatesCalls, wanted: EnsureDefinition): Promise<Template> => {
  const isTaken = error instanceof SignalboxError && error.code === "RESOURCE_007"
  const found = isTaken ? await find(templates, wanted) : null
  if (found === null) throw error
  return found
}

/** The service names a new template by its words, so it gets its name in a second step. A translation has it already. */
const create = async (templates: TemplatesCalls, wanted: EnsureDefinition): Promise<Template> => {
  const { name, ...body } = wanted
  const draft = await templates.create(body).catch((error: unknown) => foundAfter(error, templates, wanted))
  if (draft.name === name) return draft
  try {
    return await templates.update(draft.id, { name })
  } catch (error) {
    await templates.delete(draft.id)
    return foundAfter(error, templates, wanted)
  }
}

const reviewed = (templates: TemplatesCalls, { id }: Template, timeoutMs: number): Promise<Template> =>
  Waiting.until({
    look: () => templates.get(id),
    isEnough: ({ status }) => status !== "PENDING",
    wake: () => () => {},
    timeoutMs
  })

/** Checks the text alone: the calls that the other fields go to tell what is wrong with their values. */
const read = (given: EnsureTemplateBody): EnsureDefinition => {
  const body = Given.copy(given)
  if (!isObject(body)) throw Errors.fields({ body: ["must be an object"] })
  if (!("text" in body)) return body
  const { text, ...others } = body
  if ("definition" in body) throw Errors.fields({ text: ["must not stand beside a definition"] })
  if (typeof text !== "string") throw Errors.fields({ text: ["must be a text"] })
  return { ...others, definition: PlainText.definition(text) }
}

export const ensure = async (
  templates: TemplatesCalls,
  given: EnsureTemplateBody,
  options?: EnsureOptions
): Promise<Template> => {
  const { reviewedWithinMs = 5000 } = Given.read("templates.ensure", "options", Schemas.EnsureOptions, options)
  const wanted = read(given)
  const { creation_source: _, name, translation_of: __, ...body } = wanted
  if (typeof name !== "string" || name === "") {
    throw Errors.error("VALIDATION_004", "templates.ensure needs the name of the template.")
  }
  const change = { ...body, submit_for_review: true }
  const found = await find(templates, wanted) ?? await create(templates, wanted)
  try {
    return await reviewed(templates, await templates.update(found.id, change), reviewedWithinMs)
  } catch (error) {
    // A template in review cannot be changed before the review ends.
    if (!(error instanceof SignalboxError) || error.code !== "CONFLICT_006") throw error
    await reviewed(templates, found, reviewedWithinMs)
    return await reviewed(templates, await templates.update(found.id, change), reviewedWithinMs)
  }
}
