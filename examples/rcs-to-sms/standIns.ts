/**
 * Stand-ins for Google and for Telnyx, which the example talks to as long as it has no credentials. Google's knows nobody who
 * has RCS; Telnyx's delivers, and says so by a signed webhook.
 */
import { generateKeyPairSync, randomUUID, sign } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

interface Order {
  readonly to: string
  readonly text: string
  readonly webhook_url: string
}

const { privateKey, publicKey } = generateKeyPairSync("ed25519")

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

/** Calls back until somebody takes it, a few times at most, as Telnyx does. */
const callBack = async ({ to, webhook_url }: Order, id: string): Promise<void> => {
  const payload = { id, to: [{ phone_number: to, status: "delivered" }], errors: [] }
  const body = JSON.stringify({ data: { event_type: "message.finalized", id: randomUUID(), payload } })
  const time = String(Math.floor(Date.now() / 1000))
  const signature = sign(null, Buffer.from(`${time}|${body}`), privateKey).toString("base64")
  const headers = { "telnyx-timestamp": time, "telnyx-signature-ed25519": signature }
  for (let again = 0; again < 20; again++) {
    const { ok, status } = await fetch(webhook_url, { method: "POST", headers, body })
    console.log(`Telnyx's stand-in tells that the message is delivered, and is answered ${status}.`)
    if (ok) return
    await new Promise((go) => setTimeout(go, 50))
  }
}

const telnyx = (response: ServerResponse, body: string): void => {
  const order = JSON.parse(body) as Order
  const id = randomUUID()
  console.log(`Telnyx's stand-in sends an SMS to ${order.to}: ${order.text}`)
  json(response, 200, { data: { id, to: [{ phone_number: order.to, status: "queued" }] } })
  void callBack(order, id)
}

const google = (response: ServerResponse): void => {
  console.log("Google's stand-in knows no such recipient.")
  json(response, 404, { error: { code: 404, status: "NOT_FOUND", message: "Requested entity was not found." } })
}

export interface StandIns {
  readonly url: string
  /** The key file of a service account that the stand-in gives tokens to. */
  readonly serviceAccount: string
  readonly publicKey: string
  readonly close: () => void
}

/** Starts both on one port. */
export const start = async (): Promise<StandIns> => {
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request)
    if (request.url === "/token") json(response, 200, { access_token: "a-token", expires_in: 3600 })
    else if (request.url === "/v2/messages") telnyx(response, body)
    else google(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
  return {
    url,
    serviceAccount: JSON.stringify({
      client_email: "acme@example.iam",
      private_key: rsa.export({ format: "pem", type: "pkcs8" }),
      token_uri: `${url}/token`
    }),
    publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64"),
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
