/**
 * A store that finds messages by the parts of their lists stores only the other terms of each, which are told apart.
 */
import type { Message } from "@signalbox/core/Message"
import { Messages, movingTerm, termsApart } from "@signalbox/core/Message"
import { message } from "@signalbox/testing/generate/Messages"
import { prop } from "@signalbox/testing/Prop"
import { describe, expect } from "vitest"

const sorted = (terms: ReadonlyArray<string>): ReadonlyArray<string> => terms.toSorted()

const partsOf = (value: Message): ReadonlyArray<string> => Messages.parts(value).map(({ term }) => term)

describe("the terms of a message", () => {
  prop("are those of its parts and those apart, each once", message, (value) => {
    const all = Messages.filters(value)!.terms
    expect(sorted(all)).toEqual(sorted([...partsOf(value), ...termsApart(value)]))
  })

  prop("name one part that it moves through, if it is on a way", message, (value) => {
    const moving = partsOf(value).filter((term) => /^(?:progress|status)=/.test(term))
    expect(movingTerm(value) === null ? [] : [movingTerm(value)]).toEqual(moving)
  })
})
