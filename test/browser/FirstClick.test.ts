/**
 * The first click on the reference page of a running emulator: whoever pastes the key that it prints and sends the
 * request that is shown has sent a message.
 */
import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { condition } from "../FromSource.ts"
import * as Matrix from "../http/Matrix.ts"
import * as Chromium from "./Chromium.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const key = "11111111-1111-4111-8111-111111111111"

// The browser of the npm package runs on Linux on x64 only; elsewhere CHROMIUM_PATH names another one.
describe.runIf(Chromium.isThere)("the first click on the reference page of an emulator", () => {
  let emulator: ChildProcess
  let browser: Browser
  let address: string

  beforeAll(async () => {
    emulator = spawn(process.execPath, [`--conditions=${condition}`, "packages/emulator/src/main.ts"], {
      cwd: root,
      env: { ...process.env, PORT: "0", API_KEY: key },
      stdio: ["ignore", "pipe", "inherit"]
    })
    address = await new Promise((resolve, reject) => {
      let said = ""
      emulator.stdout!.on("data", (chunk: Buffer) => {
        said += String(chunk)
        const [found] = /http:\/\/[\w.[\]:]+:\d+/.exec(said) ?? []
        if (found !== undefined) resolve(found)
      })
      emulator.on("exit", () => reject(new Error(`The emulator ended: ${said}`)))
    })
    browser = await Chromium.launch()
  }, 300_000)

  afterAll(async () => {
    await browser?.close()
    emulator?.kill()
  })

  /** Opens the pane of the first operation, gives it the key, and sends what stands there. */
  const send = async (page: Page) => {
    await page.goto(`${address}/docs#tag/messages/POST/v3/messages`)
    await page.getByRole("button", { name: /Test Request/ }).first().click({ timeout: 60_000 })
    const pane = page.getByRole("dialog").first()
    await pane.locator("input[placeholder]").first().fill(key)
    const asked = page.waitForRequest((request) => request.url().includes("/v3/"))
    const answered = page.waitForResponse((response) => response.url().includes("/v3/"))
    await page.getByRole("button", { name: /^Send post request/i }).first().click({ timeout: 20_000 })
    return { request: await asked, response: await answered }
  }

  it("sends the message that is shown", { timeout: 180_000 }, async () => {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1200 } })
    const { request, response } = await send(page)
    expect({ url: request.url(), status: response.status() }).toEqual({ url: `${address}/v3/messages`, status: 202 })
    expect(request.headers()).toMatchObject({ "x-api-key": key, "content-type": "application/json" })
    const named = Object.keys(request.headers())
    for (const header of ["x-profile-id", "idempotency-key", "x-request-id"]) expect(named).not.toContain(header)
    expect(await response.json()).toMatchObject({ data: { template_name: "hello_welcome_to_signalbox" } })
    await page.close()
  })

  // Each draws the page anew, which takes seconds of the processor; another test looks at it in any case.
  if (Matrix.isWhole) {
    it("shows samples that the service takes, with nothing empty in them", { timeout: 180_000 }, async () => {
      const page = await browser.newPage({ viewport: { width: 1400, height: 1200 } })
      await page.goto(`${address}/docs#tag/messages/POST/v3/messages`)
      await page.getByRole("button", { name: /Test Request/ }).first().waitFor({ timeout: 60_000 })
      const shown = async () => (await page.locator("pre").allInnerTexts()).filter((text) => text.startsWith("curl "))
      await vi.waitFor(
        async () => expect((await shown()).some((text) => text.includes("--request POST"))).toBe(true),
        20_000
      )
      const samples = await shown()
      for (const sample of samples) expect(sample).not.toMatch(/: *'|=(?:&|'|$)/m)
      const sample = samples.find((text) => text.includes("--request POST"))!
      const headers = [...sample.matchAll(/--header '([^:]+): ([^']*)'/g)].map(([, name = "", value = ""]) =>
        [name, value.replace("YOUR_SECRET_TOKEN", key)] as [string, string]
      )
      const [, url = ""] = /^curl (\S+)/.exec(sample) ?? []
      const [, body = ""] = /--data '([\s\S]*)'/.exec(sample) ?? []
      expect((await fetch(url, { method: "POST", headers, body })).status).toBe(202)
      await page.close()
    })

    it("begins with pages, and shows the groups by the names that people give them", { timeout: 180_000 }, async () => {
      const page = await browser.newPage({ viewport: { width: 1400, height: 1200 } })
      await page.goto(`${address}/docs`)
      await page.getByText("Sender profiles").first().waitFor({ timeout: 60_000 })
      for (const title of ["First steps", "States of messages", "Errors", "Events and their signature"]) {
        await page.getByRole("heading", { name: title, exact: true }).first().waitFor({ timeout: 20_000 })
      }
      expect(await page.getByText("senderProfiles", { exact: true }).count()).toBe(0)
      await page.close()
    })
  }
})
