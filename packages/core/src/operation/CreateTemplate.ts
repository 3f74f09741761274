/**
 * POST /v3/templates (specification "Template", decisions 3.4).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as TemplateEvent from "../review/TemplateEvent.ts"
import type { TemplateResource } from "../review/TemplateResource.ts"
import * as TemplateResource_ from "../review/TemplateResource.ts"
import type { Template } from "../row/Template.ts"
import { nameKey, TemplateNames, TemplateRevisions, Templates } from "../row/Template.ts"
import { Category } from "../template/Category.ts"
import type { Definition } from "../template/Definition.ts"
import * as DefinitionCheck from "../template/DefinitionCheck.ts"
import * as Naming from "../template/Naming.ts"
import * as Part from "../template/Part.ts"
import * as Reading from "../template/Reading.ts"
import type { AccountId, EventId, TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import { lane } from "../work/Work.ts"
import * as Field from "./Field.ts"
import * as Operation from "./Operation.ts"

/** Taken as it comes: `DefinitionCheck` tells all of its flaws at once, and `Reading` makes of it what is stored. */
const Sent = Schema.Unknown as unknown as Schema.Codec<Definition, unknown>

const Body = Schema.Struct({
  category: Field.optional(Field.oneOf(Category.literals)),
  language: Field.optional(Field.text((text) => /^[a-z]{2,3}(_[A-Z]{2})?$/.test(text), {
    message: "must be a language code such as en or en_US"
  })),
  definition: Sent,
  creation_source: Field.optional(Field.text((text) => text.length <= 50, {
    message: "must have at most 50 characters"
  })),
  submit_for_review: Field.optional(Schema.Boolean),
  sandbox: Field.optional(Schema.Boolean)
})
type Body = typeof Body.Type

const check = (body: Partial<Body>, raw: Json): ReadonlyArray<Violation> => {
  const sent = Part.isObject(raw) && Object.hasOwn(raw, "definition") ? raw["definition"] : undefined
  // That it is missing is told by its field.
  return sent === undefined ? [] : DefinitionCheck.check(sent, body.category ?? null)
}

const compose = (
  body: Body,
  definition: Definition,
  account: AccountId,
  id: TemplateId,
  name: string,
  now: Instant
): Template => ({
  id,
  account,
  name,
  category: body.category ?? Naming.category(definition),
  language: body.language ?? Naming.language(definition),
  status: body.submit_for_review === true ? "PENDING" : "DRAFT",
  revision: 1,
  definition: { definitionVersion: "1.0", ...definition },
  creationSource: body.creation_source ?? "from-api",
  autoReplyAction: null,
  createdAt: now,
  updatedAt: null
})

const definitionOf = (body: Body): Definition => Reading.read(body.definition as unknown as Json)

/** How many names beside the derived one are looked at before the id is made part of the name. */
const suffixes = 20

const candidates = (definition: Definition): ReadonlyArray<string> => {
  const base = Naming.name(definition)
  return base === "" ? [] : [base, ...Array.from({ length: suffixes }, (_, index) => `${base}_${index + 2}`)]
}

export const CreateTemplate = Operation.make({
  name: "templates.create",
  summary: "Create a template",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Body,
  data: TemplateResource_.TemplateResource,
  status: 201,
  role: null,
  tier: "standard",
  idempotent: true,
  check: ({ body }, _caller, raw) => check(body, raw),
  simulate: ({ body }, caller, now, mint): TemplateResource => {
    const id = mint.uuid() as TemplateId
    const definition = definitionOf(body)
    const derived = Naming.name(definition)
    const name = derived === "" ? `template_${id.slice(0, 8)}` : derived
    const template = compose(body, definition, caller.account.id, id, name, now)
    return TemplateResource_.fromTemplate({ ...template, status: "DRAFT" })
  },
  use: {
    name: "templates.create",
    needs: ({ body, caller }) =>
      Needs.rows(TemplateNames, candidates(definitionOf(body)).map((name) => nameKey(caller.account.id, name))),
    decide: ({ body, caller }, facts, now, mint) => {
      const account = caller.account.id
      const id = mint.id(now) as TemplateId
      const definition = definitionOf(body)
      const free = candidates(definition).find((name) =>
        Facts.get(facts, TemplateNames, nameKey(account, name)) === null
      )
      // Version 7 ids begin with the time; the end is what tells two templates apart.
      const name = free ?? `template_${id.slice(-8)}`
      const template = compose(body, definition, account, id, name, now)
      const pending = template.status === "PENDING"
      return Result.succeed({
        answer: TemplateResource_.fromTemplate(template),
        commit: Commit.make({
          relied: free === undefined ? [] : [Facts.relied(facts, TemplateNames, nameKey(account, free))],
          puts: [
            Commit.put(Templates, template),
            Commit.put(TemplateRevisions, { template: id, revision: 1, definition: template.definition }),
            Commit.put(TemplateNames, { account, name, template: id })
          ],
          events: pending ? [TemplateEvent.make(mint.id(now) as EventId, template, null, now)] : [],
          due: pending
            ? [{ work: { kind: "review", key: `${id}/${template.revision}` }, lane: lane.review(account), at: now }]
            : []
        })
      })
    }
  }
})
