/**
 * What a template is for.
 */
import * as Schema from "effect/Schema"

export const Category = Schema.Literals(["MARKETING", "UTILITY", "AUTHENTICATION"])
export type Category = typeof Category.Type
