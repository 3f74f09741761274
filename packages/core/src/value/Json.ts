/**
 * JSON as data, and the one text that stands for equal values.
 */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/**
 * The canonical text: keys sorted, numbers as JavaScript prints them (so `1.0` is `1`). Two bodies with the same
 * meaning have the same text. Input is bounded in depth before it comes here.
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
