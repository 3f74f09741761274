/**
 * Free-form windows (specification "Free-form windows", decisions 4.1).
 */
import type { Instant } from "@signalbox/core/Instant"
import { make as instant } from "@signalbox/core/Instant"
import * as Conversation from "@signalbox/core/internal/dispatch/Conversation"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const hour = 3_600_000

/** Ages around the windows of a day and a week as often as not; null: never. */
const ago = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 400 * 24 * hour }),
    fc.integer({ min: -2, max: 2 }).map((off) => 24 * hour + off),
    fc.integer({ min: -2, max: 2 }).map((off) => 168 * hour + off)
  )
)

const at = (millis: number): Instant => instant(Given.now - millis)

const conversation = (
  inbound: number | null,
  onWhatsapp: number | null,
  template: number | null
): Conversation.Conversation => ({
  contact: Given.contact({
    ...(inbound === null ? {} : { lastInboundAt: at(inbound) }),
    ...(onWhatsapp === null ? {} : { lastWhatsappInboundAt: at(onWhatsapp) })
  }),
  openedAt: template === null ? null : at(template),
  now: Given.now
})

describe("a conversation", () => {
  prop(
    "is open to whoever has ever written, and for 168 hours after a template [STM-028, STM-029]",
    ago,
    ago,
    ago,
    (inbound, onWhatsapp, template) => {
      expect(Conversation.isOpen(conversation(inbound, onWhatsapp, template))).toBe(
        inbound !== null || template !== null && template <= 168 * hour
      )
    }
  )

  prop(
    "on WhatsApp is open for 24 hours after a message there, whatever else there was [STM-031, STM-039]",
    ago,
    ago,
    ago,
    (inbound, onWhatsapp, template) => {
      expect(Conversation.isOpenOnWhatsapp(conversation(inbound, onWhatsapp, template))).toBe(
        onWhatsapp !== null && onWhatsapp <= 24 * hour
      )
    }
  )

  it("with nobody is closed", () => {
    const nobody = { contact: null, openedAt: null, now: Given.now }
    expect([Conversation.isOpen(nobody), Conversation.isOpenOnWhatsapp(nobody)]).toEqual([false, false])
  })
})
