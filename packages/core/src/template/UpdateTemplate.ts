/**
 * PUT /v3/templates/{id}: changes the name, definition, category or language of a template, and submits it for review
 * (decisions 3.4, 4.2).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as DefinitionCheck from "../definition/DefinitionCheck.ts"
import * as Pattern from "../definition/Pattern.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { Template } from "../row/Template.ts"
import { templateName, Templates } from "../row/Template.ts"
import type { TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import * as TemplateBody from "./TemplateBody.ts"
import * as TemplateChange from "./TemplateChange.ts"
import { TemplatePath } from "./TemplatePath.ts"
import * as TemplateResource from "./TemplateResource.ts"
import * as TemplateState from "./TemplateState.ts"
import * as Translation from "./Translation.ts"

const Body = Schema.Struct({
  name: Field.optional(Field.nonBlank(Limit.templateNameLength)),
  category: TemplateBody.category,
  language: TemplateBody.language,
  definition: Schema.optionalKey(TemplateBody.definition),
  submit_for_review: TemplateBody.submitForReview,
  sandbox: TemplateBody.sandbox
})
type Body = typeof Body.Type

/**
 * Without a category in the body the stored one applies, which is not loaded yet: only what is wrong in every category
 * is reported here. Nor is the stored definition, whose size is not judged again; a sandbox answer knows of none.
 */
const check = ({ category, sandbox }: Partial<Body>, raw: Json): ReadonlyArray<Violation> => {
  const sent = TemplateBody.sentDefinition(raw)
  if (sent === undefined || sent === null) return []
  const size = sandbox === true ? TemplateBody.sizeFlaws(TemplateBody.stored(sent)) : []
  if (category !== undefined && category !== null) return [...DefinitionCheck.check(sent, category), ...size]
  const patterns = Pattern.allowance()
  const common = TemplateBody.common(
    DefinitionCheck.check(sent, "UTILITY", patterns),
    DefinitionCheck.check(sent, "AUTHENTICATION", patterns)
  )
  return [...common, ...size]
}

/** Returns the wanted fields. Those that are left out or null keep their value. */
const wanted = (template: Template, body: Body): TemplateChange.Wanted => ({
  name: body.name ?? template.name,
  category: body.category ?? template.category,
  language: body.language ?? template.language,
  definition: body.definition === undefined || body.definition === null
    ? template.definition
    : TemplateBody.stored(body.definition)
})

/** The template that a sandbox answer shows (decisions 5.1). */
const simulated = (id: TemplateId, { account }: Caller, now: Instant): Template => ({
  id,
  account: account.id,
  name: "sandbox",
  category: "UTILITY",
  language: "en_US",
  status: "DRAFT",
  revision: 1,
  definition: { definitionVersion: "1.0", body: { multiChannel: { type: "text", template: "sandbox" } } },
  creationSource: "from-api",
  autoReplyAction: null,
  createdAt: now,
  updatedAt: now
})

/** Returns why the stored template does not allow the change, or null. */
const refusal = (template: Template, next: TemplateChange.Wanted, isTaken: boolean): Refused.Refused | null => {
  if (TemplateState.isFinal(template.status)) {
    return Refused.refused("VALIDATION_001", { status: ["is ARCHIVED, which nothing changes any more"] })
  }
  const bound = Translation.bound(template, next)
  if (bound !== null) return bound
  const isOther = TemplateChange.isOther(template, next)
  if (isOther && TemplateState.isFrozen(template.status)) return Refused.refused("CONFLICT_006")
  const flaws = isOther
    ? [
      ...DefinitionCheck.check(next.definition, next.category),
      ...TemplateChange.isRedefined(template, next) ? TemplateBody.sizeFlaws(next.definition) : []
    ]
    : []
  if (flaws.length > 0) return Refused.fromViolations(flaws)
  return isTaken ? Refused.refused("RESOURCE_007", { name: ["is the name of another template"] }) : null
}

export const UpdateTemplate = Operation.make({
  name: "templates.update",
  summary: "Change a template",
  description:
    "Changes what is given and keeps the rest. A template in review keeps its definition, category and language.",
  path: TemplatePath,
  query: Schema.Struct({}),
  body: Body,
  data: TemplateResource.TemplateResource,
  status: 200,
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: true,
  refuses: ["CONFLICT_006", "RESOURCE_002", "RESOURCE_007"],
  check: ({ body }, _caller, raw) => check(body, raw),
  isRemade: true,
  simulate: ({ body, path }, caller, now): TemplateResource.TemplateResource => {
    const template = simulated(path.id, caller, now)
    return TemplateResource.fromTemplate({ ...template, ...wanted(template, body) })
  },
  decides: {
    name: "templates.update",
    needs: ({ body, caller, path }) =>
      Needs.all(
        Needs.row(Templates, path.id),
        body.name === undefined || body.name === null
          ? Needs.none
          : Needs.unique(templateName(caller.account.id, body.name))
      ),
    decide: ({ body, caller, path }, grounds) => {
      const { facts, now } = grounds
      const template = Facts.get(facts, Templates, path.id)
      if (template === null || template.account !== caller.account.id) {
        return Result.fail(Refused.refused("RESOURCE_002"))
      }
      const next = wanted(template, body)
      const isTaken = next.name !== template.name &&
        Facts.find(facts, Templates, templateName(template.account, next.name)) !== null
      const refused = refusal(template, next, isTaken)
      if (refused !== null) return Result.fail(refused)
      const changed = TemplateChange.apply(template, next, body.submit_for_review === true, now)
      return done(
        TemplateResource.fromTemplate(changed),
        TemplateChange.commit(template, changed, grounds)
      )
    }
  }
})
