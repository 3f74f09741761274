/**
 * Contacts are found by pieces of their searchable text, without looking through all that an account has. The index holds
 * only every third text of three characters, which costs a new contact little; so a searched text, which may begin
 * anywhere between them, is cut up in three ways. The server's own extension for this may be missing, and would mix the
 * contacts of all accounts: here each piece begins with the end of its account's id.
 */
import type { ListQuery } from "@signalbox/core/ListQuery"

const length = 3

/** The shortest text that holds a whole piece wherever it begins, and the shortest that is looked up at all. */
const shortest = { whole: 2 * length - 1, any: length + 1 }

/** The characters that the forms of numbers have, which a piece may hold beside those of a shorter text. */
export const characters: ReadonlyArray<string> = [..."0123456789tel\u001f"]

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

/** A contact has all of these pieces, or any of them. */
export interface Pieces {
  readonly operator: "@>" | "&&"
  /** The text of their array. */
  readonly array: string
}

const quoted = (piece: string): string => `"${piece}"`

/**
 * The ways to find a text that is one character longer than a piece. It holds a whole piece, or two characters of each of
 * two, whose third ones are then tried out. What is left behind the last piece stands in the index without the account.
 */
const short = (account: string, letters: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<Pieces>> => {
  const [first, last] = [letters.slice(0, 2).join(""), letters.slice(2).join("")]
  const anyOf = (pieces: ReadonlyArray<string>): Pieces => ({
    operator: "&&",
    array: `{${pieces.map(quoted).join(",")}}`
  })
  const whole = [letters.slice(0, length), letters.slice(-length)].map((piece) => account + piece.join(""))
  return [
    [anyOf(whole)],
    [
      anyOf(characters.map((before) => account + before + first)),
      anyOf([last, ...characters.map((after) => account + last + after)])
    ]
  ]
}

/**
 * Returns the pieces of a searched text, for each way to cut it up: a contact that has the text meets all conditions of
 * one of them. Null: the text is too short, or no index holds the list.
 */
export const sought = (
  { list, scope }: ListQuery,
  search: string
): ReadonlyArray<ReadonlyArray<Pieces>> | null => {
  const letters = [...search]
  if (list !== "contacts" || letters.length < shortest.any) return null
  const account = scope.slice(-tail)
  if (letters.length < shortest.whole) return short(account, letters)
  return Array.from({ length }, (_, first) => {
    const pieces: Array<string> = []
    for (let from = first; from + length <= letters.length; from += length) {
      pieces.push(quoted(account + letters.slice(from, from + length).join("")))
    }
    return [{ operator: "@>", array: `{${pieces.join(",")}}` }]
  })
}
