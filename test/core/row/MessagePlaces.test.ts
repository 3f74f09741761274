/**
 * The names under which a store finds messages, as databases have them: the references of carriers, lists, and filters.
 */
import { put } from "@signalbox/core/Commit"
import * as Id from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { Message } from "@signalbox/core/Message"
import { accountOf, conversationScope, impliedBy, indexOf, isStep, Messages, Status } from "@signalbox/core/Message"
import * as Rows from "@signalbox/core/Row"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { checked } from "./Placed.ts"

const account = Given.accountId(1)
const { now } = Given

describe("the places of a message", () => {
  const { contact, id } = Given.message()
  // The UUID of version 5 of the two ids, in the name space that the specification says.
  const conversation = `${Given.accountId(1)}/5f961afe-ff46-5b47-a8e0-0f47d653cda2`
  const listings = [["messages", account, now], ["conversation", conversation, now]] as const

  it("are those of its account and of its conversation, and the references of its parts", () => {
    const reference = { carrier: Given.carrierId("sms-a"), text: "one", parts: ["two", "three"] }
    const inbound = Given.message({
      direction: "INBOUND",
      status: "RECEIVED",
      channel: "sms",
      template: null,
      reference
    })
    checked(put(Messages, inbound), id, {
      unique: ["inbound_reference/sms-a/one", "inbound_reference/sms-a/two", "inbound_reference/sms-a/three"],
      listings,
      filters: [["direction=INBOUND", "channel=sms", "status=RECEIVED"], []]
    })
    checked(put(Messages, Given.message({ clientReference: "c-1" })), id, {
      listings,
      filters: [
        [
          `template=${Given.templateId(1)}`,
          "reference=c-1",
          "direction=OUTBOUND",
          "channel=auto_detect",
          "progress=open",
          "status=QUEUED"
        ],
        []
      ]
    })
    expect(conversationScope(account, Id.ConversationId.make(contact))).toBe(`${account}/${contact}`)
    expect(accountOf(conversation)).toBe(account)
  })

  it("are on the way until it ends", () => {
    const open = ["QUEUED", "PROCESSED", "ROUTED", "SENT", "SCHEDULED"]
    for (const status of Status.literals) {
      const { terms } = Rows.filters(put(Messages, Given.message({ status })))!
      expect(terms.includes("progress=open")).toBe(open.includes(status))
      const implied = open.includes(status) ? ["progress=open"] : status === "RECEIVED" ? ["direction=INBOUND"] : []
      expect(impliedBy(status)).toEqual(implied)
      // An open status has no index of its own, since all of them share one; nor has that of all inbound messages.
      expect(indexOf(`status=${status}`)).toBe(open.includes(status) || status === "RECEIVED" ? -1 : 2)
    }
  })

  it("are found by the filter first that leaves the fewest", () => {
    const terms = ["reference=r", "template=t", "status=FAILED", "progress=open", "direction=INBOUND", "channel=sms"]
    expect([...terms, "other=x"].map(indexOf)).toEqual([0, 1, 2, 3, 4, 5, -1])
  })
})

describe("a change of a message", () => {
  const outbound = Given.message({ clientReference: "c-1" })
  const inbound = Given.message({ direction: "INBOUND", status: "RECEIVED", channel: "sms", template: null })
  const named = { carrier: Given.carrierId("sms-a"), text: "one" }

  it.each<readonly [what: string, before: Message, change: Partial<Message>]>([
    ["account", outbound, { account: Given.accountId(2) }],
    ["contact", outbound, { contact: Id.ContactId.make("00000000-0000-7000-8000-0000000000c2") }],
    ["beginning", outbound, { createdAt: plus(now, 1) }],
    ["direction", outbound, { direction: "INBOUND" }],
    ["reference", outbound, { clientReference: "c-2" }],
    ["template", outbound, { template: { ...outbound.template!, id: Given.templateId(2) } }],
    ["missing template", outbound, { template: null }],
    ["carrier's reference", inbound, { reference: named }]
  ])("has other places with another %s, and with nothing else", (_, before, change) => {
    const [one, other] = [put(Messages, before), put(Messages, { ...before, ...change })]
    expect([Rows.keepsPlaces(one, other), Rows.keepsPlaces(other, one)]).toEqual([false, false])
    const parts = put(Messages, { ...before, channel: "whatsapp", status: "FAILED", send: 2, price: null })
    expect(Rows.keepsPlaces(one, parts)).toBe(true)
  })

  it.each<readonly [what: string, before: Message, change: Partial<Message>, keeps: boolean]>([
    ["nothing", outbound, {}, true],
    ["its status on the way", outbound, { status: "SENT" }, true],
    ["its end", outbound, { status: "DELIVERED" }, false],
    ["its channel", outbound, { channel: "sms" }, false],
    ["its channel, inbound", inbound, { channel: "rcs" }, false],
    ["its text, inbound", inbound, { send: 2 }, true]
  ])("of %s leaves parts or stays in them", (_, before, change, keeps) => {
    const [one, other] = [put(Messages, before), put(Messages, { ...before, ...change })]
    expect([Rows.keepsParts(one, other), Rows.keepsParts(other, one)]).toEqual([keeps, keeps])
    const parts = [one, other].map((row) => Rows.parts(row).map(({ term }) => term))
    expect(JSON.stringify(parts[0]) === JSON.stringify(parts[1])).toBe(keeps)
  })

  it("is a step as long as it keeps channel and content", () => {
    expect(isStep(outbound, { ...outbound, status: "SENT" })).toBe(true)
    expect(isStep(outbound, { ...outbound, channel: "sms" })).toBe(false)
    expect(isStep(outbound, { ...outbound, clientReference: "c-2" })).toBe(false)
  })
})
