/**
 * DELETE /v3/templates/{id}: deletes the template and frees its name. Its revisions stay, so that messages sent from it
 * can still be read; messages that still wait to be sent from it become BLOCKED (decisions 3.4).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import { ref } from "../row/Kind.ts"
import { Templates } from "../row/Template.ts"
import * as ReviewWork from "./ReviewWork.ts"
import * as TemplateBody from "./TemplateBody.ts"
import { TemplatePath } from "./TemplatePath.ts"
import * as Translation from "./Translation.ts"

export const DeleteTemplate = Operation.make({
  name: "templates.delete",
  summary: "Delete a template; the messages sent from it are kept",
  description: "Deletes a template. Messages that are held and still need it end BLOCKED.",
  path: TemplatePath,
  query: Schema.Struct({}),
  body: Schema.Struct({
    /** Accepted without effect: the service keeps templates nowhere else. */
    delete_from_meta: Field.optional(Schema.Boolean),
    sandbox: TemplateBody.sandbox
  }),
  data: Schema.Null,
  status: 204,
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: false,
  refuses: ["RESOURCE_002"],
  check: () => [],
  simulate: () => null,
  decides: {
    name: "templates.delete",
    needs: ({ path }, facts) =>
      Needs.all(Needs.row(Templates, path.id), Translation.needs(Facts.peek(facts, Templates, path.id))),
    decide: ({ caller, path }, { facts }) => {
      const template = Facts.get(facts, Templates, path.id)
      if (template === null || template.account !== caller.account.id) {
        return Result.fail(Refused.refused("RESOURCE_002"))
      }
      if (template.autoReplyAction !== null) {
        return Result.fail(Refused.refused("VALIDATION_001", {
          id: ["is the template of an automatic reply, which cannot be deleted"]
        }))
      }
      if (template.translations !== undefined) return Result.fail(Translation.isNeeded)
      return done(null, {
        expects: [Facts.expected(facts, Templates, template.id)],
        deletes: [ref(Templates, template.id)],
        cancels: template.status === "PENDING"
          ? [ReviewWork.ref(template)]
          : []
      }, Translation.left(template, facts))
    }
  }
})
