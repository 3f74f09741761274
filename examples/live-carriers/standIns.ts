/**
 * Stand-ins for Meta and for Twilio, which the example talks to as long as it has no credentials. Meta's knows nobody who has
 * WhatsApp; Twilio's delivers, and says so by a signed callback.
 */
import { createHmac, randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

const callBack = async (url: string, token: string, parameters: Readonly<Record<string, string>>): Promise<void> => {
  const signed = url + Object.keys(parameters).toSorted().map((name) => name + parameters[name]).join("")
  const headers = { "x-twilio-signature": createHmac("sha1", token).update(signed).digest("base64") }
  const { status } = await fetch(url, { method: "POST", headers, body: new URLSearchParams(parameters) })
  console.log(`Twilio's stand-in tells that the message is ${parameters["MessageStatus"]}, and is answered ${status}.`)
}

const twilio = (response: ServerResponse, body: string, token: string): void => {
  const form = new URLSearchParams(body)
  const sid = `SM${randomBytes(16).toString("hex")}`
  console.log(`Twilio's stand-in sends an SMS to ${form.get("To")}: ${form.get("Body")}`)
  json(response, 201, { sid, status: "queued", error_code: null })
  const [url = ""] = (form.get("StatusCallback") ?? "").split("#")
  void callBack(url, token, { MessageSid: sid, MessageStatus: "delivered", To: form.get("To") ?? "" })
}

const meta = (response: ServerResponse): void => {
  console.log("Meta's stand-in knows no such recipient.")
  const message = "(#131026) Message undeliverable"
  json(response, 400, { error: { message, type: "OAuthException", code: 131026, fbtrace_id: "A1" } })
}

/** Starts both on one port, and returns their URL. */
export const start = async (token: string): Promise<{ readonly url: string; readonly close: () => void }> => {
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request)
    if (request.url?.startsWith("/2010-04-01/") === true) twilio(response, body, token)
    else meta(response)
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
