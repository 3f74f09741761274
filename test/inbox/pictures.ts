/**
 * `npm run inbox:pictures`: takes the pictures of the inbox in docs/inbox, light and dark, as PNG and as WebP.
 */
import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { lighten } from "../site/Pictures.ts"
import * as Page from "./Page.ts"
import * as Scene from "./Scene.ts"

const folder = fileURLToPath(new URL("../../docs/inbox/", import.meta.url))

const inbox = await Page.start()

try {
  const { rerouted: message, template: id } = await Scene.converse(inbox)
  await Scene.talk(inbox).write("+12015550123", "sms", "Leave it with the neighbours, please")
  await inbox.ask("PUT", "emulator/handsets/%2B12015550123", {
    script: [{ channel: "sms", receipts: [{ failed: "handset_unreachable" }] }]
  })
  mkdirSync(folder, { recursive: true })
  for (const theme of ["light", "dark"] as const) {
    const { context, page } = await inbox.open(`#/phones/+12015550123/${message}`, { theme })
    await page.locator(".line").waitFor()
    await page.locator(".phone").nth(2).locator(".bubble").first().waitFor()
    await page.screenshot({ path: `${folder}phones-${theme}.png` })
    await page.goto(`${inbox.url}/#/templates/${id}`)
    await page.locator(".previews .bubble").nth(2).waitFor()
    await page.screenshot({ path: `${folder}template-${theme}.png` })
    // The inbox lets no page of its own make a picture of a text, so an empty page does.
    const empty = await (await context.browser()!.newContext()).newPage()
    for (const name of ["phones", "template"]) await lighten(empty, `${folder}${name}-${theme}.png`)
    await empty.context().close()
    await context.close()
  }
} finally {
  await inbox.stop()
}
