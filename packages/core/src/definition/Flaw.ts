/**
 * One flaw of a definition: its path, a stable reason, and what would be right.
 */
import type { Violation } from "../catalogue/Violation.ts"

/** The kinds of flaws. Programs may branch on them; the sentences may change. */
export type Reason =
  | "missing"
  | "wrong_type"
  | "unknown_value"
  | "blank"
  | "too_long"
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

/** Later flaws are dropped: nobody reads thousands of them. */
const most = 100

/** Collects the flaws that a check finds. */
export interface Findings {
  readonly flaws: ReadonlyArray<Flaw>
  readonly add: (field: string, reason: Reason, message: string) => void
}

export const findings = (): Findings => {
  const flaws: Array<Flaw> = []
  return {
    flaws,
    add: (field, reason, message) => {
      if (flaws.length < most) flaws.push({ field, code: "VALIDATION_001", reason, message })
    }
  }
}
