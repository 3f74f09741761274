/**
 * The reference page in a real browser that reaches nothing but the service: it shows the operations, and asks nobody
 * else.
 */
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { node } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"
import * as Chromium from "./Chromium.ts"

// The browser of the npm package runs on Linux on x64 only; elsewhere CHROMIUM_PATH names another one.
describe.runIf(Chromium.isThere)("the reference page in a browser", () => {
  let subject: HttpSubject
  let browser: Browser

  beforeAll(async () => {
    subject = await node(Storages.memory)()
    browser = await Chromium.launch()
  }, 300_000)

  afterAll(async () => {
    await browser?.close()
    await subject?.stop()
  })

  /** Opens a page for which there is no network but the service. */
  const open = async () => {
    const asked: Array<string> = []
    const wrong: Array<string> = []
    const context = await browser.newContext({ viewport: { width: 1280, height: 1600 } })
    await context.route("**/*", (route) => {
      const { origin } = new URL(route.request().url())
      return origin === subject.baseUrl ? route.continue() : route.abort()
    })
    const page = await context.newPage()
    page.on("request", (request) => asked.push(request.url()))
    page.on("pageerror", (error) => wrong.push(String(error)))
    page.on("console", (message) => {
      if (message.type() === "error") wrong.push(message.text())
    })
    return { page, asked, wrong }
  }

  const elsewhere = (urls: ReadonlyArray<string>): ReadonlyArray<string> =>
    urls.filter((url) => !/^(?:data|blob):/.test(url) && new URL(url).origin !== subject.baseUrl)

  const shows = (page: Page, text: string): Promise<void> =>
    page.getByText(text, { exact: false }).first().waitFor({ state: "visible", timeout: 60_000 })

  it("shows the operations, and asks nobody else", { timeout: 180_000 }, async () => {
    const { asked, page, wrong } = await open()
    await page.goto(`${subject.baseUrl}/docs`)
    await shows(page, "Send a message to one or more recipients")
    for (const path of ["/v3/messages", "/v3/messages/{id}", "/v3/messages/{id}/cancel"]) await shows(page, path)
    expect(await page.title()).toBe("Signalbox")
    expect(asked).toContain(`${subject.baseUrl}/docs`)
    expect(elsewhere(asked)).toEqual([])
    expect(wrong).toEqual([])

    // The policy of the page holds whatever runs in it.
    const ask = (url: string): Promise<string> =>
      page.evaluate((there) => fetch(there).then(({ status }) => String(status), () => "refused"), url)
    expect(await ask(`${subject.baseUrl}/openapi.json`)).toBe("200")
    expect(await ask("http://localhost:9/")).toBe("refused")
    expect(elsewhere(asked)).toEqual([])
    expect(wrong.join("\n")).toContain("Content Security Policy")
  })
})
