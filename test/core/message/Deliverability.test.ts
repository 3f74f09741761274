/**
 * The deliverability rate (specification "Message statuses").
 */
import * as Deliverability from "@signalbox/core/internal/message/Deliverability"
import type { Status } from "@signalbox/core/Message"
import { Status as Statuses } from "@signalbox/core/Message"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const statuses = fc.array(fc.constantFrom(...Statuses.literals))
const without = (all: ReadonlyArray<Status>, left: Status): ReadonlyArray<Status> => all.filter((each) => each !== left)

describe("the deliverability rate", () => {
  const left = [["FILTERED", "STM-034"], ["BLOCKED", "STM-035"], ["CANCELLED", "STM-036"]] as const
  for (const [status, rule] of left) {
    prop(`leaves ${status} messages out, above and below [${rule}]`, statuses, (all) => {
      expect(Deliverability.rate(all)).toBe(Deliverability.rate(without(all, status)))
    })
  }

  prop("is lowered by FAILED messages, and by no others [STM-037]", statuses, fc.nat({ max: 5 }), (all, more) => {
    const arrived = all.filter((status) => status === "DELIVERED" || status === "READ").length
    const failed = all.filter((status) => status === "FAILED").length + more
    const worse = [...all, ...Array.from({ length: more }, () => "FAILED" as const)]
    expect(Deliverability.rate(worse)).toBe(arrived + failed === 0 ? null : arrived / (arrived + failed))
  })

  it("of nothing is none", () => {
    expect(Deliverability.rate([])).toBe(null)
    expect(Deliverability.rate(["SENT", "RECEIVED", "QUEUED"])).toBe(null)
  })
})
