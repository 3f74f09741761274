/**
 * The views on a production service, in a real browser behind a session of the host's: what they show, one change, and
 * nothing asked that the console does not have.
 */
import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Chromium from "../browser/Chromium.ts"
import type { Acme } from "../facade/Acme.ts"
import { order, start } from "../facade/Acme.ts"

const secret = "a-secret-of-the-session-of-ada"

// The browser of the npm package runs on Linux on x64 only; elsewhere CHROMIUM_PATH names another one.
describe.runIf(Chromium.isThere)("the console in a browser", () => {
  let acme: Acme
  let browser: Browser

  beforeAll(async () => {
    ;[acme, browser] = await Promise.all([start(), Chromium.launch()])
  }, 300_000)

  afterAll(async () => {
    await browser?.close()
    await acme?.box.close({ graceMs: 100 })
  })

  it.each([false, true])("shows every view of an account, and changes it only where it may: %s", async (writable) => {
    const { account, box } = acme
    const { recipients } = await box.as(account).messages.send(order)
    const message = recipients[0]!.message_id
    const { contact_id: contact } = await box.as(account).messages.get(message)
    await box.as(account).contacts.update(contact, { opt_out: false })
    const hook = await box.as(account).webhooks.create({
      display_name: "Orders",
      endpoint_url: "https://example.com/hook",
      event_types: ["contact"]
    })
    const key = Buffer.from(hook.signing_secret!.replace("whsec_", ""), "base64")
    const signed = `v1,${createHmac("sha256", key).update(`${hook.id}.1795655885.{}`).digest("base64")}`
    const { node } = box.console({
      account,
      writable,
      basePath: "/console",
      authorize: ({ headers }) =>
        !(headers instanceof Headers) && headers["cookie"] === `session=${secret}` ? { token: secret } : null
    })
    const server = createServer(node)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const context = await browser.newContext()
      await context.addCookies([{ name: "session", value: secret, url, httpOnly: true }])
      const page = await context.newPage()
      const wrong: Array<string> = []
      page.on("pageerror", (error) => wrong.push(String(error)))
      page.on("response", (answer) => {
        if (answer.status() >= 400) wrong.push(`${answer.status()} ${answer.url()}`)
      })
      page.on("console", (said) => {
        if (said.type() === "error") wrong.push(said.text())
      })
      await page.goto(`${url}/console/#/messages/${message}`)
      await page.getByRole("list", { name: "The message's line" }).waitFor()
      expect(await page.getByRole("navigation", { name: "Views" }).getByRole("link").allInnerTexts())
        .toEqual(["Messages", "Webhooks", "Templates", "Contacts"].map((name) => expect.stringContaining(name)))
      expect(await page.getByRole("button", { name: "Copy curl" }).count()).toBe(0)
      for (const view of ["webhooks", "templates"]) {
        await page.goto(`${url}/console/#/${view}`)
        await page.getByRole("heading", { level: 1, name: new RegExp(view, "i") }).waitFor()
      }
      await page.goto(`${url}/console/#/webhooks/${hook.id}`)
      await page.getByText("Verify a signature").click()
      await page.getByLabel("x-webhook-timestamp").fill("1795655885")
      await page.getByLabel("x-webhook-signature").fill(signed)
      for (const [body, verdict] of [["{}", "Verified:"], ["{ }", "Not verified:"]] as const) {
        await page.getByLabel("Body, byte for byte").fill(body)
        await page.getByRole("button", { name: "Verify" }).click()
        await page.getByRole("status").filter({ hasText: verdict }).waitFor()
      }
      expect(await page.content()).not.toContain(hook.signing_secret)
      await page.goto(`${url}/console/#/templates`)
      await page.getByRole("link", { name: "order" }).first().click()
      await page.getByLabel("Editor").waitFor()
      expect(await page.getByRole("button", { name: "Submit for review" }).count()).toBe(writable ? 1 : 0)
      await page.goto(`${url}/console/#/contacts/${contact}`)
      const optOut = page.getByRole("button", { name: /opt out/i })
      await page.locator(".aside h2").waitFor()
      expect(await optOut.count()).toBe(writable ? 1 : 0)
      if (writable) {
        await optOut.click()
        await page.getByRole("button", { name: /opt in/i }).waitFor()
        expect((await box.as(account).contacts.get(contact)).opt_out).toBe(true)
      }
      expect(wrong).toEqual([])
      await context.close()
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
