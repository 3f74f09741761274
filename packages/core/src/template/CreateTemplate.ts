/**
 * POST /v3/templates (specification "Template", decisions 3.4).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Definition } from "../definition/Definition.ts"
import * as DefinitionCheck from "../definition/DefinitionCheck.ts"
import * as Naming from "../definition/Naming.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { Template } from "../row/Template.ts"
import { templateName, TemplateRevisions, Templates } from "../row/Template.ts"
import type { AccountId, TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import * as TemplateBody from "./TemplateBody.ts"
import * as TemplateChange from "./TemplateChange.ts"
import type { TemplateResource } from "./TemplateResource.ts"
import * as TemplateResource_ from "./TemplateResource.ts"
import * as TemplateState from "./TemplateState.ts"

const Body = Schema.Struct({
  category: TemplateBody.category,
  language: TemplateBody.language,
  definition: TemplateBody.definition,
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
  status: TemplateState.initial(body.submit_for_review === true ? "submit" : "create"),
  revision: 1,
  definition,
  creationSource: body.creation_source ?? "from-api",
  autoReplyAction: null,
  createdAt: now,
  updatedAt: null
})

/** How many suffixes of the derived name are tried before the id becomes part of the name. */
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
    const definition = TemplateBody.stored(body.definition)
    const derived = Naming.name(definition)
    const name = derived === "" ? `template_${id.slice(0, 8)}` : derived
    const template = compose(body, definition, caller.account.id, id, name, now)
    return TemplateResource_.fromTemplate({ ...template, status: "DRAFT" })
  },
  decides: {
    name: "templates.create",
    needs: ({ body, caller }) =>
      Needs.uniques(
        candidates(TemplateBody.stored(body.definition)).map((name) => templateName(caller.account.id, name))
      ),
    decide: ({ body, caller }, facts, now, mint) => {
      const account = caller.account.id
      const id = mint.id(now) as TemplateId
      const definition = TemplateBody.stored(body.definition)
      const free = candidates(definition).find((name) =>
        Facts.find(facts, Templates, templateName(account, name)) === null
      )
      // UUIDs of version 7 begin with the time, so their end distinguishes two templates.
      const name = free ?? `template_${id.slice(-8)}`
      const template = compose(body, definition, account, id, name, now)
      return Result.succeed({
        answer: TemplateResource_.fromTemplate(template),
        commit: Commit.make({
          puts: [
            Commit.put(Templates, template),
            Commit.put(TemplateRevisions, { template: id, revision: 1, definition: template.definition })
          ],
          ...(template.status === "PENDING" ? TemplateChange.submission(template, now, mint) : {})
        })
      })
    }
  }
})
