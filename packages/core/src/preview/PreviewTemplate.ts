/**
 * POST /v3/templates/{id}/preview: previews a template, or an earlier revision of it (decisions 15.2).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type * as Price from "../dispatch/Price.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import type { Template, TemplateRevision } from "../row/Template.ts"
import { revisionKey, revisionOf, TemplateRevisions, Templates } from "../row/Template.ts"
import * as Approval from "../template/Approval.ts"
import { TemplatePath } from "../template/TemplatePath.ts"
import * as Preview from "./Preview.ts"
import * as PreviewBody from "./PreviewBody.ts"
import * as PreviewResource from "./PreviewResource.ts"

const Body = Schema.Struct({
  revision: Field.optional(Field.integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  ...PreviewBody.fields
})
type Body = typeof Body.Type

const isOwn = (template: Template | null | undefined, { account }: Caller): template is Template =>
  template?.account === account.id

/** Returns the number of the revision that must be loaded; null when the template itself has it. */
const earlier = (template: Template, { revision }: Body): number | null =>
  revision === undefined || revision === null || revision === template.revision ? null : revision

const find = (template: Template, body: Body, facts: Facts.Facts): TemplateRevision | null => {
  const number = earlier(template, body)
  return number === null ? revisionOf(template) : Facts.get(facts, TemplateRevisions, revisionKey(template.id, number))
}

export const PreviewTemplate: Operation.Operation<
  TemplatePath,
  object,
  Body,
  Price.Terms,
  PreviewResource.PreviewResource,
  "templates.preview"
> = Operation.consulting({
  ...Reading.operation,
  name: "templates.preview",
  refuses: ["RESOURCE_002"],
  beyond: true,
  summary: "Preview a template",
  description:
    "Shows what recipients would see of a template with these values on each channel, how many segments an SMS has and which characters make it longer, what it costs for each destination, and what is wrong with the values. Nothing is sent, stored or told, so the sandbox answers alike.",
  path: TemplatePath,
  body: Body,
  data: PreviewResource.PreviewResource,
  consult: () => PreviewBody.terms,
  decides: {
    name: "templates.preview",
    needs: ({ body, caller, path }, facts) => {
      const template = Facts.peek(facts, Templates, path.id)
      const number = isOwn(template, caller) ? earlier(template, body) : null
      return Needs.all(
        Needs.row(Templates, path.id),
        PreviewBody.needs(caller),
        number === null ? Needs.none : Needs.row(TemplateRevisions, revisionKey(path.id, number))
      )
    },
    decide: (command, { facts }) => {
      const { body, caller, path } = command
      const template = Facts.get(facts, Templates, path.id)
      if (!isOwn(template, caller)) return Result.fail(Refused.refused("RESOURCE_002"))
      const kept = find(template, body, facts)
      if (kept === null) {
        const message = `The template has no revision ${body.revision ?? template.revision}`
        return Result.fail(new Refused.Refused({ code: "RESOURCE_002", message }))
      }
      const { category = template.category, definition, language, revision } = kept
      const approval = Approval.of(template, kept, revision)
      const subject = PreviewBody.subject({ definition, language, approval }, command, facts)
      return Reading.answer({
        template_id: template.id,
        revision,
        category,
        language,
        flaws: [],
        channels: Preview.of(subject).map(PreviewResource.channel)
      })
    }
  }
})
