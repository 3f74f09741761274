/**
 * GET /v2/templates and GET /v2/templates/{id} (decisions part 10).
 */
import * as Schema from "effect/Schema"
import { Category } from "../definition/Category.ts"
import { Definition } from "../definition/Definition.ts"
import * as Operation from "../operation/Operation.ts"
import { TemplateStatus } from "../row/Template.ts"
import { GetTemplate, ListTemplates } from "../template/ReadTemplates.ts"
import * as TemplateFilter from "../template/TemplateFilter.ts"
import { TemplatePath } from "../template/TemplatePath.ts"
import type { TemplateResource } from "../template/TemplateResource.ts"
import * as LegacyPaging from "./LegacyPaging.ts"
import * as Translation from "./Translation.ts"

const LegacyTemplate = Schema.Struct({
  id: Schema.String,
  displayName: Schema.String,
  category: Category,
  language: Schema.String,
  definition: Definition,
  status: TemplateStatus,
  createdAt: Schema.String,
  updatedAt: Schema.NullOr(Schema.String),
  whatsappTemplateId: Schema.NullOr(Schema.String),
  whatsappTemplateName: Schema.NullOr(Schema.String)
})

/** Nobody has assigned an id on WhatsApp; what is approved there goes by the template's own name. */
const show = (template: TemplateResource): typeof LegacyTemplate.Type => ({
  id: template.id,
  displayName: template.name,
  category: template.category,
  language: template.language,
  definition: template.definition,
  status: template.status,
  createdAt: template.created_at,
  updatedAt: template.updated_at,
  whatsappTemplateId: null,
  whatsappTemplateName: template.channels.includes("whatsapp") ? template.name : null
})

const { category, search, status } = TemplateFilter.fields

const Query = Schema.Struct({ ...LegacyPaging.Query.fields, category, search, status })

export const ListLegacyTemplates = Operation.make({
  ...Translation.reading,
  name: "v2.templates.list",
  summary: "List the templates, the newest first",
  description: "Lists the templates in the form of v2. Pages are counted from 0.",
  path: Schema.Struct({}),
  query: Query,
  body: Schema.Struct({}),
  data: LegacyPaging.page(LegacyTemplate),
  decides: Translation.make({
    name: "v2.templates.list",
    to: ListTemplates.decides,
    command: (asked: Operation.Command<object, typeof Query.Type, object, void>) => {
      const { page: _, pageSize: __, ...filters } = asked.query
      return { ...asked, query: { ...filters, ...LegacyPaging.toQuery(asked.query) } }
    },
    show: ({ pagination, templates }) => LegacyPaging.show(templates.map(show), pagination)
  })
})

export const GetLegacyTemplate = Operation.make({
  ...Translation.reading,
  name: "v2.templates.get",
  summary: "Read a template",
  description: "Answers a template in the form of v2.",
  path: TemplatePath,
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  data: LegacyTemplate,
  decides: Translation.make({
    name: "v2.templates.get",
    to: GetTemplate.decides,
    command: (asked: Operation.Command<TemplatePath, object, object, void>) => asked,
    show
  })
})
