/**
 * Contacts are found by pieces of their searchable text, without looking through all that an account has. The index holds
 * only every third text of three characters, which costs a new contact little; so a searched text, which may begin
 * anywhere between them, is cut up in three ways. The server's own extension for this may be missing, and would mix the
 * contacts of all accounts: here each piece begins with the end of its account's id.
 */
import type { ListQuery } from "@signalbox/core/ListQuery"

const length = 3

/** The shortest text that holds a whole piece wherever it begins. */
const shortest = 2 * length - 1

/** How many characters of an account's id tell it from others well enough: who looks up a contact asks for its list, too. */
const tail = 6

/** The array that the index of contacts holds of a row. A query must write it exactly so. */
export const indexed = String
  .raw`string_to_array(regexp_replace(sought, '(...)', right(scope1, ${tail}) || '\1,', 'g'), ',')`

/**
 * Which rows the index holds. The searchable text of a contact stands in a column of its own, since an index on that of
 * all rows would have each delivery that ends write all its entries anew.
 */
export const isIndexed = "sought is not null"

/**
 * Returns the pieces of a searched text, for each way to cut it up, as the texts of arrays: a contact has all pieces of
 * one of them. Null: the text is too short, or no index holds the list.
 */
export const sought = ({ list, scope }: ListQuery, search: string): ReadonlyArray<string> | null => {
  const letters = [...search]
  if (list !== "contacts" || letters.length < shortest) return null
  return Array.from({ length }, (_, first) => {
    const pieces: Array<string> = []
    for (let from = first; from + length <= letters.length; from += length) {
      pieces.push(`"${scope.slice(-tail)}${letters.slice(from, from + length).join("")}"`)
    }
    return `{${pieces.join(",")}}`
  })
}
