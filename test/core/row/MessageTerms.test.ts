/**
 * A store that finds messages by the parts of their lists stores only the other terms of each, which are told apart.
 */
import type { Message } from "@signalbox/core/Message"
import { impliedBy, indexOf, Messages, movingTerm, Status, termsApart } from "@signalbox/core/Message"
import { message } from "@signalbox/testing/generate/Messages"
import { prop } from "@signalbox/testing/Prop"
import { describe, expect, it } from "vitest"

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

  it("have an index each but for the statuses of a way and of what came in, those that leave the fewest first", () => {
    const open = ["SCHEDULED", "QUEUED", "PROCESSED", "ROUTED", "SENT"]
    const places = ["reference=a", "template=b", "status=READ", "progress=open", "direction=INBOUND", "channel=sms"]
    expect(places.map(indexOf)).toEqual([0, 1, 2, 3, 4, 5])
    expect(indexOf("phone=+1")).toBe(-1)
    for (const status of Status.literals) {
      const isMoving = open.includes(status)
      expect(indexOf(`status=${status}`)).toBe(isMoving || status === "RECEIVED" ? -1 : 2)
      expect(impliedBy(status)).toEqual(
        isMoving ? ["progress=open"] : status === "RECEIVED" ? ["direction=INBOUND"] : []
      )
    }
  })
})
