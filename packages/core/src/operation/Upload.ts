/**
 * A form carries documents beside its fields, one part each (specification "POST /v3/channels/sms").
 */
import type { Violation } from "../catalogue/Violation.ts"
import type { Json } from "../value/Json.ts"

export interface Upload {
  /** The name of its part. */
  readonly key: string
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** The texts of a form, by the names of their parts. */
export type FormFields = ReadonlyMap<string, string>

/** Makes the body that a JSON request would have of the fields of a form. */
export type ReadForm = (fields: FormFields) => {
  readonly body: Json
  readonly violations: ReadonlyArray<Violation>
}
