/**
 * JSON as data, and its canonical text.
 */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/**
 * Returns the canonical text: keys are sorted, numbers are written as JavaScript prints them (so `1.0` is `1`). Two
 * bodies with the same meaning have the same text. The caller must bound the depth of its input.
 */
export const canonical = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (value !== null && typeof value === "object") {
    const object = value as JsonObject
    return `{${
      Object.keys(object).toSorted().map((key) => `${JSON.stringify(key)}:${canonical(object[key]!)}`).join(",")
    }}`
  }
  return JSON.stringify(value)
}
