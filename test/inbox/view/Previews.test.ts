/**
 * The previews of a template: each channel as it shows the message, what it weighs and costs, and the way to each flaw.
 */
import type { ChannelPreview, Flaw, Preview } from "@signalbox/inbox/internal/source/shapes"
import { templates } from "@signalbox/inbox/internal/view/templates"
import { afterEach, describe, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const question = "POST v3/templates/preview"

const channel = (name: string, more: Partial<ChannelPreview> = {}): ChannelPreview => ({
  ...Samples.preview,
  channel: name,
  ...(name === "sms" ? {} : { encoding: null, units: null, segments: null }),
  ...more
})

const flaw = (field: string): Flaw => ({ field, code: `CODE_${field.length}`, message: "is wrong" })

const forced = (character: string, code_point: string, name: string | null = null) => ({
  index: 0,
  character,
  code_point,
  name
})

/** Shows the editor of a template of which the service makes this. */
const open = async (preview: Preview) => {
  const page = await Shown.view(templates, {
    hash: "#/templates/t1",
    answers: {
      "GET v3/templates/t1": {
        ...Samples.template,
        definition: {
          ...Samples.template.definition,
          header: { type: "text", template: "“A”" },
          footer: { type: "text", template: "A – B" },
          body: { ...Samples.template.definition.body, sms: { template: "“A” – “B”" }, rcs: { template: "“" } },
          buttons: [
            { id: 1, type: "QUICK_REPLY", props: { text: "A" } },
            { id: 2, type: "URL", props: { text: "B", url: "https://b.example/" } }
          ]
        }
      },
      [question]: preview
    }
  })
  await page.pass(150)
  return page
}

const shown = async (...channels: ReadonlyArray<ChannelPreview>) => {
  const page = await open({ flaws: [], channels })
  const whole = page.within("On the phone", "section")
  await page.close()
  return whole
}

describe("a preview", () => {
  it("shows each channel in its own words, and says of which there is nothing", async () => {
    const page = await open({
      flaws: [],
      channels: [
        channel("rcs", {
          is_approved: false,
          message_body: {
            header: "Order",
            content: "Hi “Ada”",
            footer: "Acme",
            subject: "News",
            headerMedia: { type: "image", url: "https://acme.example/a/logo.png?size=1" },
            media: [{ url: "menu.pdf" }],
            buttons: [
              { type: "URL", text: "Track", value: "https://acme.example" },
              { type: "CALL", text: null, value: "+12015550100" },
              { type: "STOP", text: null }
            ]
          },
          forces_unicode: [forced("“", "U+201C")],
          prices: [{ country: "US", price: 0.02 }]
        }),
        channel("whatsapp", { message_body: null, flaws: [flaw("definition.body.whatsapp")], prices: [] })
      ]
    })
    const whole = page.sketch()
    expect(whole.slice(whole.indexOf("On the phone"))).toStrictEqual(rows(
      "On the phone",
      "As each channel shows it, what it weighs, and what it costs to the US.",
      ["(off)", "SMS", "no body", "The template has no body for SMS, so nothing is sent there."],
      ["(stop)", "WhatsApp", "It is not shown there, for its flaws.", "no price for US"],
      ["(wait)", "RCS", "image:", "logo.png -> https://acme.example/a/logo.png?size=1", "file:", "menu.pdf"],
      ["News", "Order", "Hi “Ada”", "Acme", "Track", "+12015550100", "STOP"],
      ["$0.0200", "· not approved there"],
      ["(off)", "MMS", "no body", "The template has no body for MMS, so nothing is sent there."],
      ["(stop)", "definition.body.whatsapp", "is wrong", "CODE_24", "<Go there>"]
    ))
    await page.close()
  })

  it("marks in an SMS each character that makes it dear, and tells of each once, with a remedy where there is one", async () => {
    const page = await open({
      flaws: [],
      channels: [
        channel("sms", {
          text: "“A” – “B” 😀",
          encoding: "UCS-2",
          units: 72,
          segments: 2,
          message_body: { ...Samples.body, header: "H", footer: "F", buttons: [{ type: "URL", text: "T" }] },
          forces_unicode: [
            forced("“", "U+201C", "LEFT DOUBLE QUOTATION MARK"),
            forced("”", "U+201D"),
            forced("–", "U+2013"),
            forced("“", "U+201C", "LEFT DOUBLE QUOTATION MARK"),
            forced("😀", "U+1F600")
          ]
        })
      ]
    })
    const whole = page.sketch()
    const tell = (what: string) => `${what} is not in GSM-7, so all of the text is sent as UCS-2: 2 segments.`
    expect(whole.slice(whole.indexOf("(wait)"), whole.indexOf("WhatsApp") - 1)).toStrictEqual(rows(
      ["(wait)", "SMS", "2 segments", "“", "A", "”", "–", "“", "B", "”", "😀"],
      ["UCS-2 ·", "72 units, 2 segments ·", "$0.0079"]
    ))
    expect(page.document.querySelectorAll("mark.bad").map(({ textContent }) => textContent)).toStrictEqual(rows(
      ["“", "”", "–", "“", "”", "😀"]
    ))
    const dear = "One character makes the SMS dearer."
    expect(whole.slice(whole.indexOf(dear) - 1)).toStrictEqual(rows(
      ["(wait)", dear, tell("\"“\" (U+201C, LEFT DOUBLE QUOTATION MARK)"), "<Use \"\"\">"],
      ["(wait)", dear, tell("\"”\" (U+201D)"), "<Use \"\"\">"],
      ["(wait)", dear, tell("\"–\" (U+2013)"), "<Use \"-\">"],
      ["(wait)", dear, tell("\"😀\" (U+1F600)")]
    ))
    await page.click("Use \"\"\"")
    await page.click("Use \"-\"")
    const values = ["Header, text", "Body, all channels", "Body, SMS", "Body, RCS", "Footer"]
      .map((name) => page.field(name, 0).value)
    expect(values).toStrictEqual(["\"A”", "Hi {{name}}", "\"A” - \"B”", "\"", "A - B"])
    await page.close()
  })

  it.each([
    ["…", "..."],
    ["’", "'"],
    ["‘", "'"],
    ["“", "\""],
    ["”", "\""],
    ["–", "-"],
    ["—", "-"],
    ["\u00a0", " "]
  ])("has GSM-7's own character for %s", async (character, instead) => {
    const told = await shown(channel("sms", { forces_unicode: [forced(character, "U+0000")] }))
    expect(told.filter((each) => each.startsWith("<"))).toStrictEqual([`<${`Use "${instead}"`.trim()}>`])
  })

  it("weighs an SMS of one segment, and shows its body where it has no text of its own", async () => {
    expect(await shown(channel("sms", { text: null }))).toStrictEqual(rows(
      "On the phone",
      "As each channel shows it, what it weighs, and what it costs to the US.",
      ["(go)", "SMS", "1 segment", "Hi Ada", "GSM-7 ·", "6 units, 1 segment ·", "$0.0079"],
      ["(off)", "WhatsApp", "no body", "The template has no body for WhatsApp, so nothing is sent there."],
      ["(off)", "RCS", "no body", "The template has no body for RCS, so nothing is sent there."],
      ["(off)", "MMS", "no body", "The template has no body for MMS, so nothing is sent there."]
    ))
  })

  it.each([
    ["definition.header.template", "header"],
    ["definition.footer", "footer"],
    ["definition.body.sms.template", "body-sms"],
    ["definition.body.rcs", "body-rcs"],
    ["definition.body.multiChannel.template", "body-multiChannel"],
    ["definition.buttons[1].props.url", "button-1"],
    ["definition.buttons.0.props.text", "button-0"],
    ["definition", "body-multiChannel"]
  ])("leads from a flaw of %s to the field %s", async (path, id) => {
    const page = await open({ flaws: [flaw(path)], channels: [channel("sms")] })
    expect(page.within("On the phone", "section")).toStrictEqual(rows(
      "On the phone",
      "As each channel shows it, what it weighs, and what it costs to the US.",
      ["(stop)", path, "is wrong", `CODE_${path.length}`, "<Go there>"]
    ))
    await page.click("Go there")
    expect(page.document.activeElement?.attributes.get("id")).toBe(id)
    await page.close()
  })

  it("is asked for once the keys rest, and not again for what came back too late", async () => {
    const page = await open({ flaws: [], channels: [channel("sms", { text: "first" })] })
    page.asked()
    let answer: (given: unknown) => void = () => {}
    page.answers({ [question]: () => new Promise((resolve) => answer = resolve) })
    await page.fill("Footer", "a")
    await page.pass(149)
    await page.fill("Footer", "ab")
    await page.pass(149)
    expect(page.asked()).toStrictEqual([])
    await page.pass(1)
    const [asked] = page.asked()
    expect(asked).toMatchObject([question, {
      category: "UTILITY",
      countries: ["US"],
      use_samples: true,
      parameters: { name: "Ada" },
      definition: { footer: { template: "ab" } }
    }])
    page.answers({ [question]: new Error("There is no preview.") })
    await page.fill("Footer", "abc")
    await page.settled(() => answer({ flaws: [], channels: [channel("sms", { text: "too late" })] }))
    expect(page.sketch()).toContain("first")
    await page.pass(150)
    expect(page.sketch()).toContain("There is no preview.")
    page.answers({ [question]: { flaws: [], channels: [channel("sms", { text: "last" })] } })
    await page.fill("Category", "")
    await page.pass(150)
    expect(page.sketch()).not.toContain("There is no preview.")
    expect(page.sketch()).toContain("last")
    expect(page.asked().at(-1)).not.toMatchObject([question, { category: "" }])
    await page.fill("Footer", "abcd")
    await page.close()
    await page.pass(1000)
    expect(page.asked()).toStrictEqual([])
  })
})

describe("the meter of an SMS", () => {
  const bars = async (encoding: "GSM-7" | "UCS-2" | null, units: number, segments: number) => {
    const page = await open({ flaws: [], channels: [channel("sms", { encoding, units, segments })] })
    const [meter] = page.document.querySelectorAll(".meter")
    const widths = page.document.querySelectorAll(".meter rect").map(({ attributes }) =>
      Math.round(Number(attributes.get("width")))
    )
    await page.close()
    return [meter?.attributes.get("aria-label"), meter?.classList.contains("many"), widths]
  }

  it.each(
    [
      ["GSM-7", 80, 1, "80 of 160 units", false, [50]],
      ["GSM-7", 160, 1, "160 of 160 units", false, [100]],
      ["GSM-7", 229.5, 2, "229.5 of 306 units", true, [100, 50]],
      ["UCS-2", 70, 1, "70 of 70 units", false, [100]],
      ["UCS-2", 100.5, 2, "100.5 of 134 units", true, [100, 50]],
      ["GSM-7", 1836, 12, "1836 of 1836 units", true, Array.from({ length: 12 }, () => 100)],
      ["GSM-7", 1900, 13, "1900 of 1989 units", true, Array.from({ length: 12 }, () => 100)]
    ] as const
  )("of %s shows %d units in %d segments", async (encoding, units, segments, label, isMany, widths) => {
    expect(await bars(encoding, units, segments)).toStrictEqual([label, isMany, [...widths]])
  })

  it("is not there without an encoding or a segment", async () => {
    expect(await bars(null, 10, 1)).toStrictEqual([undefined, undefined, []])
    expect(await bars("UCS-2", 0, 0)).toStrictEqual([undefined, undefined, []])
  })
})
