/**
 * GET /v3/templates/{id}/revisions: the revisions of a template, the newest first (decisions 15.1). They are numbered
 * from 1 without a gap and never go, so a page is a range of numbers.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as Reading from "../operation/Reading.ts"
import type { Template } from "../row/Template.ts"
import { revisionKey, TemplateRevisions, Templates } from "../row/Template.ts"
import * as RevisionResource from "./RevisionResource.ts"
import { TemplatePath } from "./TemplatePath.ts"

/** Returns the numbers of the revisions on a page. */
export const numbers = (revision: number, query: Paging.Query): ReadonlyArray<number> => {
  const { limit, offset } = Paging.part(query)
  // Behind the last page the length is less than nothing, which is the same as none.
  return Array.from({ length: Math.min(limit, revision - offset) }, (_, index) => revision - offset - index)
}

const keys = ({ id, revision }: Template, query: Paging.Query): ReadonlyArray<string> =>
  numbers(revision, query).map((number) => revisionKey(id, number))

const isOwn = (template: Template | null | undefined, { account }: Caller): template is Template =>
  template?.account === account.id

export const ListRevisions = Operation.make({
  ...Reading.operation,
  name: "templates.revisions",
  refuses: ["RESOURCE_002"],
  beyond: true,
  summary: "List the revisions of a template, the newest first",
  description:
    "Each change of the definition, the category or the language makes a revision, which never changes again. A message belongs to the revision under which it was accepted. The list tells what each one says, and how far its review has come on each channel.",
  path: TemplatePath,
  query: Paging.Query,
  data: Schema.Struct({
    revisions: Schema.Array(RevisionResource.RevisionResource),
    pagination: Paging.Pagination
  }),
  decides: {
    name: "templates.revisions",
    needs: ({ caller, path, query }, facts) => {
      const template = Facts.peek(facts, Templates, path.id)
      return Needs.all(
        Needs.row(Templates, path.id),
        isOwn(template, caller) ? Needs.rows(TemplateRevisions, keys(template, query)) : Needs.none
      )
    },
    decide: ({ caller, path, query }, { facts }) => {
      const template = Facts.get(facts, Templates, path.id)
      if (!isOwn(template, caller)) return Result.fail(Refused.refused("RESOURCE_002"))
      const kept = keys(template, query).map((key) => Facts.get(facts, TemplateRevisions, key))
      return Reading.answer({
        revisions: kept.flatMap((each) => each === null ? [] : [RevisionResource.fromRevision(template, each)]),
        pagination: Paging.pagination(query, template.revision)
      })
    }
  }
})
