/**
 * The carriers and outages of the emulator: how each stands in words, and each switch as one change of it.
 */
import type { Behaviour } from "@signalbox/inbox/internal/view/carrier"
import { carriers } from "@signalbox/inbox/internal/view/carriers"
import { afterEach, describe, expect, it } from "vitest"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const all = "GET carriers"
const puts = "PUT carriers/sms-a"
const deletes = "DELETE carriers/sms-a"
const faults = "GET faults"

const behaviour: Behaviour = {
  id: "sms-a",
  per_second: null,
  delay_ms: 0,
  mode: "normal",
  share: 1,
  seed: 7,
  submissions: 3,
  attempts: 1234,
  repeated: 0
}

const open = (more: Partial<Behaviour> = {}, given: Shown.Answers = {}) =>
  Shown.view(carriers, {
    hash: "#/carriers",
    answers: {
      [all]: [{ ...behaviour, ...more }],
      [faults]: { store: "up", idempotency: "down" },
      [puts]: null,
      [deletes]: null,
      "PUT faults": null,
      ...given
    }
  })

describe("a carrier", () => {
  it("has a field for each of its settings", async () => {
    const page = await open({ repeated: 2 })
    expect(page.asked()).toStrictEqual([faults, all])
    expect(page.sketch().slice(0, 2)).toStrictEqual([
      "Carriers",
      "They take what the service hands over. Make one refuse, hang or be slow, and see what the service does."
    ])
    expect(page.within("Carrier sms-a", "section")).toStrictEqual(rows(
      ["(go)", "sms-a", "up", "Mode", "[normal]"],
      ["Share of it, 0 to 1", "[1]", "Seed that chooses them", "[7]"],
      ["Answers so late, in ms", "[0]", "Takes so many a second", "[]"],
      ["1,234 attempts so far, 2 handed over again.", "<As by default>"]
    ))
    const reasons = rows(
      ["handset_unreachable", "recipient_not_on_channel", "invalid_number", "temporary_carrier_error"],
      ["rate_limited", "carrier_filtered", "content_not_acceptable", "unknown"]
    )
    expect(
      page.field("Mode", 0).querySelectorAll("option").map((each) => [each.attributes.get("value"), each.textContent])
    )
      .toStrictEqual([
        ["normal", "up: it takes everything"],
        ["busy", "busy: take it later"],
        ["hang", "hangs: it never answers"],
        ["throw", "throws: its answer is an error"],
        ...reasons.map((reason) => [`refuse ${reason}`, `refuses: ${reason}`])
      ])
    const limits = page.document.querySelectorAll("input").map(({ attributes }) =>
      ["min", "max", "step"].map((name) => attributes.get(name))
    )
    expect(limits).toStrictEqual([
      ["0", "1", "any"],
      ["0", "1000000", "1"],
      ["0", "600000", "1"],
      ["0", "1000000", "any"]
    ])
    await page.close()
  })

  it.each<readonly [Partial<Behaviour>, lamp: string, words: string]>([
    [{}, "go", "up"],
    [{ mode: "busy" }, "stop", "busy"],
    [{ mode: "hang", share: 0.255 }, "stop", "hang for 26 %"],
    [{ mode: { refuse: "unknown" }, delay_ms: 9 }, "stop", "refuses unknown"],
    [{ mode: "throw", share: 0 }, "go", "up"],
    [{ mode: "throw", share: 0, delay_ms: 1 }, "wait", "up, 1 ms late"],
    [{ per_second: 2 }, "wait", "up, 2 a second"],
    [{ per_second: 0, delay_ms: 1500 }, "wait", "up, 1.5 s late, 0 a second"]
  ])("of %j is %s: %s", async (more, lamp, words) => {
    const page = await open(more)
    const told = page.within("Carrier sms-a", "section")
    expect([told[0], told[2]]).toStrictEqual([`(${lamp})`, words])
    expect(told).toContain("1,234 attempts so far.")
    await page.close()
  })

  it.each<readonly [mode: string, asked: unknown]>([
    ["busy", "busy"],
    ["hang", "hang"],
    ["throw", "throw"],
    ["normal", "normal"],
    ["refuse rate_limited", { refuse: "rate_limited" }]
  ])("is made %s", async (mode, asked) => {
    const page = await open({ mode: mode === "normal" ? "busy" : "normal" })
    page.asked()
    page.answers({ [all]: [{ ...behaviour, mode: asked }] })
    await page.fill("Mode", mode)
    expect(page.asked()).toStrictEqual([[puts, { mode: asked }], all])
    expect(page.field("Mode", 0).value).toBe(mode)
    await page.close()
  })

  it("takes numbers, or none, and goes back to how it was", async () => {
    const page = await open({ per_second: 5 })
    expect(page.field("Takes so many a second", 0).value).toBe(5)
    page.asked()
    await page.fill("Share of it, 0 to 1", "0.5")
    await page.fill("Seed that chooses them", "8")
    await page.fill("Answers so late, in ms", "250")
    await page.fill("Takes so many a second", "")
    await page.click("As by default")
    expect(page.asked()).toStrictEqual([
      ...[{ share: 0.5 }, { seed: 8 }, { delay_ms: 250 }, { per_second: null }].flatMap((each) => [[puts, each], all]),
      deletes,
      all
    ])
    await page.close()
  })

  it("is busy while it is told, and not after it was refused", async () => {
    let refuse: (error: Error) => void = () => {}
    const page = await open({}, { [deletes]: () => new Promise((_, reject) => refuse = reject) })
    const isBusy = () => page.one("Carrier sms-a", 0, "section").attributes.get("aria-busy")
    await page.click("As by default")
    expect([isBusy(), page.sketch().includes("<As by default, disabled>")]).toStrictEqual(["true", true])
    await page.settled(() => refuse(new Error("There is no such carrier.")))
    expect([isBusy(), page.heard()]).toStrictEqual(["false", ["There is no such carrier."]])
    await page.close()
  })
})

