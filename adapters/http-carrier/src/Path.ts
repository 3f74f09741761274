/**
 * Places in the JSON that a provider sends, such as `data.payload.to.0.status`. Pure.
 */

const isIndexable = (value: unknown): value is object => typeof value === "object" && value !== null

const along = (json: unknown, names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>(
    (found, name) => isIndexable(found) && Object.hasOwn(found, name) ? Reflect.get(found, name) : undefined,
    json
  )

/** Returns what stands at a place; undefined where there is nothing. The empty path is the whole. */
export const value = (json: unknown, path: string): unknown => path === "" ? json : along(json, path.split("."))

/** Returns a text or a number as a text, or null for anything else and for an empty text. */
export const text = (json: unknown, path: string | undefined): string | null => {
  const found = path === undefined ? undefined : value(json, path)
  if (typeof found === "number" && Number.isFinite(found)) return String(found)
  return typeof found === "string" && found !== "" ? found : null
}

/** Returns a number, also one that is written as a text, or null. */
export const number = (json: unknown, path: string | undefined): number | null => {
  const found = text(json, path)
  return found !== null && found.trim() !== "" && Number.isFinite(Number(found)) ? Number(found) : null
}

/** Returns the list at a place; a single value is a list of one, and nothing is none. */
export const list = (json: unknown, path: string): ReadonlyArray<unknown> => {
  const found = value(json, path)
  if (found === undefined || found === null) return []
  return Array.isArray(found) ? found : [found]
}
