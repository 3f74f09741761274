/**
 * Purposes as the seed writes them, with the names of the other fields of its file.
 */
import { Category } from "@signalbox/core/Category"
import type { Purpose } from "@signalbox/core/Purpose"
import * as Terms from "@signalbox/core/Terms"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey

const SeedPurpose = Schema.Struct({
  name: Schema.String,
  categories: optional(Schema.Array(Category)),
  requires_opt_in: optional(Schema.Boolean),
  opt_out_keyword: optional(Schema.String),
  opt_in_keyword: optional(Schema.String),
  opt_out_reply: optional(Schema.String),
  opt_in_reply: optional(Schema.String)
})

const purposeOf = (seed: typeof SeedPurpose.Type): Purpose => ({
  name: seed.name,
  ...(seed.categories === undefined ? {} : { categories: seed.categories }),
  ...(seed.requires_opt_in === undefined ? {} : { requiresOptIn: seed.requires_opt_in }),
  ...(seed.opt_out_keyword === undefined ? {} : { optOutKeyword: seed.opt_out_keyword }),
  ...(seed.opt_in_keyword === undefined ? {} : { optInKeyword: seed.opt_in_keyword }),
  ...(seed.opt_out_reply === undefined ? {} : { optOutReply: seed.opt_out_reply }),
  ...(seed.opt_in_reply === undefined ? {} : { optInReply: seed.opt_in_reply })
})

/** Returns the purposes of an account. */
export const purposes = (seeds: ReadonlyArray<typeof SeedPurpose.Type>): ReadonlyArray<Purpose> => seeds.map(purposeOf)

export const SeedPurposes = Schema.Array(SeedPurpose).check(
  Schema.makeFilter(
    (seeds: ReadonlyArray<typeof SeedPurpose.Type>) =>
      Result.isSuccess(Schema.decodeUnknownResult(Terms.Purposes)(purposes(seeds))),
    { message: "must be at most 20, with names and keywords that differ and that no account has" }
  )
)
