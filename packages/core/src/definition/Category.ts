/**
 * The category of a template.
 */
import * as Schema from "effect/Schema"

export const Category = Schema.Literals(["MARKETING", "UTILITY", "AUTHENTICATION"])
export type Category = typeof Category.Type
