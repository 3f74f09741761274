/**
 * One flaw of a definition: its path, a stable reason, and what would be right.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Pattern from "./Pattern.ts"

/** The kinds of flaws. Programs may branch on them; the sentences may change. */
export type Reason =
  | "missing"
  | "wrong_type"
  | "unknown_value"
  | "blank"
  | "too_long"
  | "too_many"
  | "out_of_range"
  | "half_character"
  | "newline"
  | "emoji"
  | "markup"
  | "not_a_url"
  | "body_strategy"
  | "placeholder_form"
  | "placeholder_type"
  | "placeholder_not_declared"
  | "placeholder_not_allowed"
  | "variable_count"
  | "variable_id"
  | "variable_name_taken"
  | "variable_not_used"
  | "variable_differs"
  | "pattern"
  | "mms_empty"
  | "media_count"
  | "media_url"
  | "header_media"
  | "button_count"
  | "button_id_taken"
  | "button_url"
  | "phone_number"
  | "country_code"
  | "authentication_only"
  | "authentication_header"
  | "authentication_variable"
  | "authentication_link"
  | "authentication_emoji"

export interface Flaw extends Violation {
  readonly reason: Reason
}

/** Collects the flaws that a check of one definition finds, and what the whole definition may have only so much of. */
export interface Findings {
  /** The first hundred flaws; nobody reads thousands of them. One more entry stands for the others. */
  readonly flaws: () => ReadonlyArray<Flaw>
  readonly add: (field: string, reason: Reason, message: string) => void
  /** Counts variables. Returns whether the definition may have them. */
  readonly takeVariables: (count: number) => boolean
  readonly patterns: Pattern.Allowance
}

export const findings = (patterns: Pattern.Allowance = Pattern.allowance()): Findings => {
  const flaws: Array<Flaw> = []
  let more = 0
  let variables = 0
  const flaw = (field: string, reason: Reason, message: string): Flaw => ({
    field,
    code: "VALIDATION_001",
    reason,
    message
  })
  return {
    flaws: () => more === 0 ? flaws : [...flaws, { ...flaw("definition", "too_many", "has more flaws"), more }],
    add: (field, reason, message) => {
      if (flaws.length < Limit.violations) flaws.push(flaw(field, reason, message))
      else more++
    },
    takeVariables: (count) => {
      variables += count
      return variables <= Limit.definitionArrays.allVariables
    },
    patterns
  }
}
