/**
 * The gates: which stops a message with which code, and which comes first (decisions 4.1 "Gate order").
 */
import { endedAs } from "@signalbox/core/catalogue/OutcomeCode"
import * as Gate from "@signalbox/core/dispatch/Gate"
import { TemplateStatus } from "@signalbox/core/row/Template"
import { make as money } from "@signalbox/core/value/Money"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "./Given.ts"

/** What can be wrong, in the order of decisions 4.1, with status and code of the specification. */
const texts = [
  ["consent", "FILTERED", "BUSINESS_004"],
  ["account", "BLOCKED", "BUSINESS_018"],
  ["balance", "BLOCKED", "BUSINESS_003"],
  ["template", "BLOCKED", "BUSINESS_005"],
  ["variables", "FAILED", "VALIDATION_008"]
] as const
type Wrong = (typeof texts)[number][0]

const situation = (wrong: ReadonlyArray<Wrong>): Gate.Situation => ({
  account: Given.account({ deletedAt: wrong.includes("account") ? Given.now : null }),
  contact: Given.contact({ optOut: wrong.includes("consent") }),
  balance: money(wrong.includes("balance") ? 99 : 100),
  price: money(100),
  template: Given.template({ status: wrong.includes("template") ? "PENDING" : "APPROVED" }),
  missingVariables: wrong.includes("variables") ? ["order"] : []
})

const wrongs = fc.subarray(texts.map(([name]) => name))

describe("Gate", () => {
  prop("stops a message with the first of all that is wrong", wrongs, (wrong) => {
    const first = texts.find(([name]) => wrong.includes(name))
    const hit = Gate.firstHit(situation(wrong))
    expect(hit === null ? undefined : [hit.name, hit.code]).toEqual(first && [first[0], first[2]])
  })

  it.each(texts)("%s ends a message %s with %s", (name, status, code) => {
    const hit = Gate.firstHit(situation([name]))!
    expect(hit).toMatchObject({ name, code })
    expect(hit.trigger.toUpperCase()).toBe(status)
    expect(endedAs(hit.code)).toBe(status)
  })

  it("lets an unknown contact pass: nobody has opted out", () => {
    expect(Gate.firstHit({ ...situation([]), contact: null })).toBe(null)
  })

  it.each(TemplateStatus.literals)("of the template lets APPROVED pass only, not %s unless it is that", (status) => {
    const hit = Gate.firstHit({ ...situation([]), template: Given.template({ status }) })
    expect(hit?.code).toBe(status === "APPROVED" ? undefined : "BUSINESS_005")
  })

  it("of the template stops a message whose template is gone", () => {
    expect(Gate.firstHit({ ...situation([]), template: null })?.code).toBe("BUSINESS_005")
  })

  prop("of the balance lets a message pass that costs just as much", fc.nat(), fc.nat(), (balance, price) => {
    const hit = Gate.firstHit({ ...situation([]), balance: money(balance), price: money(price) })
    expect(hit?.code).toBe(price > balance ? "BUSINESS_003" : undefined)
  })
})
