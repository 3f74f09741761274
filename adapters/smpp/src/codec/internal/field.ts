/**
 * The kinds of fields that bodies of PDUs have.
 */
import type { Reader, Writer } from "./octets.ts"

export interface Field<A> {
  /** The value of a field whose body is left out, as error responses may leave it. */
  readonly none: A
  /** The largest number, or the largest length of a text or of octets. */
  readonly most: number
  readonly read: (reader: Reader) => A
  readonly write: (writer: Writer, value: A) => void
}

export const octet: Field<number> = {
  none: 0,
  most: 0xff,
  read: (reader) => reader.number(1),
  write: (writer, value) => writer.number(1, value)
}

const bounded = (length: number, most: number): void => {
  if (length > most) throw new RangeError(`a field has at most ${most} octets, not ${length}`)
}

/** A text that ends with a NUL. @param size its octets at most, with the NUL. Longer ones of a peer are read as they are. */
export const text = (size: number): Field<string> => ({
  none: "",
  most: size - 1,
  read: (reader) => reader.text(),
  write: (writer, value) => {
    bounded(value.length, size - 1)
    writer.text(value)
  }
})

/** Octets after an octet that says how many they are. */
export const counted = (most: number): Field<Uint8Array> => ({
  none: new Uint8Array(),
  most,
  read: (reader) => reader.octets(reader.number(1)),
  write: (writer, value) => {
    bounded(value.length, most)
    writer.number(1, value.length)
    writer.octets(value)
  }
})
