/**
 * The recipients of a send: numbers, and numbers with parameters and a reference of their own (decisions 14.3).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import type * as Renderer from "../definition/Renderer.ts"
import * as ClientReference from "../message/ClientReference.ts"
import * as Field from "../operation/Field.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Parameters from "./Parameters.ts"

const Entry = Schema.Struct({
  phone_number: PhoneNumber,
  parameters: Parameters.Parameters,
  reference: Field.optional(ClientReference.Reference)
})

export const To = Field.array(
  Schema.Union([PhoneNumber, Entry]).annotate({ message: "must be a phone number, or an object with a phone_number" }),
  Limit.recipientsPerSend,
  `must contain at most ${Limit.recipientsPerSend} recipients`
).check(
  Schema.makeFilter((to: ReadonlyArray<unknown>) => to.length > 0, {
    message: "must contain at least one recipient",
    toJsonSchema: () => ({ minItems: 1 })
  })
)
export type To = typeof To.Type

export interface Recipient {
  /** The place of its first entry in `to`. */
  readonly index: number
  readonly phone: PhoneNumber
  /** Its own parameters, which go before those of the send; none is the same object for all. */
  readonly parameters: Renderer.Parameters
  /** Its own reference, which goes before that of the send. */
  readonly reference: string | null
}

const none: Renderer.Parameters = {}

const read = (entry: To[number], index: number): Recipient => {
  if (typeof entry === "string") return { index, phone: entry, parameters: none, reference: null }
  const own = Parameters.texts(entry.parameters)
  return {
    index,
    phone: entry.phone_number,
    parameters: Object.keys(own).length === 0 ? none : own,
    reference: entry.reference ?? null
  }
}

export const phone = (entry: To[number]): PhoneNumber => typeof entry === "string" ? entry : entry.phone_number

export const hasParameters = ({ parameters }: Pick<Recipient, "parameters">): boolean => parameters !== none

/** Returns the recipients in the order of the request. A number that is named again counts once. */
export const all = (to: To): ReadonlyArray<Recipient> => {
  if (to.length === 1) return to.map(read)
  const found = new Map<PhoneNumber, Recipient>()
  for (const [index, entry] of to.entries()) {
    if (!found.has(phone(entry))) found.set(phone(entry), read(entry, index))
  }
  return [...found.values()]
}

/** The rest of the send, over which its entries are laid. */
export interface Shared {
  readonly parameters: Renderer.Parameters
  readonly reference: string | null
  /** Whether it is a text without a template that is sent. */
  readonly isText: boolean
}

/** Two entries of a number with the same text come to the same message: it holds what differs from the send. */
const differences = ({ parameters, reference }: Recipient, shared: Shared): string =>
  JSON.stringify([
    reference ?? shared.reference,
    Object.entries(parameters)
      .filter(([name, value]) => !Object.hasOwn(shared.parameters, name) || shared.parameters[name] !== value)
      .toSorted(([one], [other]) => one < other ? -1 : 1)
  ])

const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })

/** Finds parameters that no template could use, and entries of the same number that contradict each other. */
export const check = (to: To, shared: Shared): ReadonlyArray<Violation> => {
  const first = new Map<PhoneNumber, readonly [recipient: Recipient, differences: () => string]>()
  return to.flatMap((entry, index): ReadonlyArray<Violation> => {
    const recipient = read(entry, index)
    const unused = hasParameters(recipient) && shared.isText
      ? [wrong(`to[${index}].parameters`, "must not be there without a template")]
      : []
    const before = first.get(recipient.phone)
    if (before === undefined) {
      let known: string | null = null
      first.set(recipient.phone, [recipient, () => known ??= differences(recipient, shared)])
      return unused
    }
    const [{ index: earlier }, earlierDifferences] = before
    return earlierDifferences() === differences(recipient, shared) ? unused : [
      ...unused,
      wrong(`to[${index}]`, `must not name the number of to[${earlier}] with other parameters or another reference`)
    ]
  })
}
