/**
 * A client hangs a reference and metadata on the messages of a send, by which it finds them again (decisions 14.1). The
 * service reads neither.
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Field from "../operation/Field.ts"
import type { Message } from "../row/Message.ts"

const controls = /\p{Control}/u

/** Control characters have no place in the names and lines in which carriers and clients write these texts. */
export const Reference = Field.text(
  (text) => text.trim() !== "" && text.length <= Limit.referenceLength && !controls.test(text),
  {
    message:
      `must not be blank, and must have at most ${Limit.referenceLength} characters, none of them a control character`,
    toJsonSchema: () => ({ minLength: 1, maxLength: Limit.referenceLength })
  }
)

const { characters, entries, nameLength, valueLength } = Limit.metadata

const name = new RegExp(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,${nameLength - 1}}$`)

const size = (metadata: object): number =>
  Object.entries(metadata).reduce((sum, [name, value]) => sum + name.length + String(value).length, 0)

export const Metadata = Field.record(
  Field.text((text) => text.length <= valueLength && !controls.test(text), {
    message: `must have at most ${valueLength} characters, none of them a control character`,
    toJsonSchema: () => ({ maxLength: valueLength })
  }),
  entries
).check(
  Schema.makeFilter((metadata: object) => Object.keys(metadata).every((each) => name.test(each)), {
    message:
      `must have names of at most ${nameLength} letters, digits, hyphens, dots and underscores that begin with a letter or a digit`
  }),
  Schema.makeFilter((metadata: object) => size(metadata) <= characters, {
    message: `must have at most ${characters} characters in its names and values together`
  })
)
export type Metadata = typeof Metadata.Type

/** A send's words: null, and metadata without an entry, are the same as none. */
interface Given {
  readonly reference?: string | null
  readonly metadata?: Metadata | null
}

/** The fields of a row; what was not given is left out. */
export type Kept = Pick<Message, "clientReference" | "metadata">

export const kept = ({ metadata = null, reference = null }: Given): Kept => ({
  ...(reference === null ? null : { clientReference: reference }),
  ...(metadata === null || Object.keys(metadata).length === 0 ? null : { metadata })
})

/** The fields as the API, events and carriers are shown them; what was not given is left out. */
export interface Shown {
  readonly reference?: string
  readonly metadata?: Metadata
}

/** The reference alone, by which the answer to a send tells its messages apart. */
export const shownReference = ({ clientReference }: Kept): Pick<Shown, "reference"> =>
  clientReference === undefined ? {} : { reference: clientReference }

export const shown = (kept: Kept): Shown => ({
  ...shownReference(kept),
  ...(kept.metadata === undefined ? {} : { metadata: kept.metadata })
})
