/**
 * The form of POST /v3/sender-profiles: the part `profile` holds the whole body as JSON (decisions 5.6).
 */
import type { ReadForm } from "../operation/Upload.ts"
import type { Json } from "../value/Json.ts"

const parse = (text: string): { readonly json: Json } | null => {
  try {
    return { json: JSON.parse(text) as Json }
  } catch {
    return null
  }
}

export const read: ReadForm = (fields) => {
  const text = fields.get("profile")
  const parsed = text === undefined ? null : parse(text)
  return {
    body: parsed === null ? {} : parsed.json,
    violations: parsed === null
      ? [{ field: "profile", code: "VALIDATION_001", message: text === undefined ? "is required" : "must be JSON" }]
      : []
  }
}