describe("the carriers", () => {
  it("are read again when one was told something or has taken a message", async () => {
    const page = await open()
    page.asked()
    await page.tell("delivery")
    await page.pass(40)
    expect(page.asked()).toStrictEqual([])
    for (const type of ["carrier", "message"]) {
      await page.tell(type)
      await page.pass(40)
      expect(page.asked()).toStrictEqual([all])
    }
    page.answers({ [all]: new Error("There are none.") })
    await page.tell("carrier")
    await page.pass(40)
    expect(page.sketch()).toContain("There are none.")
    await page.close()
  })
})

describe("the outages", () => {
  const storage = "Without it the API answers 503, and nothing is lost that was accepted."
  const keys = "Without it sends with a key are refused rather than done twice."

  it("are taken down and brought back", async () => {
    const page = await open()
    expect(page.within("Outages", "section")).toStrictEqual(rows(
      "What the service stands on",
      ["(go)", "Storage", "up", "<Take down>", storage],
      ["(stop)", "Idempotency", "down", "<Bring back>", keys]
    ))
    page.asked()
    await page.click("Take down")
    await page.click("Bring back")
    expect(page.asked()).toStrictEqual([
      ["PUT faults", { store: "down" }],
      faults,
      ["PUT faults", { idempotency: "up" }],
      faults
    ])
    page.answers({ "PUT faults": new Error("It stays.") })
    await page.click("Take down")
    expect(page.heard()).toStrictEqual(["It stays."])
    await page.tell("carrier")
    await page.pass(40)
    expect(page.asked().includes(faults)).toBe(false)
    await page.close()
  })

  it("have no lamp until they are known", async () => {
    const page = await open({}, { [faults]: () => new Promise(() => {}) })
    expect(page.within("Outages", "section").filter((each) => each.startsWith("("))).toStrictEqual(["(off)", "(off)"])
    await page.close()
  })
})
