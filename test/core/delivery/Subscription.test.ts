/** A webhook gets the events of its families, filtered by sub-types (specification "Webhook", decisions 3.1). */
import type { EventName, Family } from "@signalbox/core/EventName"
import { all, families } from "@signalbox/core/EventName"
import type { Filters } from "@signalbox/core/Subscription"
import * as Subscription from "@signalbox/core/Subscription"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const names = Object.keys(families) as ReadonlyArray<Family>
const types = fc.shuffledSubarray([...names])
const filters: fc.Arbitrary<Filters | null> = fc.option(
  fc.subarray([...names]).chain((chosen) =>
    fc.record(Object.fromEntries(chosen.map((family) => [family, fc.subarray<string>([...families[family]])])))
  )
)

/** The texts, for one event: its family is subscribed, and no filter of the family leaves it out. */
const wants = (event: EventName, of: ReadonlyArray<Family>, filter: Filters | null): boolean => {
  const [family = "", suffix = ""] = event.split(".")
  const wanted = filter?.[family]
  return of.some((each) => each === family) && (wanted === undefined || wanted.length === 0 || wanted.includes(suffix))
}

describe("Subscription.expand", () => {
  prop("is every event that types and filters ask for, once [WHK-018, WHK-019]", types, filters, (of, filter) => {
    const found = Subscription.expand(true, of, filter)
    expect([...found].toSorted()).toEqual(all.filter((event) => wants(event, of, filter)).toSorted())
  })

  prop("is nothing while the webhook is not active [WHK-016]", types, filters, (of, filter) => {
    expect(Subscription.expand(false, of, filter)).toEqual([])
  })

  it("takes delivered and failed and leaves the rest of the family [WHK-020]", () => {
    const found = Subscription.expand(true, ["message", "contact"], { message: ["delivered", "failed"] })
    expect([...found].toSorted()).toEqual([
      "contact.help",
      "contact.opt_in",
      "contact.opt_out",
      "contact.preference",
      "message.delivered",
      "message.failed"
    ])
  })

  it("takes a family whole when its filter is empty or absent", () => {
    const whole = families.channel.map((suffix) => `channel.${suffix}`)
    for (const filter of [null, {}, { channel: [] }, { message: ["sent"] }]) {
      expect(Subscription.expand(true, ["channel"], filter)).toEqual(whole)
    }
  })
})
