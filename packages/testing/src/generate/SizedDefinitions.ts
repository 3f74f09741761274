/**
 * Definitions of exactly so many bytes.
 */
import type { Definition } from "@signalbox/core/Definition"

const encoder = new TextEncoder()

/** Returns how many bytes a definition takes in an answer. */
export const bytesOf = (definition: Definition): number => encoder.encode(JSON.stringify(definition)).length

/** The length that a sample may have, in UTF-16 units, each of which is two bytes here. */
const longest = 3072

const ofSamples = (samples: ReadonlyArray<string>): Definition => ({
  definitionVersion: "1.0",
  body: {
    multiChannel: {
      template: samples.map((_, id) => `{{${id}}}`).join(" "),
      variables: samples.map((sample, id) => ({
        id,
        name: `v${id}`,
        type: "variable" as const,
        props: { variableType: "text" as const, sample }
      }))
    }
  }
})

/** A definition that is right in every part, and takes so many bytes of UTF-8, from some thousand on, in fewer characters. */
export const sized = (bytes: number): Definition => {
  const count = Math.ceil(bytes / (2 * longest - 200)) + 1
  const empty = Array.from({ length: count }, () => "")
  let left = bytes - bytesOf(ofSamples(empty))
  const samples = empty.map(() => {
    const units = Math.min(longest - 1, Math.floor(left / 2))
    left -= 2 * units
    const odd = left === 1 ? 1 : 0
    left -= odd
    return "ä".repeat(units) + "a".repeat(odd)
  })
  return ofSamples(samples)
}
