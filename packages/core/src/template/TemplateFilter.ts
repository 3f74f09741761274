/**
 * The filters of the list of templates (decisions 3.4).
 */
import * as Schema from "effect/Schema"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import * as Limit from "../catalogue/Limit.ts"
import type * as ListQuery from "../commit/ListQuery.ts"
import { Category } from "../definition/Category.ts"
import * as Field from "../operation/Field.ts"
import { TemplateStatus } from "../row/Template.ts"

/** Clients send an empty text for a filter that they do not use. */
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
  /** Accepted because clients send it; it has no effect. */
  is_welcome_playground: Schema.optionalKey(Schema.String)
}

const Filter = Schema.Struct(fields)
export type Filter = typeof Filter.Type

type Where = ListQuery.Where["templates"]

/** The filter of the list. */
export const where = ({ category, search, status }: Filter): Where => ({
  ...(search === undefined ? {} : { search }),
  ...(status === undefined || status === "" ? {} : { status }),
  ...(category === undefined || category === "" ? {} : { category })
})
