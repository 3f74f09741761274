/**
 * Stands in for a provider of SMS: it takes messages over HTTP, and calls back with a signed receipt.
 */
import { createHmac } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export const secret = "shared with the provider"

interface Order {
  readonly reference: string
  readonly to: string
}

export interface Provider {
  readonly url: string
  readonly close: () => void
}

/** Calls back until somebody takes it, as providers do. */
const callBack = async (url: string, body: string): Promise<void> => {
  const signature = createHmac("sha256", secret).update(body).digest("hex")
  for (let again = 0; again < 20; again++) {
    const { ok } = await fetch(url, { method: "POST", headers: { "x-signature": signature }, body })
    if (ok) return
    await new Promise((go) => setTimeout(go, 50))
  }
}

/** Starts it. The first request is answered "too many", because that happens. */
export const start = async (callbackUrl: string): Promise<Provider> => {
  let requests = 0
  const server = createServer(async (request: IncomingMessage, response) => {
    const order = JSON.parse(await text(request)) as Order
    if (++requests === 1) {
      response.writeHead(429, { "retry-after": "1" }).end()
      return
    }
    if (order.to.endsWith("0199")) {
      response.writeHead(422).end(JSON.stringify({ error: "no such subscriber" }))
      return
    }
    const id = `provider-${requests}`
    response.end(JSON.stringify({ id }))
    setTimeout(() => void callBack(callbackUrl, JSON.stringify({ id, status: "DELIVRD" })), 50)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
