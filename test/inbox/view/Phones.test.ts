/**
 * The phones: which are open, what has been said on them, and when they ring.
 */
import type { Bubble, Handset } from "@signalbox/inbox/internal/source/shapes"
import { phones } from "@signalbox/inbox/internal/view/phones"
import { afterEach, describe, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const list = "GET handsets?limit=200"
const phone = "+12015550123"
const place = "handsets/%2B12015550123"
const talk = `GET ${place}/conversation`
const contacts = "GET v3/contacts?page=1&page_size=20&search=%2B12015550123"

const answers: Shown.Answers = {
  [list]: [Samples.handset],
  [talk]: [Samples.bubble],
  [contacts]: { contacts: [{ ...Samples.contact, id: "c9", phone_number: "+120155501234" }, Samples.contact] }
}

const open = (more: Shown.Options = {}) => Shown.view(phones, { hash: "#/phones", answers, ...more })

const withBubbles = (...bubbles: ReadonlyArray<Partial<Bubble>>): Shown.Options => ({
  answers: { ...answers, [talk]: bubbles.map((each) => ({ ...Samples.bubble, ...each })) }
})

/** Returns everything that has been said on the phone. */
const said = (page: Shown.Shown) => page.within("Messages on this phone", "ol")

describe("the phones", () => {
  it("show the latest three, and list all others", async () => {
    const all = Array.from({ length: 6 }, (_, index): Handset => ({
      ...Samples.handset,
      phone: `+1201555010${index}`,
      last_at: Shown.wall(11, index),
      count: index
    }))
    const page = await open({ answers: { [list]: all } })
    const names = () => page.document.querySelectorAll(".phone").map(({ attributes }) => attributes.get("aria-label"))
    const row = (index: number) =>
      `11:0${index} +1201555010${index} ${index} ${
        index === 1 ? "message" : "messages"
      } -> #/phones/+1201555010${index}`
    expect(names()).toStrictEqual(["Phone +12015550100", "Phone +12015550101", "Phone +12015550102"])
    expect(page.within("3 more phones", "section")).toStrictEqual(["3 more phones", row(3), row(4), row(5)])
    await page.settled(() => page.location.hash = "#/phones/+12015550102")
    expect(names()).toStrictEqual(["Phone +12015550100", "Phone +12015550101", "Phone +12015550102"])
    await page.settled(() => page.location.hash = "#/phones/+12015550104")
    expect(names()).toStrictEqual(["Phone +12015550104", "Phone +12015550100", "Phone +12015550101"])
    expect(page.within("3 more phones", "section")).toStrictEqual(["3 more phones", row(2), row(3), row(5)])
    await page.settled(() => page.location.hash = "#/phones/+12015550199")
    expect(names()).toStrictEqual(["Phone +12015550199", "Phone +12015550100", "Phone +12015550101"])
    expect(page.within("4 more phones", "section")).toStrictEqual(["4 more phones", row(2), row(3), row(4), row(5)])
    await page.close()
  })

  it("say where there may be more than are listed, and list none where all are open", async () => {
    const many = (length: number) =>
      Array.from({ length }, (_, index) => ({ ...Samples.handset, phone: `+1201556${1000 + index}` }))
    for (const [count, title] of [[199, "196 more phones"], [200, "197 more phones at least"]] as const) {
      const page = await open({ answers: { [list]: many(count) } })
      expect(page.document.querySelectorAll(".others h2").map(({ textContent }) => textContent)).toStrictEqual([title])
      await page.close()
    }
    const page = await open({ answers: { [list]: many(3) } })
    expect(page.document.querySelectorAll(".others")).toStrictEqual([])
    await page.close()
  })

  it("are read again when one gets or loses something, and say why they are not", async () => {
    const page = await open()
    expect(page.asked()).toStrictEqual([list, talk, contacts])
    for (const type of ["delivery", "template", "carrier", "clock"]) {
      await page.tell(type, { phone })
      await page.pass(40)
    }
    expect(page.asked()).toStrictEqual([])
    await page.tell("handset", { phone: "+12015550199" })
    await page.pass(40)
    expect(page.asked()).toStrictEqual([list])
    await page.tell("message", { phone: "+12015550199" })
    await page.pass(40)
    expect(page.asked()).toStrictEqual([list])
    await page.tell("contact", { phone: "+12015550199" })
    await page.pass(40)
    expect(page.asked()).toStrictEqual([contacts])
    await page.tell("handset", { phone })
    await page.pass(40)
    expect(page.asked().toSorted()).toStrictEqual([talk, list])
    page.answers({ [list]: new Error("The emulator is away."), [talk]: new Error("Nothing is heard.") })
    await page.tell("message", { phone })
    await page.pass(40)
    expect(page.asked().toSorted()).toStrictEqual([talk, list, contacts])
    expect(page.sketch()).toContain("The emulator is away.")
    expect(page.sketch()).toContain("Nothing is heard.")
    expect(said(page)).toHaveLength(3)
    await page.close()
  })

  it("teach how to send a first message, by a template that may be sent, else by a text", async () => {
    const templates = "GET v3/templates?page=1&page_size=20"
    const given = { ...answers, [list]: [] }
    const page = await open({ answers: given })
    const line = () => page.within("curl", "pre").join("")
    const curl = (body: object) =>
      "curl -s 'http://emulator/v3/messages' -H 'x-api-key: 1234567890' -H 'content-type: application/json' " +
      `-d '${JSON.stringify(body)}'`
    expect(page.asked()).toStrictEqual([list, templates])
    expect(line()).toBe(curl({ to: [phone], text: "Hello!" }))
    const { template } = Samples
    page.answers({
      [templates]: {
        templates: [
          { ...template, name: "stop", auto_reply_action: "STOP" },
          { ...template, name: "paused", status: "PAUSED" },
          template,
          { ...template, name: "other" }
        ]
      }
    })
    await page.tell("message")
    await page.pass(40)
    expect(page.asked()).toStrictEqual([list])
    await page.tell("template")
    await page.pass(40)
    expect(page.asked()).toStrictEqual([templates])
    expect(line()).toBe(curl({ to: [phone], template: { name: "order", parameters: { name: "Ada" } } }))
    await page.click("Copy curl")
    expect(page.copied).toStrictEqual([line()])
    expect(page.heard()).toStrictEqual(["The curl line is copied. Paste it into a terminal."])
    await page.close()
    const keyless = await open({
      accounts: [{ id: "acme", name: "Acme", type: "organization" }],
      answers: {
        ...given,
        [templates]: {
          templates: [{
            ...template,
            definition: {
              body: {
                sms: { template: "{{0:variable}}", variables: [{ id: 0, name: "day", type: "variable", props: {} }] }
              }
            }
          }]
        }
      }
    })
    expect(keyless.within("curl", "pre").join("")).toContain("$SIGNALBOX_KEY")
    expect(keyless.within("curl", "pre").join("")).toContain("\"parameters\":{\"day\":\"day\"}")
    await keyless.close()
  })
})

describe("a phone", () => {
  it("names its contact, the channels that it can be reached on, and its opt-out", async () => {
    const page = await open()
    const head = () => page.within("Phone +1 201-555-0123", "section").slice(0, 7)
    const not = () => page.document.querySelectorAll(".able .no").map(({ textContent }) => textContent)
    expect(head()).toStrictEqual(rows(
      "+1 201-555-0123 -> #/phones/+12015550123",
      ["US", "contact -> #/contacts/c1", "SMS", "WhatsApp", "RCS", "MMS"]
    ))
    expect(not()).toStrictEqual(["WhatsApp cannot be reached", "MMS cannot be reached"])
    page.answers({ [contacts]: { contacts: [{ ...Samples.contact, opt_out: true }] } })
    await page.tell("contact")
    await page.pass(40)
    expect(head()[2]).toBe("opted out -> #/contacts/c1")
    page.answers({ [contacts]: { contacts: [] } })
    await page.tell("contact")
    await page.pass(40)
    expect(page.within(`Phone ${phone}`, "section").slice(0, 3)).toStrictEqual(rows(
      ["+12015550123 -> #/phones/+12015550123", "no contact yet", "SMS"]
    ))
    expect(not()).toStrictEqual([])
    await page.close()
  })

  it("has each message by its day, with its lamp, and what it weighed and cost", async () => {
    const page = await open({
      accounts: [Shown.acme, { id: "beta", name: "Beta", type: "organization" }],
      ...withBubbles(
        { message_id: "m1", at: Shown.wall(23, 59, 0, 0, 7), status: "FAILED", segments: 2, price: null },
        { message_id: "m2", at: Shown.wall(10, 0, 0, 0, 8), channel: "rcs", price: "0.02", account: "beta" },
        { message_id: "m3", direction: "in", at: Shown.wall(10, 1, 0, 0, 8), status: "RECEIVED", body: "Yes" },
        { message_id: "m4", at: Shown.wall(9), status: "READ", read_at: Shown.wall(9, 5), channel: "whatsapp" },
        { message_id: "m5", at: Shown.wall(10), status: null, segments: null, channel: "mms", header: "H", footer: "F" }
      ),
      hash: "#/phones/+12015550123/m4"
    })
    expect(said(page)).toStrictEqual(rows(
      ["Sat 7 Mar", "Hi Ada", "(stop) Failed 23:59 · SMS · 2 segments -> #/phones/+12015550123/m1"],
      ["Yesterday", "Hi Ada"],
      "(go) Delivered 10:00 · RCS · $0.0200 -> #/phones/+12015550123/m2?account=beta",
      "<Read it>",
      ["Yes", "written 10:01 · SMS -> #/phones/+12015550123/m3"],
      ["Today", "Hi Ada", "(info) Read 09:05 · WhatsApp · $0.0079 -> #/phones/+12015550123/m4 *"],
      ["H", "Hi Ada", "F", "10:00 · MMS · $0.0079 -> #/phones/+12015550123/m5"]
    ))
    const [frame] = page.document.querySelectorAll(".talk")
    expect(page.document.querySelectorAll(".talk > li.out .bubble").map(({ textContent }) => textContent))
      .toStrictEqual(["SMS: Yes"])
    if (frame !== undefined) frame.scrollHeight = 700
    page.answers({ [talk]: [Samples.bubble] })
    await page.tell("handset", { phone })
    await page.pass(40)
    expect(frame?.scrollTop).toBe(700)
    await page.close()
  })

  it("shows files, and taps the buttons of a message", async () => {
    const page = await open(withBubbles({
      channel: "rcs",
      header_media: { type: "image", url: "https://acme.example/logo.png" },
      media: ["https://acme.example/menu.pdf"],
      subject: "News",
      buttons: [{ type: "REPLY", text: "Yes" }, { type: "URL", text: null, value: "acme.example" }, {
        type: "CALL",
        text: null
      }]
    }))
    expect(said(page)).toStrictEqual(rows(
      ["Today", "image:", "logo.png -> https://acme.example/logo.png", "file:"],
      ["menu.pdf -> https://acme.example/menu.pdf", "News", "Hi Ada", "<Yes>", "<acme.example>", "<CALL>"],
      ["(go) Delivered 11:30 · RCS · $0.0079 -> #/phones/+12015550123/m1", "<Read it>"]
    ))
    page.asked()
    page.answers({ [`POST ${place}/tap`]: { opens: "https://acme.example" } })
    await page.click("acme.example")
    page.answers({ [`POST ${place}/tap`]: { opens: null } })
    await page.click("CALL")
    page.answers({ [`POST ${place}/tap`]: {} })
    await page.click("Yes")
    await page.click("Read it")
    expect(page.asked()).toStrictEqual([
      ...[1, 2, 0].map((button) => [`POST ${place}/tap`, { message_id: "m1", button }]),
      [`POST ${place}/read`, { message_id: "m1" }]
    ])
    expect(page.heard()).toStrictEqual(["The phone opens https://acme.example", `Nobody answers POST ${place}/read`])
    page.answers({ [`POST ${place}/tap`]: new Error("It has no buttons.") })
    await page.click("Yes")
    expect(page.heard()).toStrictEqual(["It has no buttons."])
    await page.close()
  })

  it("is only looked at where nothing may be changed", async () => {
    const page = await open({
      ...withBubbles({ channel: "rcs", buttons: [{ type: "REPLY", text: "Yes" }] }),
      mayWrite: false
    })
    expect(page.sketch().filter((each) => each.includes("<"))).toStrictEqual(["<Yes, disabled>"])
    await page.close()
  })

  it("rings when something arrives while it is looked at, and not for what is written or was there", async () => {
    const page = await open()
    const rings = () => page.document.querySelectorAll(".phone.ring").length
    const heard = async (...bubbles: ReadonlyArray<Partial<Bubble>>) => {
      page.document.querySelectorAll(".phone").forEach(({ classList }) => classList.remove("ring"))
      page.answers({ [talk]: bubbles.map((each) => ({ ...Samples.bubble, ...each })) })
      await page.tell("message", { phone })
      await page.pass(40)
      return rings()
    }
    expect(rings()).toBe(0)
    expect(await heard({}, { direction: "in", message_id: "m2" })).toBe(0)
    expect(await heard({}, { message_id: "m3" })).toBe(1)
    expect(await heard({}, { message_id: "m3" })).toBe(0)
    expect(await heard({})).toBe(0)
    expect(await heard({}, { message_id: "m4" })).toBe(1)
    await page.close()
    // Nothing was there yet, so this is the first that arrives.
    const empty = await open(withBubbles())
    empty.answers({ [talk]: [Samples.bubble] })
    await empty.tell("message", { phone })
    await empty.pass(40)
    expect(empty.document.querySelectorAll(".phone.ring")).toHaveLength(1)
    await empty.close()
  })
})
