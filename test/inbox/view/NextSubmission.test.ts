/**
 * The next submission to a phone: how it is told, set, and taken back.
 */
import type { Step } from "@signalbox/inbox/internal/source/shapes"
import { phones } from "@signalbox/inbox/internal/view/phones"
import { afterEach, describe, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const list = "GET handsets?limit=200"
const phone = "+12015550123"
const place = "handsets/%2B12015550123"
const puts = `PUT ${place}`

const open = (...next: ReadonlyArray<Step>) =>
  Shown.view(phones, {
    hash: "#/phones",
    answers: {
      [list]: [{ ...Samples.handset, next }],
      [`GET ${place}/conversation`]: [Samples.bubble],
      [puts]: null
    }
  })

describe("the next submission", () => {
  it.each<readonly [Step, sentence: string]>([
    [{}, "Next submission: delivered."],
    [{ channel: null, submit: "accept", receipts: ["delivered"], delay_ms: 0 }, "Next submission: delivered."],
    [{ channel: "rcs", receipts: ["delivered", "read"], delay_ms: 3000 }, "Next RCS: is read, 3 s later."],
    [{ receipts: ["delivered"], delay_ms: 60_000 }, "Next submission: delivered, 60 s later."],
    [
      { receipts: [{ failed: "invalid_number" }], delay_ms: 500 },
      "Next submission: fails, invalid_number, 500 ms later."
    ],
    [{ receipts: [] }, "Next submission: arrives, and nobody tells."],
    [{ channel: "sms", submit: "hang" }, "Next SMS: the carrier never answers."],
    [{ submit: { refuse: "unknown" }, receipts: [] }, "Next submission: refused, unknown."]
  ])("%j is told as a sentence", async (step, sentence) => {
    const page = await open(step)
    expect(page.sketch()).toContain(sentence)
    await page.close()
  })

  it("is taken back from the last on, in the control's words", async () => {
    const page = await open({ submit: "hang", channel: null }, { receipts: [] }, { submit: "accept" })
    expect(page.sketch()).toContain("Next submission: the carrier never answers. Then 2 more.")
    page.asked()
    await page.click("Undo")
    expect(page.asked()).toStrictEqual([[puts, { script: [{ submit: "hang" }, { receipts: [] }] }], list])
    page.answers({ [puts]: new Error("It is too late.") })
    await page.click("Undo")
    expect(page.heard()).toStrictEqual(["It is too late."])
    await page.close()
  })

  const wide = ["After so many seconds", "[3]"]
  const why = ["Why", "[handset_unreachable]"]

  it.each<readonly [ending: string, fields: ReadonlyArray<string>, Step]>([
    ["refuse", why, { submit: { refuse: "handset_unreachable" } }],
    ["fail", [...why, ...wide], { receipts: [{ failed: "handset_unreachable" }], delay_ms: 3000 }],
    ["hang", [], { submit: "hang" }],
    ["late", wide, { receipts: ["delivered"], delay_ms: 3000 }],
    ["read", wide, { receipts: ["delivered", "read"], delay_ms: 3000 }],
    ["silent", [], { receipts: [] }]
  ])("is set to %s behind what is set already", async (ending, fields, step) => {
    const page = await open({ submit: "hang" })
    await page.click("Next submission…")
    await page.fill("What becomes of it", ending)
    expect(page.within(`Next submission to ${phone}`, "dialog")).toStrictEqual(rows(
      `The next submission to ${phone}`,
      ["What becomes of it", `[${ending}]`, ...fields, "Only on", "[]", "<Set>", "<Leave it>"]
    ))
    page.asked()
    await page.click("Set")
    expect(page.asked()).toStrictEqual([[puts, { script: [{ submit: "hang" }, step] }], list])
    expect(page.sketch()).not.toContain("<Set>")
    await page.close()
  })

  it("takes the reason, the time and the channel of somebody's choice", async () => {
    const page = await open()
    await page.click("Next submission…")
    await page.fill("What becomes of it", "fail")
    await page.fill("What becomes of it", "toString")
    await page.fill("Why", "rate_limited")
    await page.fill("After so many seconds", "0.0125")
    await page.fill("Only on", "rcs")
    page.asked()
    page.answers({ [puts]: new Error("No.") })
    await page.click("Set")
    expect(page.asked()).toStrictEqual([
      [puts, { script: [{ channel: "rcs", receipts: [{ failed: "rate_limited" }], delay_ms: 13 }] }]
    ])
    expect([page.heard(), page.sketch().includes("<Set>")]).toStrictEqual([["No."], true])
    const [what, reason, , where] = page.document.querySelectorAll("dialog select, dialog input")
    const options = (of: typeof what) => of?.querySelectorAll("option").map(({ textContent }) => textContent)
    expect([what, reason, where].map(options)).toStrictEqual([
      rows(
        ["is refused", "arrives nowhere, which is told later", "gets no answer from the carrier"],
        ["is delivered late", "is delivered, then read", "arrives, and nobody tells"]
      ),
      rows(
        ["handset_unreachable", "recipient_not_on_channel", "invalid_number", "temporary_carrier_error"],
        ["rate_limited", "carrier_filtered", "content_not_acceptable", "unknown"]
      ),
      ["any channel", "SMS", "WhatsApp", "RCS", "MMS"]
    ])
    await page.click("Leave it")
    expect(page.sketch()).not.toContain("<Set>")
    await page.close()
  })
})
