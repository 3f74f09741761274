/**
 * Requests that are right, to be sent as they are or with one thing changed.
 */
import * as fc from "fast-check"
import { randomInt } from "node:crypto"

export const variable = (id: number, name: string) => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample: "sample" }
})

/** A definition with one body and text variables, whose ids count up in the order of the names. */
export const definition = (template: string, ...names: ReadonlyArray<string>) => ({
  body: { multiChannel: { type: "text", template, variables: names.map((name, id) => variable(id, name)) } }
})

/** "Hello {name}, order {order} is ready." */
export const greeting = definition("Hello {{0:variable}}, order {{1:variable}} is ready.", "name", "order")

export const parameters = { name: "Ada", order: "1815" }

export const greeted = "Hello Ada, order 1815 is ready."

/** A number of the range that is kept for fiction, so possible by the numbering plan. */
export const phone = (index: number): string => `+1201555${String(index).padStart(4, "0")}`

export const phones = (count: number, from = 0): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => phone(from + index))

let newPhones = randomInt(440_000)

/**
 * A number that no other case uses, on whichever server they share: none of `phone`, and none twice in a process. It begins
 * anywhere, since a server may have heard another process before.
 */
export const newPhone = (): string => {
  newPhones = (newPhones + 1) % 440_000
  return `+1201${String(5_560_000 + newPhones)}`
}

/** A public address, so that no name is looked up. Nothing may ever be delivered to it, */
export const publicUrl = "https://93.184.216.34/hook"

/** and nothing is: no test here makes a channel event. */
export const webhook = { display_name: "Mine", endpoint_url: publicUrl, event_types: ["channel"] }

export const unknownId = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"

/** Any text, with halves of characters and with every control character. */
export const wildText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom("", " ", "\u0000", "\ud800", "__proto__", "constructor", "{{0:variable}}", "%00", "'; --")
)

export const wildValue: fc.Arbitrary<unknown> = fc.oneof(fc.jsonValue({ maxDepth: 3 }), wildText)
