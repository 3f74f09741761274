/**
 * POST /v3/templates/preview: previews a definition that is not saved (decisions 15.2).
 */
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import * as DefinitionCheck from "../definition/DefinitionCheck.ts"
import * as Naming from "../definition/Naming.ts"
import type * as Price from "../dispatch/Price.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import * as TemplateBody from "../template/TemplateBody.ts"
import * as Preview from "./Preview.ts"
import * as PreviewBody from "./PreviewBody.ts"
import * as PreviewResource from "./PreviewResource.ts"

/** Flaws within it are part of the answer; there is nothing to preview of anything else. */
const definition = TemplateBody.definition.check(
  Schema.makeFilter((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    message: "must be an object",
    toJsonSchema: () => ({ type: "object" })
  })
)

const Body = Schema.Struct({
  definition,
  category: TemplateBody.category,
  language: TemplateBody.language,
  ...PreviewBody.fields
})
type Body = typeof Body.Type

/** Returns what a template of this definition would be refused for. */
const flawsOf = ({ category, definition }: Body): ReadonlyArray<Violation> => [
  ...DefinitionCheck.check(definition, category ?? null),
  ...TemplateBody.sizeFlaws(TemplateBody.stored(definition))
]

export const PreviewDefinition: Operation.Operation<
  object,
  object,
  Body,
  Price.Terms,
  PreviewResource.PreviewResource,
  "templates.preview_definition"
> = Operation.consulting({
  ...Reading.operation,
  name: "templates.preview_definition",
  beyond: true,
  summary: "Preview a definition that is not saved",
  description:
    "Previews a definition as `POST /v3/templates/{id}/preview` does a template. What a template of it would be refused for is part of the answer: such a definition is shown on no channel. Nothing is stored or told, so the sandbox answers alike.",
  path: Schema.Struct({}),
  body: Body,
  data: PreviewResource.PreviewResource,
  consult: () => PreviewBody.terms,
  decides: {
    name: "templates.preview_definition",
    needs: ({ caller }) => PreviewBody.needs(caller),
    decide: (command, { facts }) => {
      const { body } = command
      const definition = TemplateBody.stored(body.definition)
      const flaws = flawsOf(body)
      const language = body.language ?? Naming.language(definition)
      const subject = PreviewBody.subject({ definition, language, approval: null }, command, facts)
      return Reading.answer({
        template_id: null,
        revision: null,
        category: body.category ?? Naming.category(definition),
        language,
        flaws: flaws.map(PreviewResource.flaw),
        channels: flaws.length === 0 ? Preview.of(subject).map(PreviewResource.channel) : []
      })
    }
  }
})
