/**
 * POST /v3/templates (specification "Template", decisions 3.4).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { Definition } from "../definition/Definition.ts"
import * as DefinitionCheck from "../definition/DefinitionCheck.ts"
import * as Naming from "../definition/Naming.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { Template } from "../row/Template.ts"
import { revisionOf, templateName, TemplateRevisions, Templates } from "../row/Template.ts"
import { TemplateId } from "../value/Id.ts"
import type { Json } from "../value/Json.ts"
import * as TemplateBody from "./TemplateBody.ts"
import * as TemplateChange from "./TemplateChange.ts"
import type { TemplateResource } from "./TemplateResource.ts"
import * as TemplateResource_ from "./TemplateResource.ts"
import * as TemplateState from "./TemplateState.ts"
import * as Translation from "./Translation.ts"

const Body = Schema.Struct({
  category: TemplateBody.category,
  language: TemplateBody.language,
  definition: TemplateBody.definition,
  translation_of: Field.optional(TemplateId),
  creation_source: Field.optional(Field.text((text) => text.length <= 50, {
    message: "must have at most 50 characters"
  })),
  submit_for_review: TemplateBody.submitForReview,
  sandbox: TemplateBody.sandbox
})
type Body = typeof Body.Type

const check = (body: Partial<Body>, raw: Json): ReadonlyArray<Violation> => {
  const sent = TemplateBody.sentDefinition(raw)
  // The Schema reports a missing definition.
  if (sent === undefined) return []
  return [
    ...DefinitionCheck.check(sent, body.category ?? null),
    ...TemplateBody.sizeFlaws(TemplateBody.stored(sent))
  ]
}

/** The fields that the body does not give by itself. */
type Named = Pick<Template, "id" | "account" | "name" | "definition" | "createdAt" | "translationOf">

const compose = (body: Body, named: Named): Template => ({
  ...named,
  category: body.category ?? Naming.category(named.definition),
  language: body.language ?? Naming.language(named.definition),
  status: TemplateState.initial(body.submit_for_review === true ? "submit" : "create"),
  revision: 1,
  creationSource: body.creation_source ?? "from-api",
  autoReplyAction: null,
  updatedAt: null
})

/** How many suffixes of the derived name are tried before the id becomes part of the name. */
const suffixes = 20

/** How often the next number is lost to others before the suffix is one of chance, which nobody else wants. */
const numbered = 12

const candidates = (definition: Definition): ReadonlyArray<string> => {
  const base = Naming.name(definition)
  return base === "" ? [] : [base, ...Array.from({ length: suffixes }, (_, index) => `${base}_${index + 2}`)]
}

const isTranslation = (body: Body): body is Body & { readonly translation_of: TemplateId } =>
  body.translation_of !== undefined && body.translation_of !== null

/** Returns the commit of a new template with its first revision. */
const made = (template: Template, moment: Moment): Partial<Commit.Commit> =>
  Commit.all(
    { puts: [Commit.put(Templates, template), Commit.put(TemplateRevisions, revisionOf(template))] },
    template.status === "PENDING" ? TemplateChange.submission(template, moment) : {}
  )

/** Makes a template that says in another language what there is. */
const translate = (
  body: Body & { readonly translation_of: TemplateId },
  { account, id }: Pick<Template, "account" | "id">,
  grounds: Grounds
) => {
  const { facts, now } = grounds
  const first = Translation.naming(body.translation_of, facts)
  if (first === null || first.account !== account) return Result.fail(Translation.unknown(body.translation_of))
  const definition = TemplateBody.stored(body.definition)
  const template = compose(
    { ...body, category: body.category ?? first.category },
    { id, account, name: first.name, definition, createdAt: now, translationOf: first.id }
  )
  const joined = Translation.join(first, template)
  return joined instanceof Refused.Refused
    ? Result.fail(joined)
    : done(
      TemplateResource_.fromTemplate(template),
      made(template, grounds),
      { expects: [Facts.expected(facts, Templates, first.id)], puts: [Commit.put(Templates, joined)] }
    )
}

export const CreateTemplate = Operation.make({
  name: "templates.create",
  summary: "Create a template",
  description:
    "Makes a template of a definition. It is a DRAFT, or in review immediately when `submit_for_review` is true. Its name is derived from what it says.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Body,
  data: TemplateResource_.TemplateResource,
  status: 201,
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_002", "RESOURCE_007"],
  check: ({ body }, _caller, raw) => check(body, raw),
  isRemade: true,
  simulate: ({ body }, caller, now, ids): TemplateResource => {
    const id = ids.uuid() as TemplateId
    const definition = TemplateBody.stored(body.definition)
    const derived = Naming.name(definition)
    const name = derived === "" ? `template_${id.slice(0, 8)}` : derived
    const template = compose(body, {
      id,
      account: caller.account.id,
      name,
      definition,
      createdAt: now,
      ...(isTranslation(body) ? { translationOf: body.translation_of } : {})
    })
    return TemplateResource_.fromTemplate({ ...template, status: "DRAFT" })
  },
  decides: {
    name: "templates.create",
    needs: ({ body, caller }, facts) =>
      isTranslation(body)
        ? Translation.namingNeeds(body.translation_of, facts)
        : Needs.uniques(
          candidates(TemplateBody.stored(body.definition)).map((name) => templateName(caller.account.id, name))
        ),
    decide: ({ body, caller }, grounds, losses = 0) => {
      const { facts, ids, now } = grounds
      const account = caller.account.id
      const id = ids.id(now) as TemplateId
      if (isTranslation(body)) return translate(body, { id, account }, grounds)
      const definition = TemplateBody.stored(body.definition)
      const derived = candidates(definition)
      const free = derived.find((name) => Facts.find(facts, Templates, templateName(account, name)) === null)
      // UUIDs of version 7 begin with the time, so their end distinguishes two templates.
      const end = id.slice(-8)
      const own = `${derived[0] ?? "template"}_${end}`
      const name = losses >= numbered ? own : free ?? own
      const template = compose(body, { id, account, name, definition, createdAt: now })
      return done(TemplateResource_.fromTemplate(template), made(template, grounds))
    }
  }
})
