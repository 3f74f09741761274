/**
 * The form of POST /v3/channels/sms: its fields, in snake_case or camelCase, as the body that a JSON request would have
 * (decisions 5.7).
 */
import type { FormFields, ReadForm } from "../operation/Upload.ts"
import type { Json } from "../value/Json.ts"

/** The fields of a form that are texts, by both of their names. */
const texts = {
  country: "country",
  number_type: "number_type",
  numberType: "number_type",
  sender_value: "sender_value",
  senderValue: "sender_value"
} as const

/** The fields that hold JSON, by both of their names. */
const parsed = {
  area_codes: "area_codes",
  areaCodes: "area_codes",
  compliance: "compliance",
  sandbox: "sandbox"
} as const

const parse = (text: string): { readonly json: Json } | null => {
  try {
    return { json: JSON.parse(text) as Json }
  } catch {
    return null
  }
}

const entries = (fields: FormFields, names: Readonly<Record<string, string>>) =>
  Object.entries(names).flatMap(([name, key]) => {
    const text = fields.get(name)
    return text === undefined ? [] : [[key, text] as const]
  })

export const read: ReadForm = (fields) => {
  const values = entries(fields, parsed).map(([key, text]) => [key, parse(text)] as const)
  return {
    body: Object.fromEntries([
      ...entries(fields, texts),
      ...values.flatMap(([key, value]) => value === null ? [] : [[key, value.json] as const])
    ]),
    violations: values.flatMap(([field, value]) =>
      value === null ? [{ field, code: "VALIDATION_001" as const, message: "must be JSON" }] : []
    )
  }
}
