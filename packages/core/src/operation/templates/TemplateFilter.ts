/**
 * What a list of templates can be narrowed down to (decisions 3.4).
 */
import * as Schema from "effect/Schema"
import type { ViolationCode } from "../../catalogue/ErrorCode.ts"
import * as Limit from "../../catalogue/Limit.ts"
import type { Template } from "../../row/Template.ts"
import { TemplateStatus } from "../../row/Template.ts"
import { Category } from "../../template/Category.ts"
import * as Definition from "../../template/Definition.ts"
import * as Field from "../Field.ts"

/** Clients write a filter that is null as an empty text: neither narrows anything down. */
const choice = <const Values extends ReadonlyArray<string>>(values: Values) =>
  Schema.optionalKey(
    Schema.Literals(["", ...values]).annotate({
      message: `must be one of: ${values.join(", ")}`,
      violation: "VALIDATION_006" satisfies ViolationCode
    })
  )

export const fields = {
  search: Schema.optionalKey(Field.upTo(Limit.templateSearchLength)),
  status: choice(TemplateStatus.literals),
  category: choice(Category.literals),
  /** Taken from clients that send it, and without meaning here. */
  is_welcome_playground: Schema.optionalKey(Schema.String)
}

const Filter = Schema.Struct(fields)
export type Filter = typeof Filter.Type

const given = (value: string | undefined): value is string => value !== undefined && value !== ""

export const isEmpty = ({ category, search, status }: Filter): boolean => ![category, search, status].some(given)

const texts = (template: Template): ReadonlyArray<string> => [
  template.name,
  ...Definition.contents(template.definition).map((content) => content.template ?? "")
]

/** Whether a template has all that the filter asks for. */
export const matches = ({ category, search, status }: Filter): (template: Template) => boolean => {
  const sought = given(search) ? search.toLowerCase() : ""
  return (template) =>
    (!given(status) || template.status === status) &&
    (!given(category) || template.category === category) &&
    (sought === "" || texts(template).some((text) => text.toLowerCase().includes(sought)))
}
