/**
 * GET /v3/templates and GET /v3/templates/{id}: the templates of the account that the request acts as.
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
import { Templates } from "../row/Template.ts"
import * as TemplateFilter from "./TemplateFilter.ts"
import { TemplatePath } from "./TemplatePath.ts"
import * as TemplateResource from "./TemplateResource.ts"

const Query = Schema.Struct({ ...Paging.Query.fields, ...TemplateFilter.fields })
type Query = typeof Query.Type

const listOf = ({ account }: Caller, query: Query): Needs.ListQuery => ({
  list: "templates",
  scope: account.id,
  ...Paging.part(query),
  where: TemplateFilter.where(query)
})

export const ListTemplates = Operation.make({
  ...Reading.operation,
  name: "templates.list",
  summary: "List the templates, the newest first",
  description: "Lists the templates. Filters narrow the list.",
  path: Schema.Struct({}),
  query: Query,
  data: Schema.Struct({
    templates: Schema.Array(TemplateResource.TemplateResource),
    pagination: Paging.Pagination
  }),
  decides: {
    name: "templates.list",
    needs: ({ caller, query }) => Needs.list(listOf(caller, query)),
    decide: ({ caller, query }, { facts }) => {
      const { rows, total } = Facts.page(facts, listOf(caller, query))
      return Reading.answer({
        templates: rows.flatMap((row) => row.kind === "template" ? [TemplateResource.fromTemplate(row.value)] : []),
        pagination: Paging.pagination(query, total)
      })
    }
  }
})

export const GetTemplate = Operation.make({
  ...Reading.operation,
  name: "templates.get",
  refuses: ["RESOURCE_002"],
  summary: "Read a template",
  description: "Answers a template with its definition and the outcome of its review.",
  path: TemplatePath,
  data: TemplateResource.TemplateResource,
  decides: {
    name: "templates.get",
    needs: ({ path }) => Needs.row(Templates, path.id),
    decide: ({ caller, path }, { facts }) => {
      const template = Facts.get(facts, Templates, path.id)
      return template === null || template.account !== caller.account.id
        ? Result.fail(Refused.refused("RESOURCE_002"))
        : Reading.answer(TemplateResource.fromTemplate(template))
    }
  }
})
