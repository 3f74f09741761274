/**
 * The fields that every body about a profile shares.
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Field from "../operation/Field.ts"
import * as ShortName from "../value/ShortName.ts"

export const name = Field.nonBlank(Limit.profileNameLength)

export const shortName = Field.text(ShortName.is, { message: ShortName.rule })

export const description = Field.upTo(Limit.profileDescriptionLength)

export const sandbox = Field.optional(Schema.Boolean)
