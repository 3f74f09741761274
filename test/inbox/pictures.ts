/**
 * `npm run inbox:pictures`: takes the pictures of the inbox in docs/inbox, light and dark, as PNG and as WebP.
 */
import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { lighten } from "../site/Pictures.ts"
import * as Page from "./Page.ts"

const folder = fileURLToPath(new URL("../../docs/inbox/", import.meta.url))

const inbox = await Page.start()

const definition = {
  header: { type: "text", template: "Order {{0:variable}}", variables: [variable("number", "4711")] },
  body: {
    multiChannel: {
      template: "Hi {{0:variable}}, your order {{1:variable}} is on its way\u2026 It arrives on {{2:variable}}.",
      variables: [variable("name", "Ada", 0), variable("number", "4711", 1), variable("day", "Tuesday", 2)]
    }
  },
  footer: { type: "text", template: "Acme, 12 High Street" },
  buttons: [
    { id: 1, type: "QUICK_REPLY", props: { text: "When exactly?", quickReplyType: "custom" } },
    { id: 2, type: "URL", props: { text: "Track it", urlType: "static", url: "https://acme.example/track" } }
  ]
}

function variable(name: string, sample: string, id = 0): object {
  return { id, name, type: "variable", props: { variableType: "text", sample } }
}

/** Whatever is due has happened when this is done. */
const settled = () => inbox.ask("POST", "emulator/clock", { advance_ms: 0 })

const send = async (to: string, channel: string | null, body: object): Promise<string> => {
  const { recipients } = await inbox.ask("POST", "v3/messages", {
    to: [to],
    ...(channel === null ? {} : { channel: [channel] }),
    ...body
  })
  const id: string = recipients[0].message_id
  await settled()
  return id
}

const write = (from: string, channel: string, text: string) =>
  inbox.ask("POST", "emulator/inbound", { from, channel, text })

try {
  const { id, name } = await inbox.ask("POST", "v3/templates", { definition, submit_for_review: true })
  await settled()
  const order = { template: { name, parameters: { name: "Ada", number: "4711", day: "Tuesday" } } }
  const greeting = { template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } } }
  await send("+33612345678", "whatsapp", greeting)
  await send("+33612345678", "whatsapp", order)
  await write("+33612345678", "whatsapp", "When exactly?")
  await send("+33612345678", "whatsapp", { text: "Between ten and noon." })
  await send("+31611223344", "rcs", order)
  await write("+31611223344", "rcs", "STOP")
  const refuse = { submit: { refuse: "recipient_not_on_channel" } }
  await inbox.ask("PUT", "emulator/handsets/%2B12015550123", {
    script: [{ channel: "whatsapp", ...refuse }, { channel: "rcs", ...refuse }]
  })
  const message = await send("+12015550123", null, order)
  await write("+12015550123", "sms", "Leave it with the neighbours, please")
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
