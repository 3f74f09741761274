/**
 * The inbox in a real browser, on an emulator of its own: each view with live data, by mouse and by keyboard, in light and
 * in dark, on a phone's width, and nothing asked of another host.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Chromium from "../browser/Chromium.ts"
import * as Accessible from "./Accessible.ts"
import * as Controls from "./controls.ts"
import type { Inbox } from "./Page.ts"
import * as Page from "./Page.ts"

const welcome = "hello_welcome_to_signalbox"

// The browser of the npm package runs on Linux on x64 only; elsewhere CHROMIUM_PATH names another one.
describe.runIf(Chromium.isThere)("the inbox in a browser", () => {
  let inbox: Inbox

  beforeAll(async () => {
    inbox = await Page.start()
  }, 300_000)

  afterAll(async () => {
    await inbox?.stop()
  })

  /** Sends the greeting to a number, and returns the id of the message. */
  const send = async (to: string, more: object = {}): Promise<string> => {
    const template = { name: welcome, parameters: { name: "Ada" } }
    const { recipients } = await inbox.ask("POST", "v3/messages", { to: [to], template, ...more })
    return recipients[0].message_id
  }

  it("teaches how to send, and shows the first phone when it rings, without being loaded again", async () => {
    const { context, page, wrong } = await inbox.open("#/phones")
    const line = await page.getByLabel("curl", { exact: true }).innerText()
    expect(line).toContain(`${inbox.url}/v3/messages`)
    expect(line).toContain(inbox.apiKey)
    await send("+12015550123", { channel: ["sms"] })
    const phone = page.getByRole("region", { name: "Phone +1 201-555-0123" })
    await phone.getByText("Hello Ada, welcome to Signalbox.").waitFor()
    await phone.getByText(/^Delivered .* · SMS · 1 segment · \$0\.0079$/).waitFor()
    expect(wrong).toEqual([])
    await context.close()
  })

  it("writes STOP as the person does, who is opted out then and gets nothing more", async () => {
    await send("+12015550124", { channel: ["sms"] })
    const { context, page, wrong } = await inbox.open("#/phones/+12015550124")
    const phone = page.getByRole("region", { name: "Phone +1 201-555-0124" })
    await phone.getByRole("button", { name: "STOP" }).click()
    await phone.getByRole("link", { name: "opted out" }).waitFor()
    await phone.getByRole("button", { name: "START" }).waitFor()
    const { contacts } = await inbox.ask("GET", "v3/contacts?page=1&page_size=1&phone=%2B12015550124")
    expect(contacts[0].opt_out).toBe(true)
    const id = await send("+12015550124", { channel: ["sms"] })
    await page.goto(`${inbox.url}/#/messages/${id}`)
    await page.locator(".aside .state.stop").waitFor()
    const { status } = await inbox.ask("GET", `v3/messages/${id}`)
    const ends = page.getByRole("list", { name: "The message's line" }).locator("b")
    expect(await ends.last().innerText()).toBe(status)
    expect(wrong).toEqual([])
    await context.close()
  })

  it("sets what the next submission does on the phone, shows it until it has happened, and takes it back", async () => {
    await send("+12015550125", { channel: ["sms"] })
    const { context, page } = await inbox.open("#/phones/+12015550125")
    const phone = page.getByRole("region", { name: "Phone +1 201-555-0125" })
    const set = async () => {
      await phone.getByRole("button", { name: "Next submission…" }).click()
      await phone.getByLabel("What becomes of it").selectOption("refuse")
      await phone.getByLabel("Why").selectOption("handset_unreachable")
      await phone.getByRole("button", { name: "Set" }).click()
      await phone.getByText("Next submission: refused, handset_unreachable.").waitFor()
    }
    await set()
    await phone.getByRole("button", { name: "Undo" }).click()
    await phone.getByText("Next submission: refused").waitFor({ state: "detached" })
    await set()
    const id = await send("+12015550125", { channel: ["sms"] })
    await phone.getByText("Next submission: refused").waitFor({ state: "detached" })
    await page.goto(`${inbox.url}/#/messages/${id}`)
    const refused = page.getByRole("list", { name: "The message's line" }).getByText(/^refused: /).first()
    expect(await refused.innerText()).toContain("refused: ")
    await context.close()
  })

  it("draws the line of a message: two candidates end at a buffer stop, the third arrives", async () => {
    const refuse = { submit: { refuse: "recipient_not_on_channel" } }
    await inbox.ask("PUT", "emulator/handsets/+12015550126", {
      script: [{ channel: "whatsapp", ...refuse }, { channel: "rcs", ...refuse }]
    })
    const id = await send("+12015550126")
    const { context, page, wrong } = await inbox.open(`#/messages/${id}`)
    const line = page.getByRole("list", { name: "The message's line" })
    await line.getByText("DELIVERED", { exact: true }).waitFor()
    const spoken = await line.locator("li > .hidden").allInnerTexts()
    expect(spoken.map((each) => each.replace(/[:.] ?.*/, ""))).toEqual([
      "QUEUED",
      "ROUTED",
      "Branch MMS · mms-a",
      "Branch WhatsApp · whatsapp-a",
      "Branch RCS · rcs-a",
      "SMS · sms-a",
      "SENT",
      "DELIVERED"
    ])
    await page.getByRole("tab", { name: "JSON" }).click()
    expect(await page.locator("pre").innerText()).toContain(`"id": "${id}"`)
    await page.getByRole("tab", { name: "JSON" }).press("ArrowRight")
    expect(await page.locator("pre").innerText()).toContain(`/v3/messages/${id}`)
    expect(wrong).toEqual([])
    await context.close()
  })

  it("sends by its form, whose curl line does the same", async () => {
    const { context, page, wrong } = await inbox.open("#/send?to=%2B12015550127")
    await page.getByLabel("Value of name").fill("Grace")
    await page.getByLabel("SMS", { exact: true }).check()
    const code = await page.getByLabel("Code", { exact: true }).innerText()
    const [, url = ""] = /^curl -s '([^']+)'/.exec(code) ?? []
    const [, body = ""] = /-d '([^']+)'$/.exec(code) ?? []
    const answer = await fetch(url, {
      method: "POST",
      headers: { "x-api-key": inbox.apiKey, "content-type": "application/json" },
      body
    })
    expect(answer.status).toBe(202)
    await page.getByRole("button", { name: "Send", exact: true }).click()
    await page.getByRole("link", { name: "+12015550127: see it on the phone" }).click()
    await page.getByRole("region", { name: "Phone +1 201-555-0127" }).getByText("Hello Grace").nth(1).waitFor()
    expect(wrong).toEqual([])
    await context.close()
  })

  it("shows a template in four channels, marks what makes it dear, and has the remedy beside it", async () => {
    const { context, page, wrong } = await inbox.open("#/templates/new")
    await page.getByLabel("Body, all channels").fill("Hi {{name}}, it is on its way…")
    await page.getByRole("button", { name: "Another body for MMS" }).click()
    const sms = page.getByRole("region", { name: "SMS", exact: true })
    await sms.getByText("UCS-2").waitFor()
    expect(await sms.locator("mark").allInnerTexts()).toEqual(["…"])
    await page.getByLabel("Body, all channels").fill("“Hi {{name}}”, it is on its way…")
    await expect.poll(() => sms.locator("mark").allInnerTexts()).toEqual(["“", "”", "…"])
    await page.getByLabel("Body, all channels").fill("Hi {{name}}, it is on its way…")
    await expect.poll(() => sms.locator("mark").allInnerTexts()).toEqual(["…"])
    await page.getByRole("button", { name: "Use \"...\"" }).click()
    await sms.getByText("GSM-7").waitFor()
    expect(await page.getByLabel("Body, all channels").inputValue()).toBe("Hi {{name}}, it is on its way...")
    for (const channel of ["WhatsApp", "RCS", "MMS"]) {
      await page.getByRole("region", { name: channel, exact: true }).getByText("it is on its way...").waitFor()
    }
    await page.getByLabel("Footer").fill("*Acme*")
    await page.getByRole("list", { name: "Flaws" }).getByText("footer.template").waitFor()
    await page.getByRole("button", { name: "Go there" }).click()
    expect(await page.evaluate("document.activeElement.id")).toBe("footer")
    await page.getByLabel("Footer").fill("Acme")
    await page.getByRole("button", { name: "Submit for review" }).click()
    await page.getByText(/ is being reviewed\.$/).waitFor()
    await page.locator(".state", { hasText: "APPROVED" }).waitFor()
    await page.getByRole("button", { name: "Pause" }).click()
    await page.locator(".state", { hasText: "PAUSED" }).waitFor()
    expect(wrong).toEqual([])
    await context.close()
  })

  it("goes on in time, holds messages over night, and keeps the colours that somebody chose", async () => {
    const { context, page } = await inbox.open("#/phones")
    await page.getByRole("button", { name: "+1 h" }).click()
    await page.getByRole("group", { name: "Clock of the service" }).getByText(/ahead$/).waitFor()
    await page.getByRole("button", { name: "Quiet hours" }).click()
    await page.getByRole("button", { name: "Quiet hours", pressed: true }).waitFor()
    await page.getByRole("button", { name: "Quiet hours" }).click()
    await page.getByRole("button", { name: "Quiet hours", pressed: false }).waitFor()
    const colour = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor")
    const before = await colour()
    for (let click = 0; click < 2; click++) await page.getByRole("button", { name: /^Colours/ }).click()
    expect(await colour()).not.toBe(before)
    const dark = await colour()
    await page.reload()
    await page.locator(".frame").waitFor()
    expect(await colour()).toBe(dark)
    await context.close()
  })

  it("can be used by the keyboard alone", async () => {
    const id = await send("+12015550128", { channel: ["sms"] })
    const { context, page } = await inbox.open("#/messages")
    await page.getByRole("link", { name: /\+12015550128/ }).first().waitFor()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    expect(await page.evaluate("document.activeElement.id")).toBe("main")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/#/messages/${id}`)
    await page.getByRole("complementary", { name: "Message" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("complementary", { name: "Message" }).waitFor({ state: "detached" })
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keys" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "hidden" })
    await page.keyboard.press("/")
    await page.keyboard.type(id)
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/#/messages/${id}`)
    await context.close()
  })

  it("keeps WCAG 2.2 AA in light and in dark, and fits into 360 pixels, in every view", async () => {
    const id = await send("+12015550123", { channel: ["sms"] })
    const template = (await inbox.ask("GET", "v3/templates?page=1&page_size=1")).templates[0]
    /** Each address, and a text that is there when it is shown whole. */
    const addresses = [
      ["#/phones", "Hello Ada"],
      [`#/phones/+12015550123/${id}`, "QUEUED"],
      ["#/messages", "Hello Ada"],
      ["#/webhooks", "Nobody is told"],
      ["#/carriers", "As by default"],
      ["#/templates", template.name],
      [`#/templates/${template.id}`, "On the phone"],
      ["#/contacts", "+1 201-555-0123"],
      ["#/send", "/v3/messages"]
    ] as const
    const found: Array<string> = []
    // The views share colours and parts, so by default each is judged in one of the two.
    const isWhole = process.env["MATRIX"] === "whole"
    for (const [theme, width] of [["light", 1560], ["dark", 1560], ["light", 360]] as const) {
      const { context, page, wrong } = await inbox.open("#/phones", { theme, width })
      for (const [place, [address, text]] of addresses.entries()) {
        const isJudged = width > 360 && (place % 2 === 0) === (theme === "dark")
        if (!isWhole && !isJudged && width > 360) continue
        await page.goto(`${inbox.url}/${address}`)
        await page.locator("main").getByText(text).first().waitFor()
        const what = `${theme} ${width} ${address}`
        if (isWhole || isJudged) found.push(...(await Accessible.violations(page)).map((each) => `${what}: ${each}`))
        const wide = await page.evaluate<number>("document.documentElement.scrollWidth")
        if (wide > width) found.push(`${what}: ${wide} pixels wide`)
      }
      found.push(...wrong)
      await context.close()
    }
    expect(found).toEqual([])
  })

  it("is shown in seven tabs, which share one stream and all hear of a message, also when its reader is closed", async () => {
    const first = await inbox.open("#/phones")
    const { context } = first
    const tabs = [first.page]
    while (tabs.length < 7) tabs.push((await inbox.open("#/phones", { context })).page)
    const readers = () =>
      Promise.all(tabs.map((page) => page.evaluate<string>("document.documentElement.dataset.stream")))
        .then((all) => all.filter((one) => one === "own").length)
    expect(await readers()).toBe(1)
    await send("+12015550130", { channel: ["sms"] })
    for (const page of tabs) await page.getByRole("region", { name: "Phone +1 201-555-0130" }).waitFor()
    await tabs.shift()?.close()
    for (;;) if (await readers() === 1) break
    await send("+12015550131", { channel: ["sms"] })
    for (const page of tabs) await page.getByRole("region", { name: "Phone +1 201-555-0131" }).waitFor()
    await context.close()
  })

  Controls.cases(() => inbox)

  it("lists thousands of messages with no more than the rows that are seen", async () => {
    const isWhole = process.env["MATRIX"] === "whole"
    const count = isWhole ? 10_000 : 1000
    const template = { name: welcome, parameters: { name: "Ada" } }
    for (let from = 0; from < count; from += 1000) {
      const to = Array.from({ length: 1000 }, (_, index) => `+1202${String(2_000_000 + from + index)}`)
      await inbox.ask("POST", "v3/messages", { to, template, channel: ["sms"] })
    }
    const { context, page } = await inbox.open("#/messages")
    const list = page.getByRole("group", { name: "Messages" })
    const total = Number((await page.getByText(/messages, the newest first/).innerText()).replaceAll(/\D/g, ""))
    expect(total).toBeGreaterThanOrEqual(count)
    const rows = () => list.getByRole("listitem").count()
    expect(await rows()).toBeLessThan(60)
    await list.focus()
    await page.keyboard.press("End")
    await list.locator(`li[aria-posinset="${total}"] a`).waitFor()
    expect(await rows()).toBeLessThan(60)
    expect(await page.evaluate<number>("document.querySelectorAll('*').length")).toBeLessThan(1000)
    await context.close()
  })

  Controls.resetCase(() => inbox)
})
