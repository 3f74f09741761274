/**
 * One thing that is wrong with one field of a request.
 */
import type { ViolationCode } from "./ErrorCode.ts"

export interface Violation {
  /** The property in snake_case, nested with dots and indexes: `template.id`, `to[2]`. */
  readonly field: string
  readonly code: ViolationCode
  /** Says what a valid value looks like. */
  readonly message: string
  /** Set when this one stands for so many violations that a check has found beyond those that it names. */
  readonly more?: number
}
