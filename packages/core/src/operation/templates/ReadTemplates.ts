/**
 * GET /v3/templates and GET /v3/templates/{id}: the templates of the account that the request acts as.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../../commit/Commit.ts"
import * as Facts from "../../commit/Facts.ts"
import * as Needs from "../../commit/Needs.ts"
import * as Refused from "../../commit/Refused.ts"
import * as TemplateResource from "../../review/TemplateResource.ts"
import { Templates } from "../../row/Template.ts"
import type { Caller } from "../Caller.ts"
import * as Operation from "../Operation.ts"
import * as Paging from "../Paging.ts"
import * as TemplateFilter from "./TemplateFilter.ts"
import { TemplatePath } from "./TemplatePath.ts"

const reading = {
  body: Schema.Struct({}),
  status: 200,
  role: null,
  tier: "standard",
  idempotent: false,
  check: () => [],
  simulate: null
} as const

const Query = Schema.Struct({ ...Paging.Query.fields, ...TemplateFilter.fields })
type Query = typeof Query.Type

const listOf = ({ account }: Caller, query: Query): Needs.ListQuery => ({
  list: "templates",
  scope: account.id,
  ...Paging.part(query),
  where: TemplateFilter.where(query)
})

export const ListTemplates = Operation.make({
  ...reading,
  name: "templates.list",
  summary: "List the templates, the newest first",
  path: Schema.Struct({}),
  query: Query,
  data: Schema.Struct({
    templates: Schema.Array(TemplateResource.TemplateResource),
    pagination: Paging.Pagination
  }),
  use: {
    name: "templates.list",
    needs: ({ caller, query }) => Needs.list(listOf(caller, query)),
    decide: ({ caller, query }, facts) => {
      const { rows, total } = Facts.page(facts, listOf(caller, query))
      return Result.succeed({
        commit: Commit.empty,
        answer: {
          templates: rows.flatMap((row) => row.kind === "template" ? [TemplateResource.fromTemplate(row.value)] : []),
          pagination: Paging.pagination(query, total)
        }
      })
    }
  }
})

export const GetTemplate = Operation.make({
  ...reading,
  name: "templates.get",
  refuses: ["RESOURCE_002"],
  summary: "Read a template",
  path: TemplatePath,
  query: Schema.Struct({}),
  data: TemplateResource.TemplateResource,
  use: {
    name: "templates.get",
    needs: ({ path }) => Needs.row(Templates, path.id),
    decide: ({ caller, path }, facts) => {
      const template = Facts.get(facts, Templates, path.id)
      return template === null || template.account !== caller.account.id
        ? Result.fail(Refused.refused("RESOURCE_002"))
        : Result.succeed({ commit: Commit.empty, answer: TemplateResource.fromTemplate(template) })
    }
  }
})
