/** The scripted reviewer says each verdict once, of the review that it was meant for. */
import { plus } from "@signalbox/core/Instant"
import { Script } from "@signalbox/emulator/review/ReviewScript"
import * as ReviewScript from "@signalbox/emulator/review/ReviewScript"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const template = Given.template({ status: "PENDING" })
const at = (millis: number) => plus(Given.now, millis)
const rejection = { channel: null, outcome: "reject", reason: "too loud", afterMillis: 0 } as const
const rejected = { _tag: "Rejected", reason: "too loud" }

const script = () => Effect.runPromise(Effect.provide(Script.useSync((script) => script), ReviewScript.layer))

describe("the reviewer", () => {
  it("says of one template once what it was told to say of it", async () => {
    const { add, review } = await script()
    add(template.id, rejection)
    expect(review(Given.template({ id: Given.templateId(2) }), at(0))).toEqual({ _tag: "Approved" })
    expect(review(template, at(0))).toEqual(rejected)
    expect(review({ ...template, revision: 2 }, at(1))).toEqual({ _tag: "Approved" })
  })

  it("takes its time, and has forgotten a review that is over", async () => {
    const { add, review } = await script()
    add(template.id, { ...rejection, afterMillis: 100 })
    expect(review(template, at(0))).toEqual({ _tag: "Undecided", askAgainAt: at(100) })
    expect(review(template, at(99))).toEqual({ _tag: "Undecided", askAgainAt: at(100) })
    expect(review(template, at(100))).toEqual(rejected)
    expect(review(template, at(200))).toEqual({ _tag: "Approved" })
  })
})
