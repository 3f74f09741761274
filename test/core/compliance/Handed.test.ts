/**
 * A message is handed over: what its carrier is asked to take, and what its refusal says (decisions 4.1, 8.3).
 */
import type { FailureClass } from "@signalbox/core/FailureClass"
import { ReceiptDeadlineWork } from "@signalbox/core/internal/message/AttemptWork"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { first } from "../history/Subject.ts"
import { plain } from "../history/World.ts"

const carriers = [{ id: "one", channels: ["sms"] }] as const

describe("a message", () => {
  // Decisions 8.3.
  it.each<readonly [FailureClass, string]>([
    ["unknown", "DELIVERY_001"],
    ["undeliverable_by_route", "DELIVERY_002"],
    ["invalid_number", "DELIVERY_005"],
    ["handset_unreachable", "DELIVERY_006"],
    ["recipient_not_on_channel", "DELIVERY_007"],
    ["sender_refused", "DELIVERY_008"],
    ["no_route_to_network", "DELIVERY_009"],
    ["provider_unavailable", "DELIVERY_010"],
    ["provider_timeout", "DELIVERY_011"],
    ["transport_error", "DELIVERY_012"],
    ["temporary_carrier_error", "DELIVERY_013"],
    ["rate_limited", "DELIVERY_014"],
    ["carrier_filtered", "DELIVERY_015"],
    ["content_not_acceptable", "DELIVERY_016"]
  ])("that its only carrier refuses as %s ends with %s", (failure, code) => {
    const made = first(plain({ carriers }))
    made.dispatch()
    made.handOver(0)
    made.end(0, { _tag: "Refused", failure, detail: null })
    expect(made.message).toMatchObject({ status: "FAILED", code })
  })

  it("is handed over as its account's, to its recipient, from the number of its channel", () => {
    const made = first(plain({
      carriers,
      billing: "organization",
      organizationBalance: 5000,
      numbers: [
        { number: Given.phone(9001), channels: ["whatsapp"], country: "US" },
        { number: Given.phone(9002), channels: ["sms"], country: "US" }
      ]
    }))
    made.dispatch()
    const [attempt] = made.message.attempts
    expect(made.handOver(0)).toEqual({
      attempt: attempt!.id,
      message: Given.messageId(1),
      account: Given.accountId(1),
      channel: "sms",
      to: Given.phone(1),
      from: Given.phone(9002),
      rendered: {
        header: null,
        headerMedia: null,
        content: "x".repeat(153),
        footer: null,
        buttons: null,
        media: [],
        subject: null,
        plain: "x".repeat(153)
      },
      template: {
        id: Given.templateId(1),
        name: "order_shipped",
        revision: 1,
        language: "en_US",
        category: "UTILITY",
        header: [],
        body: ["x".repeat(153)],
        buttons: []
      },
      sms: { encoding: "GSM-7", parts: ["x".repeat(153)] },
      expiresAt: Given.now + 72 * 3_600_000
    })
  })

  it("of a later send is not SENT because a carrier has taken an attempt of an earlier one", () => {
    const made = first(plain({ carriers: [...carriers, { id: "two", channels: ["sms"] }] }))
    made.dispatch()
    made.handOver(0)
    made.neverAnswer(0)
    made.handOver(1)
    made.report(0, false, "DELIVERED", "unknown")
    expect([made.message.status, made.resend()]).toEqual(["DELIVERED", null])
    made.dispatch()
    made.end(1, { _tag: "Accepted", references: [] })
    expect(made.message).toMatchObject({ status: "ROUTED", send: 2, price: 79 })
    expect(made.message.attempts.map(({ charge, report }) => [report, charge])).toEqual([
      ["DELIVERED", "returned"],
      ["SENT", "taken"],
      [null, "reserved"]
    ])
  })

  it("is not given up for want of a receipt before its carrier has taken it", () => {
    const made = first(plain({ carriers }))
    made.dispatch()
    const [attempt] = made.message.attempts
    const target = { message: made.id, attempt: attempt!.id }
    const before = made.message
    made.giveUpBy(made.service.store.hold(ReceiptDeadlineWork.due(target, Given.accountId(1), Given.now)))
    expect(made.message).toEqual(before)
  })
})

describe("what a refused attempt would have cost", () => {
  const two = [...carriers, { id: "two", channels: ["sms"] }] as const
  const refused = (balance: number, organizationBalance: number) => {
    const made = first(plain({ carriers: two, billing: "profile_and_organization", balance, organizationBalance }))
    made.dispatch()
    made.handOver(0)
    made.end(0, { _tag: "Refused", failure: "sender_refused", detail: null })
    const { attempts, code, status } = made.message
    return {
      status,
      code,
      payers: attempts.map(({ payer }) => payer),
      left: [made.service.balanceOf("own"), made.service.balanceOf("organization")]
    }
  }

  it("is there again for the next candidate, where it came from the organization", () => {
    expect(refused(0, 89)).toEqual({
      status: "ROUTED",
      code: null,
      payers: [Given.accountId(2), Given.accountId(2)],
      left: [0, 0]
    })
  })

  it("is there again for the next candidate, where it was the profile's: the organization pays nothing", () => {
    expect(refused(89, 5000)).toEqual({
      status: "ROUTED",
      code: null,
      payers: [Given.accountId(1), Given.accountId(1)],
      left: [0, 5000]
    })
  })
})
