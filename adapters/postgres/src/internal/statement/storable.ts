/**
 * PostgreSQL can hold as text everything but U+0000 and halves of surrogate pairs.
 */
export const isStorableText = (text: string): boolean => !text.includes("\0") && !/\p{Surrogate}/u.test(text)

/** JSON that PostgreSQL cannot turn into text: an escaped U+0000, or an escape that is half a surrogate pair. */
const unstorableEscape = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Nearly no text has an escape of this form at all, so one look is enough. */
const hasDoubtfulEscape = (json: string): boolean =>
  json.includes("\\u") && (json.includes("\\u0000") || json.includes("\\ud"))

/**
 * Returns whether the server can take parameter number `index` of a statement, beginning with 0. JSON text within JSON
 * holds anything, because it is escaped once more.
 */
export const isStorable = (statement: string, param: unknown, index: number): boolean => {
  if (typeof param !== "string") return true
  const isJson = param.startsWith("[") && statement.includes(`$${index + 1}::text::json`)
  if (!isJson) return isStorableText(param)
  return !hasDoubtfulEscape(param) || !unstorableEscape.test(param)
}
