/**
 * Whoever holds a phone writes back: on which channel, with what, and what is offered to them.
 */
import type { Bubble } from "@signalbox/inbox/internal/source/shapes"
import { phones } from "@signalbox/inbox/internal/view/phones"
import { afterEach, describe, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"

afterEach(Shown.forget)

const phone = "+12015550123"
const talk = "GET handsets/%2B12015550123/conversation"
const writes = "POST inbound"

const open = (...bubbles: ReadonlyArray<Partial<Bubble>>) =>
  Shown.view(phones, {
    hash: "#/phones",
    answers: {
      "GET handsets?limit=200": [Samples.handset],
      [talk]: bubbles.map((each) => ({ ...Samples.bubble, ...each })),
      [writes]: null
    }
  })

describe("whoever holds the phone", () => {
  it("writes on the channel of the last message, or on one of their choice, with a file", async () => {
    const page = await open({ channel: "rcs" }, { channel: "whatsapp" }, { channel: "sms", direction: "in" })
    const text = `Text from ${phone}`
    expect(page.field("Channel to write on", 0).value).toBe("whatsapp")
    expect(page.field(text, 0).attributes.get("placeholder")).toBe("Write, by WhatsApp")
    page.asked()
    await page.click("Send")
    await page.fill(text, "  ")
    await page.click("Send")
    expect(page.asked()).toStrictEqual([])
    await page.fill(text, " Hi ")
    await page.click("Send")
    expect(page.asked()).toStrictEqual([[writes, { from: phone, channel: "whatsapp", text: " Hi " }], talk])
    expect(page.field(text, 0).value).toBe("")
    await page.fill("Channel to write on", "mms")
    await page.click("File")
    expect(page.sketch()).toContain("<File, on>")
    await page.click("Send")
    expect(page.asked()).toStrictEqual([])
    await page.fill(text, "See")
    await page.click("Send")
    expect(page.asked()).toStrictEqual([[writes, { from: phone, channel: "mms", text: "See" }], talk])
    await page.click("File")
    await page.fill("Address of a file", "https://acme.example/a.png")
    await page.click("Send")
    expect(page.asked()).toStrictEqual([
      [writes, { from: phone, channel: "mms", media: ["https://acme.example/a.png"] }],
      talk
    ])
    expect(page.sketch()).toContain("<File>")
    await page.click("File")
    await page.fill("Address of a file", "https://acme.example/a.png")
    await page.click("File")
    await page.click("HELP")
    expect(page.asked()).toStrictEqual([[writes, { from: phone, channel: "mms", text: "HELP" }], talk])
    await page.close()
  })

  it("writes by SMS on a phone that has got nothing", async () => {
    const page = await open()
    expect(page.field("Channel to write on", 0).value).toBe("sms")
    await page.close()
  })

  it("is offered START after their last word of consent was STOP", async () => {
    const written = (body: string | null): Partial<Bubble> => ({ direction: "in", body, message_id: `m ${body}` })
    const offered = async (...bubbles: ReadonlyArray<Partial<Bubble>>) => {
      const page = await open(...bubbles)
      const found = page.sketch().filter((each) => each === "<STOP>" || each === "<START>")
      await page.close()
      return found
    }
    expect(await offered()).toStrictEqual(["<STOP>"])
    expect(await offered(written(" Stop "), written("thanks"), written(null))).toStrictEqual(["<START>"])
    expect(await offered(written("START"), written("stop"))).toStrictEqual(["<START>"])
    expect(await offered(written("stop"), written("Start"))).toStrictEqual(["<STOP>"])
    expect(await offered({ body: "stop" })).toStrictEqual(["<STOP>"])
  })

  it("keeps what was written when it does not get through, and writes once", async () => {
    const page = await open()
    page.answers({ [writes]: new Error("There is no network.") })
    await page.fill(`Text from ${phone}`, "Hi")
    page.asked()
    await page.click("Send")
    expect([page.heard(), page.field(`Text from ${phone}`, 0).value, page.asked().length]).toStrictEqual([
      ["There is no network."],
      "Hi",
      1
    ])
    let answer: (given: unknown) => void = () => {}
    page.answers({ [writes]: () => new Promise((resolve) => answer = resolve) })
    await page.click("STOP")
    expect(page.sketch().filter((each) => each.includes("disabled"))).toStrictEqual([
      "<Send, disabled>",
      "<STOP, disabled>",
      "<HELP, disabled>"
    ])
    await page.settled(() => answer(null))
    expect(page.sketch().filter((each) => each.includes("disabled"))).toStrictEqual([])
    await page.close()
  })
})
