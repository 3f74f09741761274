/**
 * How operators write by which words recipients consent, and to what: keywords and purposes.
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as ConsentKeyword from "../consent/ConsentKeyword.ts"
import { Category } from "../definition/Category.ts"
import type { Keyword as KeptKeyword } from "../row/Account.ts"
import type { Purpose as KeptPurpose } from "../row/Purpose.ts"
import { PurposeConsent } from "../row/Purpose.ts"
import { check } from "./TermCheck.ts"

const optional = Schema.optionalKey

const isFree = (keyword: string): boolean =>
  ConsentKeyword.canBeHeard(keyword) && ConsentKeyword.hear(keyword, []) === null

export const Keyword = Schema.Struct({
  keyword: Schema.String.check(check(isFree, "must not be blank, too long, or a word that every account has")),
  action: Schema.Literals(["OPT_OUT", "OPT_IN", "HELP"]),
  reply: optional(Schema.NullOr(Schema.String))
})

export const Keywords = Schema.Array(Keyword).check(
  check(
    (each: ReadonlyArray<{ readonly keyword: string }>) =>
      each.length <= Limit.keywords &&
      each.every(({ keyword }, index) =>
        each.slice(0, index).every((other) => !ConsentKeyword.isSame(other.keyword, keyword))
      ),
    `must be ${Limit.keywords} keywords at most, and each another one`
  )
)

export const keyword = ({ action, keyword: word, reply = null }: typeof Keyword.Type): KeptKeyword => ({
  keyword: word.trim(),
  action,
  reply
})

const word = Schema.String.check(
  check(
    (text: string) => isFree(text) && text.length <= Limit.purposeNameLength,
    "must not be blank, too long, or a word that every account has"
  )
)

const reply = Schema.String.check(
  check(
    (text: string) => text.trim() !== "" && text.length <= Limit.purposeReplyLength,
    `must not be blank and must have at most ${Limit.purposeReplyLength} characters`
  )
)

const Purpose = Schema.Struct({
  name: Schema.String.check(
    check(
      (text: string) => text.length <= Limit.purposeNameLength && /^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(text),
      `must be letters, digits, "_", "." and "-", ${Limit.purposeNameLength} at most: "newsletter"`
    )
  ),
  categories: optional(
    Schema.Array(Category).check(
      check((each: ReadonlyArray<Category>) => new Set(each).size === each.length, "must name each category once")
    )
  ),
  requiresOptIn: optional(Schema.Boolean),
  optOutKeyword: optional(word),
  optInKeyword: optional(word),
  optOutReply: optional(reply),
  optInReply: optional(reply)
})

const areDifferent = (texts: ReadonlyArray<string>): boolean =>
  texts.every((text, index) => !texts.slice(0, index).some((other) => ConsentKeyword.isSame(other, text)))

export const Purposes = Schema.Array(Purpose).check(
  check(
    (each: ReadonlyArray<KeptPurpose>) => each.length <= Limit.purposes,
    `must be ${Limit.purposes} purposes at most`
  ),
  check(
    (each: ReadonlyArray<KeptPurpose>) => new Set(each.map(({ name }) => name)).size === each.length,
    "must have another name each"
  ),
  check(
    (each: ReadonlyArray<KeptPurpose>) =>
      areDifferent(
        each.flatMap(({ optInKeyword, optOutKeyword }) =>
          [optOutKeyword, optInKeyword].filter((text) => text !== undefined)
        )
      ),
    "must have another keyword each"
  )
)

export const Preferences = Schema.Record(Schema.String, Schema.NullOr(PurposeConsent)).check(
  check(
    (each: object) => Object.keys(each).length <= Limit.purposes,
    `must have ${Limit.purposes} purposes at most`
  )
)
