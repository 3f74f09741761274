/**
 * The events: the specification's tables and decisions 7.5 and 7.6, from the texts.
 */
import * as EventName from "@signalbox/core/EventName"
import { describe, expect, it } from "vitest"

const families: Readonly<Record<string, ReadonlyArray<string>>> = {
  message: [
    "message.queued",
    "message.routed",
    "message.scheduled",
    "message.cancelled",
    "message.sent",
    "message.delivered",
    "message.read",
    "message.failed",
    "message.filtered",
    "message.blocked",
    "message.received",
    // Beyond version 3 (decisions 14.8).
    "message.feedback"
  ],
  templates: [
    "templates.pending",
    "templates.approved",
    "templates.rejected",
    "templates.paused",
    "templates.archived"
  ],
  contact: ["contact.opt_in", "contact.opt_out", "contact.help", "contact.preference"],
  channel: [
    "channel.submitted",
    "channel.changes_requested",
    "channel.approved",
    "channel.activated",
    "channel.deactivated",
    "channel.rejected"
  ]
}

/** Signalbox, beyond v3: decisions 16.8, 17.2 and 17.3. */
const beyond: Readonly<Record<string, ReadonlyArray<string>>> = {
  verification: [
    "verification.pending",
    "verification.approved",
    "verification.expired",
    "verification.failed",
    "verification.canceled"
  ],
  account: ["account.spend_warning", "account.prefix_paused"]
}

describe("EventName", () => {
  it("has the events of the texts and no others [EVT-046]", () => {
    expect([...EventName.all].toSorted()).toEqual(Object.values({ ...families, ...beyond }).flat().toSorted())
  })

  it("has four families, templates in the plural, and behind them those beyond v3 [EVT-014, XVF-015]", () => {
    expect(EventName.Family.literals.slice(0, 4).toSorted()).toEqual(["channel", "contact", "message", "templates"])
    expect(EventName.Family.literals.slice(4)).toEqual(Object.keys(beyond))
  })

  it.each(Object.entries({ ...families, ...beyond }))(
    "of the family %s knows its sub-types by their suffix",
    (family, names) => {
      const of = family as EventName.Family
      expect(names.map((name) => EventName.family(name as EventName.EventName))).toEqual(names.map(() => family))
      const suffixes = Object.values({ ...families, ...beyond }).flat().map((name) => name.split(".")[1]!)
      expect(suffixes.filter((suffix) => EventName.isSubType(of, suffix)).toSorted()).toEqual(
        suffixes.filter((suffix) => names.includes(`${family}.${suffix}`)).toSorted()
      )
      expect([...names, "", "QUEUED", "length"].filter((suffix) => EventName.isSubType(of, suffix))).toEqual([])
    }
  )
})
