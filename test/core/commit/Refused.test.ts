/** A refusal has the code and the details of its violations (decisions part 2 "Which validation code"). */
import { docUrl, failure, isDocsBase } from "@signalbox/core/Answer"
import type { ViolationCode } from "@signalbox/core/ErrorCode"
import { meaning, status } from "@signalbox/core/ErrorCode"
import * as Refused from "@signalbox/core/Refused"
import type { Violation } from "@signalbox/core/Violation"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const specific = [2, 3, 5, 6, 7, 8].map((number) => `VALIDATION_00${number}` as ViolationCode)

const violation: fc.Arbitrary<Violation> = fc.record({
  field: fc.constantFrom("to", "to[2]", "template.id", "__proto__", "constructor"),
  code: fc.oneof(fc.constantFrom<ViolationCode>("VALIDATION_001"), fc.constantFrom(...specific)),
  message: fc.string({ minLength: 1, maxLength: 5 })
})
const violations = fc.array(violation, { minLength: 1, maxLength: 6 })

describe("Refused.fromViolations", () => {
  prop("has the one specific code that all share, otherwise VALIDATION_001", violations, (all) => {
    const [first] = all
    const shared = specific.includes(first!.code) && all.every(({ code }) => code === first!.code)
    const refused = Refused.fromViolations(all)
    expect(refused.code).toBe(shared ? first!.code : "VALIDATION_001")
    expect(refused.message).toBe(meaning(refused.code))
    expect(status(refused.code)).toBe(400)
  })

  prop("tells every message under its field, in order", violations, (all) => {
    const fields = [...new Set(all.map(({ field }) => field))]
    const details = Object.entries(Refused.fromViolations(all).details!)
    expect(details.map(([field]) => field).toSorted()).toEqual(fields.toSorted())
    for (const [field, messages] of details) {
      expect(messages).toEqual(all.filter((each) => each.field === field).map(({ message }) => message))
    }
  })

  it("names a hundred violations, and says how many more there are", () => {
    const some = (count: number): ReadonlyArray<Violation> =>
      Array.from({ length: count }, (_, index) => ({ field: `to[${index}]`, code: "VALIDATION_002", message: "m" }))
    const told = (all: ReadonlyArray<Violation>) => {
      const { _tag, details } = Refused.fromViolations(all)
      return [_tag, Object.keys(details!).length, details!["body"]]
    }
    const more = (count: number): Violation => ({ field: "to", code: "VALIDATION_002", message: "m", more: count })
    expect([some(100), some(101), some(250), [...some(2), more(5)], [...some(101), more(5)]].map(told)).toStrictEqual([
      ["Refused", 100, undefined],
      ["Refused", 101, ["has 1 more flaws"]],
      ["Refused", 101, ["has 150 more flaws"]],
      ["Refused", 3, ["has 5 more flaws"]],
      ["Refused", 101, ["has 6 more flaws"]]
    ])
  })

  it.each(specific)("of one field alone is %s", (code) => {
    expect(Refused.fromViolations([{ field: "a", code, message: "m" }]).code).toBe(code)
  })
})

describe("Answer.failure", () => {
  const frame = { requestId: "req", at: Given.now, sandbox: false, profile: null }
  const shown = (refused: Refused.Refused, docsBase = "") => {
    const answer = failure(frame, refused, docsBase)
    return { status: answer.status, error: JSON.parse(answer.outcome!.json) as object }
  }

  it("shows code, message and details, and nothing that is unset", () => {
    expect(shown(Refused.refused("RESOURCE_003"))).toEqual({
      status: 404,
      error: { code: "RESOURCE_003", message: meaning("RESOURCE_003") }
    })
    expect(shown(Refused.refused("VALIDATION_001", { to: ["is required"] }))).toEqual({
      status: 400,
      error: { code: "VALIDATION_001", message: meaning("VALIDATION_001"), details: { to: ["is required"] } }
    })
  })

  it("points at the documentation where there is one", () => {
    expect(shown(Refused.refused("RESOURCE_003"), "https://docs.example").error).toMatchObject({
      doc_url: "https://docs.example/reference/errors#resource_003"
    })
  })

  it("says after how long to ask again where the refusal does, and after a second where the service is away", () => {
    const after = (refused: Refused.Refused) => failure(frame, refused, "").retryAfter
    expect([
      after(Refused.refused("INTERNAL_005")),
      after(Refused.refused("INTERNAL_001")),
      after(Refused.refused("RESOURCE_003")),
      after(new Refused.Refused({ code: "INTERNAL_005", message: "", retryAfter: 7 })),
      after(new Refused.Refused({ code: "RESOURCE_003", message: "", retryAfter: 2 }))
    ]).toEqual([1, null, null, 7, 2])
  })
})

describe("the address of the documentation", () => {
  const base = "https://docs.example/"

  it("has pages below it: it is one of HTTP, and nothing else comes with it", () => {
    const right = [base, "http://docs.example", `${base}a/b//`, base.padEnd(1000, "x")]
    expect(right.filter((text) => !isDocsBase(text))).toEqual([])
    const wrong = [
      "",
      "docs.example",
      "ftp://docs.example",
      base.padEnd(1001, "x"),
      ` ${base}`,
      `${base}a b`,
      ...["?", "?a", "#", "#a"].map((end) => base + end),
      "https://user@docs.example",
      "https://:password@docs.example",
      "https://"
    ]
    expect(wrong.filter(isDocsBase)).toEqual([])
  })

  it("leads to what it says of a code, whatever slashes it ends with", () => {
    expect([base, "https://docs.example", `${base}//`].map((each) => docUrl(each, "RESOURCE_003")))
      .toEqual(["", "", ""].map(() => "https://docs.example/reference/errors#resource_003"))
  })
})
