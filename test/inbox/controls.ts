/**
 * The views that change how the emulator behaves, in a real browser: webhooks and their receiver, carriers and outages,
 * contacts and their consent, and beginning anew.
 */
import { expect, it } from "vitest"
import type { Inbox } from "./Page.ts"

const greeting = { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }

/** @param given the inbox, once it has started */
export const cases = (given: () => Inbox): void => {
  const send = async (to: string, more: object = {}): Promise<string> => {
    const { recipients } = await given().ask("POST", "v3/messages", { to: [to], template: greeting, ...more })
    return recipients[0].message_id
  }

  it("explains a send before it is sent, the line of the message then says the same, and so does one that waits", async () => {
    const inbox = given()
    const { context, page, wrong } = await inbox.open(`#/send?to=%2B12015550140&template=${greeting.name}`)
    // Until its template is known, what would be sent is another message, and its explanation goes when that changes.
    await page.getByLabel("Template", { exact: true }).getByRole("option", { name: greeting.name }).first()
      .waitFor({ state: "attached" })
    await page.getByRole("button", { name: "Explain, without sending it" }).click()
    const told = page.getByRole("region", { name: "What would become of it" })
    await told.getByText("ROUTED", { exact: true }).waitFor()
    const asked = { to: ["+12015550140"], template: greeting }
    const { recipients: [{ candidates, dropped }] } = await inbox.ask("POST", "v3/messages/explain", asked)
    expect(dropped.length).toBeGreaterThan(0)
    const rows = await told.getByRole("listitem").allInnerTexts()
    expect(rows.filter((row) => row.startsWith("not ")).map((row) => row.replace(/^not .*\s+because /, ""))).toEqual(
      dropped.map(({ sentence }: { readonly sentence: string }) => sentence)
    )
    expect(rows.filter((row) => /\b(?:first|then) by /.test(row))).toHaveLength(candidates.length)

    const id = await send("+12015550140")
    await page.goto(`${inbox.url}/#/messages/${id}`)
    const line = page.getByRole("list", { name: "The message's line" })
    await line.getByText("DELIVERED", { exact: true }).waitFor()
    for (const { sentence } of dropped) {
      await line.getByText(`not tried, because ${sentence}`, { exact: true }).waitFor()
    }

    const scheduled_at = new Date(Date.now() + 48 * 3_600_000).toISOString()
    await page.goto(`${inbox.url}/#/messages/${await send("+12015550140", { scheduled_at })}`)
    await page.getByRole("heading", { name: "What would become of it now" }).waitFor()
    await page.getByText(`because ${dropped[0].sentence}`).waitFor()
    await page.getByRole("button", { name: "Cancel" }).click()
    await line.getByText("CANCELLED", { exact: true }).waitFor()
    await page.getByRole("heading", { name: "What would become of it now" }).waitFor({ state: "detached" })
    expect(wrong).toEqual([])
    await context.close()
  })

  it("makes a webhook that tells the built-in receiver, shows its bytes verified, its failure, and what comes after", async () => {
    const inbox = given()
    const { context, page, wrong } = await inbox.open("#/webhooks")
    await page.getByRole("button", { name: "Tell the built-in receiver" }).click()
    await page.getByRole("link", { name: "Inbox", exact: true }).click()
    await page.getByText("Nothing was delivered yet.").waitFor()
    await send("+12015550141", { channel: ["sms"] })
    const panel = page.getByRole("complementary")
    const delivery = panel.getByRole("listitem").filter({ hasText: /^\W*message\.delivered · 204/ })
    await delivery.locator("summary").click()
    const bytes = await delivery.getByLabel("The bytes of attempt 1").innerText()
    expect(bytes).toMatch(/^x-webhook-signature: v1,[\w+/]+=*$/m)
    expect(bytes).toContain("\"message_status\":\"DELIVERED\"")
    await delivery.getByText("Verified: the signature is by the webhook's secret.").waitFor()

    await page.getByRole("button", { name: "fails (500)" }).click()
    await page.getByRole("button", { name: "fails (500)", pressed: true }).waitFor()
    await delivery.getByRole("button", { name: "Deliver again" }).click()
    const again = panel.getByRole("listitem").filter({ hasText: /^\W*message\.delivered · 500, attempt 2/ })
    await again.getByText(/^It is tried again at \d\d:\d\d/).waitFor()
    await page.getByRole("button", { name: "takes it (204)" }).click()
    await page.getByRole("button", { name: "takes it (204)", pressed: true }).waitFor()
    await page.getByRole("button", { name: "+1 h" }).click()
    const last = panel.getByRole("listitem").filter({ hasText: /^\W*message\.delivered · 204, attempt 3/ })
    await last.getByText(/^It is tried again/).waitFor({ state: "detached" })
    await last.getByLabel("The bytes of attempt 3").waitFor()

    const { webhooks: [{ id }] } = await inbox.ask("GET", "v3/webhooks?page=1&page_size=1")
    await inbox.ask("POST", `v3/webhooks/${id}/rotate-secret`, {})
    await last.getByRole("button", { name: "Deliver again" }).click()
    const fourth = panel.getByRole("listitem").filter({ hasText: /^\W*message\.delivered · 204, attempt 4/ })
    await fourth.getByText("Not verified: ").nth(2).waitFor()
    expect(await fourth.getByText("Verified: ", { exact: false }).count()).toBeGreaterThanOrEqual(1)
    await panel.getByRole("button", { name: "Switch off" }).click()
    await panel.getByText("SWITCHED OFF").waitFor()
    expect(wrong).toEqual([])
    await context.close()
  })

  it("lets a carrier refuse, so that messages take the next route, and takes the storage down and up", async () => {
    const inbox = given()
    const { context, page, wrong } = await inbox.open("#/carriers")
    const carrier = page.getByRole("region", { name: "Carrier whatsapp-a" })
    await carrier.getByLabel("Mode").selectOption("refuse recipient_not_on_channel")
    await carrier.getByText("refuses recipient_not_on_channel", { exact: true }).waitFor()
    const id = await send("+12015550142")
    await page.goto(`${inbox.url}/#/messages/${id}`)
    const line = page.getByRole("list", { name: "The message's line" })
    await line.getByText("DELIVERED", { exact: true }).waitFor()
    const spoken = await line.locator("li > .hidden").allInnerTexts()
    expect(spoken.filter((each) => each.includes("refused: "))).toEqual([
      expect.stringContaining("WhatsApp · whatsapp-a")
    ])
    await page.goto(`${inbox.url}/#/carriers`)
    await carrier.getByRole("button", { name: "As by default" }).click()
    await carrier.getByText("up", { exact: true }).waitFor()

    const status = async (): Promise<number> =>
      (await fetch(`${inbox.url}/v3/me`, { headers: { "x-api-key": inbox.apiKey } })).status
    const storage = page.getByRole("region", { name: "Outages" }).getByRole("listitem").filter({ hasText: "Storage" })
    await storage.getByRole("button", { name: "Take down" }).click()
    await storage.getByRole("button", { name: "Bring back" }).waitFor()
    expect(await status()).toBe(503)
    await storage.getByRole("button", { name: "Bring back" }).click()
    await storage.getByRole("button", { name: "Take down" }).waitFor()
    expect(await status()).toBe(200)
    expect(wrong.filter((each) => !each.includes("503"))).toEqual([])
    await context.close()
  })

  it("shows of a contact what was said about consent, and changes it", async () => {
    const inbox = given()
    await send("+12015550143", { channel: ["sms"] })
    await inbox.ask("POST", "emulator/clock", { advance_ms: 0 })
    await inbox.ask("POST", "emulator/inbound", { from: "+12015550143", channel: "sms", text: "STOP" })
    const { context, page, wrong } = await inbox.open("#/contacts")
    await page.getByRole("link", { name: "+1 201-555-0143" }).click()
    const panel = page.getByRole("complementary")
    await panel.getByText("OPTED OUT", { exact: true }).waitFor()
    await panel.getByText(/on SMS, .*"STOP"/).first().waitFor()
    await panel.getByRole("link", { name: "Wrote" }).waitFor()
    await panel.getByRole("button", { name: "Opt in" }).click()
    await panel.getByText("MAY BE WRITTEN TO", { exact: true }).waitFor()
    await panel.getByText(/by api/).waitFor()
    expect(wrong).toEqual([])
    await context.close()
  })
}

