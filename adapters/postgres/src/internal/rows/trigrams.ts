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

/**
 * How many characters of an account's id tell it from others well enough: who looks up a contact asks for its list, too. With
 * these an entry of the index takes 16 bytes, with one more it takes 24.
 */
const tail = 4

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
  /** A row that has all of the pieces, or any of them, has as many of these texts. */
  readonly texts: ReadonlyArray<string>
}

/** @param texts those that the pieces stand for, without what tells the account */
const make = (
  operator: Pieces["operator"],
  pieces: ReadonlyArray<string>,
  texts: ReadonlyArray<string>
): Pieces => ({ operator, array: `{${pieces.map((piece) => `"${piece}"`).join(",")}}`, texts })

/** The pieces that end with two characters, and those that begin with them. */
const endingWith = (account: string, two: string): Pieces =>
  make("&&", characters.map((before) => account + before + two), [two])

/** A text that is left behind the last piece stands in the index without the account. */
const beginningWith = (account: string, two: string): Pieces =>
  make("&&", [two, ...characters.map((after) => account + two + after)], [two])

/**
 * The ways to find a text that is one character longer than a piece. It holds a whole piece, or two characters of each of
 * two, whose third ones are then tried out.
 */
const short = (account: string, letters: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<Pieces>> => {
  const [first, last] = [letters.slice(0, 2).join(""), letters.slice(2).join("")]
  const whole = [letters.slice(0, length), letters.slice(-length)].map((piece) => piece.join(""))
  return [[make("&&", whole.map((piece) => account + piece), whole)], [
    endingWith(account, first),
    beginningWith(account, last)
  ]]
}

/** The way to find a text whose first whole piece begins at a character. Two that are left beside the pieces count, too. */
const from = (account: string, letters: ReadonlyArray<string>, first: number): ReadonlyArray<Pieces> => {
  const pieces: Array<string> = []
  let next = first
  for (; next + length <= letters.length; next += length) {
    pieces.push(letters.slice(next, next + length).join(""))
  }
  const [before, after] = [letters.slice(0, first).join(""), letters.slice(next).join("")]
  return [
    make("@>", pieces.map((piece) => account + piece), pieces),
    ...(first === 2 ? [endingWith(account, before)] : []),
    ...(letters.length - next === 2 ? [beginningWith(account, after)] : [])
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
  return letters.length < shortest.whole
    ? short(account, letters)
    : Array.from({ length }, (_, first) => from(account, letters, first))
}
