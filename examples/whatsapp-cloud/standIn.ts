/**
 * Stands in for Meta until there are credentials: it approves templates, takes messages, and tells of both by signed webhooks.
 */
import { createHmac } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export const credentials = {
  accessToken: "a-token",
  appSecret: "the secret of the app",
  verifyToken: "a word that you choose",
  phoneNumberId: "106540352242922",
  businessAccount: "102290129340398"
}

interface Handed {
  readonly name?: string
  readonly language?: string
  readonly to?: string
  readonly biz_opaque_callback_data?: string
}

/** Calls the webhook until it is taken, as Meta does. */
const tell = async (webhook: string, field: string, value: object): Promise<void> => {
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: credentials.businessAccount, changes: [{ field, value }] }]
  })
  const signature = `sha256=${createHmac("sha256", credentials.appSecret).update(body).digest("hex")}`
  for (let again = 0; again < 20; again++) {
    const request = { method: "POST", headers: { "x-hub-signature-256": signature }, body }
    // Whoever has closed hears nothing more.
    if (await fetch(webhook, request).then(({ ok }) => ok, () => true)) return
    await new Promise((go) => setTimeout(go, 50))
  }
}

/** @param webhook the address that Meta would be told when the webhook is set up */
export const start = async (webhook: () => string) => {
  const templates: Array<object> = []
  const later = (field: string, value: object): void => void setTimeout(() => void tell(webhook(), field, value), 50)

  const answer = (path: string, method: string, handed: Handed): object => {
    if (path.endsWith("/messages")) {
      const id = `wamid.${crypto.randomUUID()}`
      const status = { id, recipient_id: handed.to, biz_opaque_callback_data: handed.biz_opaque_callback_data }
      const metadata = { display_phone_number: "15550783881", phone_number_id: credentials.phoneNumberId }
      const statuses = ["sent", "delivered", "read"].map((each) => ({
        ...status,
        status: each,
        timestamp: "1764100000"
      }))
      later("messages", { messaging_product: "whatsapp", metadata, statuses })
      return { messaging_product: "whatsapp", messages: [{ id }] }
    }
    if (method === "GET") return { data: templates }
    templates.push({ ...handed, id: "1", status: "APPROVED" })
    const named = { message_template_name: handed.name, message_template_language: handed.language }
    later("message_template_status_update", { ...named, event: "APPROVED", reason: "NONE" })
    return { id: "1", status: "PENDING" }
  }

  const server = createServer(async (request: IncomingMessage, response) => {
    const { method = "", url = "" } = request
    const body = await text(request)
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(answer(url.split("?")[0]!, method, body === "" ? {} : JSON.parse(body) as Handed)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
