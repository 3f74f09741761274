/**
 * Outcome codes and failure classes: decisions 8.3 and the specification's list of outcome codes, from the texts.
 */
import type { Channel } from "@signalbox/core/Channel"
import type { FailureClass } from "@signalbox/core/FailureClass"
import * as FailureClasses from "@signalbox/core/FailureClass"
import * as OutcomeCode from "@signalbox/core/OutcomeCode"
import { describe, expect, it } from "vitest"

/** The status in which a message with the code ends. */
const endings: Readonly<Record<string, string>> = {
  DELIVERY_001: "FAILED",
  DELIVERY_002: "FAILED",
  DELIVERY_003: "FAILED",
  DELIVERY_004: "FILTERED",
  DELIVERY_005: "FAILED",
  DELIVERY_006: "FAILED",
  DELIVERY_007: "FAILED",
  DELIVERY_008: "FAILED",
  DELIVERY_009: "FAILED",
  DELIVERY_010: "FAILED",
  DELIVERY_011: "FAILED",
  DELIVERY_012: "FAILED",
  DELIVERY_013: "FAILED",
  DELIVERY_014: "FAILED",
  DELIVERY_015: "FAILED",
  DELIVERY_016: "FAILED",
  VALIDATION_008: "FAILED",
  BUSINESS_003: "BLOCKED",
  BUSINESS_004: "FILTERED",
  BUSINESS_005: "BLOCKED",
  BUSINESS_011: "BLOCKED",
  BUSINESS_017: "BLOCKED",
  BUSINESS_018: "BLOCKED",
  BUSINESS_019: "BLOCKED",
  BUSINESS_020: "BLOCKED",
  SIGNALBOX_001: "BLOCKED",
  CONVERSATION_TEMPLATE_REQUIRED: "BLOCKED",
  WHATSAPP_TEMPLATE_REQUIRED: "FAILED",
  channel_unavailable: "FAILED",
  // Decisions 17.
  SIGNALBOX_002: "BLOCKED",
  SIGNALBOX_003: "FILTERED",
  SIGNALBOX_004: "FILTERED"
}

const codes = Object.keys(OutcomeCode.catalogue) as ReadonlyArray<OutcomeCode.OutcomeCode>

describe("OutcomeCode", () => {
  it("has the codes of the texts, each with its status [ERR-044]", () => {
    expect(Object.fromEntries(codes.map((code) => [code, OutcomeCode.endedAs(code)]))).toEqual(endings)
  })

  it("has one sentence for each code, and each its own", () => {
    const reasons = codes.map(OutcomeCode.reason)
    expect(reasons.filter((reason) => !/^[A-Z][^.]*\.$/.test(reason))).toEqual([])
    expect(new Set(reasons).size).toBe(codes.length)
  })
})

/** The failure classes of the specification, with the code of decisions 8.3 and the channels on which it reroutes. */
const all: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
const classes: Readonly<Record<FailureClass, readonly [code: string, reroutes: ReadonlyArray<Channel>]>> = {
  unknown: ["DELIVERY_001", []],
  undeliverable_by_route: ["DELIVERY_002", all],
  invalid_number: ["DELIVERY_005", []],
  handset_unreachable: ["DELIVERY_006", []],
  recipient_not_on_channel: ["DELIVERY_007", ["whatsapp", "rcs"]],
  sender_refused: ["DELIVERY_008", all],
  no_route_to_network: ["DELIVERY_009", all],
  provider_unavailable: ["DELIVERY_010", all],
  provider_timeout: ["DELIVERY_011", all],
  transport_error: ["DELIVERY_012", all],
  temporary_carrier_error: ["DELIVERY_013", []],
  rate_limited: ["DELIVERY_014", []],
  carrier_filtered: ["DELIVERY_015", []],
  content_not_acceptable: ["DELIVERY_016", []]
}

describe("FailureClass", () => {
  const literals = FailureClasses.FailureClass.literals

  it("has the classes of the texts", () => {
    expect(literals.toSorted()).toEqual(Object.keys(classes).toSorted())
  })

  it.each(literals)("%s has its code and reroutes where decisions 8.3 say so", (failure) => {
    const [code, reroutes] = classes[failure]
    expect(FailureClasses.code(failure)).toBe(code)
    expect(all.filter((channel) => FailureClasses.reroutable(failure, channel))).toEqual(reroutes)
  })

  it("ends a message FAILED, whichever it is", () => {
    expect(literals.filter((failure) => OutcomeCode.endedAs(FailureClasses.code(failure)) !== "FAILED")).toEqual([])
  })

  it("has a code of its own for each class", () => {
    expect(new Set(literals.map(FailureClasses.code)).size).toBe(literals.length)
  })
})