/** Nothing of what was there before is there behind this case. */
export const resetCase = (given: () => Inbox): void => {
  it("begins anew after a question, and the open page goes on with what is there now", async () => {
    const inbox = given()
    const { context, page, wrong } = await inbox.open("#/contacts")
    await page.getByRole("button", { name: "Reset" }).click()
    await page.getByRole("dialog", { name: "Reset" }).getByRole("button", { name: "Keep all" }).click()
    await page.getByRole("dialog", { name: "Reset" }).waitFor({ state: "hidden" })
    expect((await inbox.ask("GET", "v3/contacts?page=1&page_size=1")).contacts).toHaveLength(1)
    await page.getByRole("button", { name: "Reset" }).click()
    await page.getByRole("button", { name: "Begin anew" }).click()
    await page.getByLabel("curl", { exact: true }).waitFor()
    expect((await inbox.ask("GET", "v3/contacts?page=1&page_size=1")).contacts).toEqual([])
    await page.getByRole("link", { name: "Send", exact: true }).click()
    await page.getByRole("button", { name: "Send", exact: true }).click()
    await page.getByRole("link", { name: "+12015550123: see it on the phone" }).click()
    await page.getByRole("region", { name: "Phone +1 201-555-0123" }).getByText("Hello Ada").first().waitFor()
    expect(wrong).toEqual([])
    await context.close()
  })
}
