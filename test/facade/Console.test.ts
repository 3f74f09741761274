/**
 * The console of one account in hosts: what it shows, to whom, and what it never does.
 */
import { calls } from "@signalbox/emulator/control/Control"
import * as EventStream from "@signalbox/emulator/control/EventStream"
import { bindings } from "@signalbox/http/Contract"
import * as Files from "@signalbox/inbox/Files"
import express from "express"
import { createHmac, randomUUID } from "node:crypto"
import type { RequestListener } from "node:http"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import type { ConsoleOptions } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import type { Acme } from "./Acme.ts"
import { order, start } from "./Acme.ts"

const secret = "a-secret-of-the-session-of-ada"
const cookie = { cookie: `session=${secret}` }

const authorize: ConsoleOptions["authorize"] = ({ headers }) => {
  const text = headers instanceof Headers ? headers.get("cookie") : headers["cookie"]?.toString()
  const [, token] = /session=([\w-]+)/.exec(text ?? "") ?? []
  return token === undefined ? null : { token }
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests look into answers of many shapes.
  readonly json: () => any
}

type Sent = Readonly<Record<string, string>>

/** Browsers send headers that `fetch` does not let others send. */
const ask = (url: string, headers: Sent = cookie, method = "GET", body?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const length: Sent = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
    const asked = request(url, { method, headers: { ...length, ...headers } }, (answer) => {
      answer.setEncoding("utf8").toArray().then((pieces) => {
        const text = pieces.join("")
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: () => JSON.parse(text) })
      }, reject)
    })
    asked.on("error", reject).end(body)
  })

const ends: Array<() => Promise<unknown>> = []

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  ends.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const onError = vi.fn()
let acme: Acme
let key: string
let message: string
let signing: string
let reading: string
let writing: string

beforeAll(async () => {
  acme = await start({}, { onError })
  ends.push(() => acme.box.close({ graceMs: 100 }))
  const { account, box } = acme
  key = await box.keys.create(account)
  const { recipients } = await box.as(account).messages.send(order)
  message = recipients[0]!.message_id
  const webhook = await box.as(account).webhooks.create({
    display_name: "Orders",
    endpoint_url: "https://example.com/hook",
    event_types: ["message"]
  })
  signing = webhook.signing_secret!
  reading = await listen(box.console({ account, authorize, basePath: "/console" }).node)
  writing = await listen(box.console({ account, authorize, writable: true }).node)
})

afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const session = async (url: string, headers: Sent = cookie) => (await ask(`${url}/session`, headers)).json().data

/** The headers that the page's own browser sends with a change. */
const own = async (url: string): Promise<Sent> => ({
  ...cookie,
  "content-type": "application/json",
  "sec-fetch-site": "same-origin",
  "x-console-token": (await session(url)).token
})

describe("a console", () => {
  it("shows nothing without a session, not even its files", async () => {
    for (const path of ["/", "/session", "/v3/messages", "/inbox/inbox.css", "/nothing"]) {
      const answer = await ask(`${reading}/console${path}`, {})
      expect([path, answer.status, answer.json()]).toMatchObject([path, 401, {
        success: false,
        data: null,
        error: { code: "AUTH_001" },
        meta: { version: "v3" }
      }])
    }
  })

  it("serves the page and its files with the strict policy of the inbox", async () => {
    const page = await ask(`${reading}/console/`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`data-source="console"`)
    expect(page.headers["content-security-policy"]).toBe(Files.contentSecurityPolicy)
    const paths = [...page.text.matchAll(/(?:href|src)="(inbox\/[^"]+)"/g)].map(([, path]) => path!)
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) expect([path, (await ask(`${reading}/console/${path}`)).status]).toEqual([path, 200])
    const moved = await ask(`${reading}/console`)
    expect([moved.status, moved.headers["location"]]).toEqual([308, "./console/"])
    expect((await ask(`${reading}/elsewhere`)).json().error.code).toBe("RESOURCE_013")
    expect((await ask(`${reading}/console/`, cookie, "POST", "{}")).json().error.code).toBe("RESOURCE_013")
  })

  it("reads what its views need, and holds no key and no secret", async () => {
    const texts: Array<string> = []
    const read = async (path: string) => {
      const answer = await ask(`${reading}/console/${path}`)
      texts.push(answer.text, JSON.stringify(answer.headers))
      expect([path, answer.status]).toEqual([path, 200])
      return answer.json().data
    }
    expect(await read("session")).toMatchObject({
      account: { id: acme.account, name: "Acme", type: "organization" },
      may_write: false
    })
    expect((await read("v3/messages?page=1&page_size=10")).messages).toMatchObject([{ id: message }])
    expect(await read(`v3/messages/${message}`)).toMatchObject({ id: message, template_name: "order" })
    expect((await read(`v3/messages/${message}/activities`)).activities.length).toBeGreaterThan(0)
    const { webhooks } = await read("v3/webhooks?page=1&page_size=10")
    expect(webhooks).toMatchObject([{ display_name: "Orders", signing_secret: null }])
    await read(`v3/webhooks/${webhooks[0].id}`)
    await read(`v3/webhooks/${webhooks[0].id}/events?page=1&page_size=10`)
    const { templates } = await read("v3/templates?page=1&page_size=10")
    await read(`v3/templates/${templates[0].id}`)
    await read(`v3/templates/${templates[0].id}/revisions`)
    const { contacts } = await read("v3/contacts?page=1&page_size=10")
    await read(`v3/contacts/${contacts[0].id}`)
    await read("v3/consent/export?limit=10")
    texts.push((await ask(`${reading}/console/`)).text)
    for (const hidden of [key, signing, secret]) expect(texts.join("\n")).not.toContain(hidden)
  })

  it("answers what is wrong in the envelope, as the API does", async () => {
    const unknown = await ask(`${reading}/console/v3/messages/${randomUUID()}`)
    expect([unknown.status, unknown.json().error.code]).toEqual([404, "RESOURCE_003"])
    const wrong = await ask(`${reading}/console/v3/messages?page=1&page_size=0`)
    expect([wrong.status, wrong.json().error.details]).toMatchObject([400, { page_size: [expect.any(String)] }])
  })

  it("shows nothing of another account", async () => {
    const { id } = await acme.box.accounts.ensure({ name: "Other", balance: 1, numbers: ["+12015559001"] })
    const other = await listen(acme.box.console({ account: id, authorize }).node)
    expect((await ask(`${other}/v3/messages/${message}`)).status).toBe(404)
    expect((await ask(`${other}/v3/messages?page=1&page_size=10`)).json().data.messages).toEqual([])
    const asked = await ask(`${other}/v3/messages?page=1&page_size=10`, { ...cookie, "x-profile-id": acme.account })
    expect(asked.json().data.messages).toEqual([])
  })

  it("has none of the emulator's control", async () => {
    const headers = await own(writing)
    const control = [
      ...calls.map(({ method, path }) => [method, path] as const),
      ["POST", "/emulator/reset"] as const,
      ["GET", EventStream.path] as const,
      ["POST", "/emulator/receivers/inbox"] as const
    ]
    expect(control.length).toBeGreaterThan(20)
    for (const [method, form] of control) {
      for (const path of [form, `/v3${form}`, form.replace("/emulator", "/v3")]) {
        const url = `${writing}${path.replaceAll(/:[a-z]+/g, message)}`
        if (/\/v3\/messages(\/[^/]+)?$/.test(url)) continue
        const { status, text } = await ask(url, headers, method, method === "GET" ? undefined : "{}")
        expect([method, path, status, JSON.parse(text).error.code]).toEqual([method, path, 404, "RESOURCE_013"])
      }
    }
  })

  it("has no operation but the ones that its views need, and none that changes something where it only reads", async () => {
    const reached = async (url: string): Promise<ReadonlyArray<string>> => {
      const headers = await own(url)
      const found: Array<string> = []
      for (const { method, name, path } of bindings) {
        const answer = await ask(
          `${url}${path.replaceAll(/:\w+/g, "nothing")}`,
          // A wrong token, so that nothing is done that might be reached.
          { ...headers, "x-console-token": "wrong" },
          method,
          method === "GET" ? undefined : "{}"
        )
        if (answer.json().error?.code !== "RESOURCE_013") found.push(name)
      }
      return found.toSorted()
    }
    const read = [
      "consent.export",
      "contacts.get",
      "contacts.list",
      "messages.activities",
      "messages.get",
      "messages.list",
      "templates.get",
      "templates.list",
      "templates.preview_definition",
      "templates.revisions",
      "webhooks.events",
      "webhooks.get",
      "webhooks.list"
    ]
    const changed = [
      "contacts.update",
      "messages.cancel",
      "messages.resend",
      "templates.create",
      "templates.update",
      "webhooks.test",
      "webhooks.toggle"
    ]
    expect(await reached(`${reading}/console`)).toEqual(read)
    expect(await reached(writing)).toEqual([...read, ...changed].toSorted())
  })

  it("changes something for its own page alone, in the session that the page was shown in", async () => {
    const { contacts } = (await ask(`${writing}/v3/contacts?page=1&page_size=1`)).json().data
    const url = `${writing}/v3/contacts/${contacts[0].id}`
    const right = await own(writing)
    const { "sec-fetch-site": _, "x-console-token": token, ...bare } = right
    const other = await session(writing, { cookie: "session=the-secret-of-another-session" })
    const change = (headers: Sent, body = `{"opt_out":true}`) => ask(url, headers, "PATCH", body)
    const host = new URL(writing).host
    const foreign: ReadonlyArray<Sent> = [
      { ...bare, "x-console-token": token! },
      { ...right, "sec-fetch-site": "same-site" },
      { ...right, "sec-fetch-site": "cross-site" },
      { ...right, "sec-fetch-site": "none" },
      { ...bare, "x-console-token": token!, origin: "https://attacker.example" },
      { ...bare, "x-console-token": token!, origin: "null" },
      { ...bare, "sec-fetch-site": "same-origin" },
      { ...right, "x-console-token": `${token}x` },
      { ...right, "x-console-token": secret },
      { ...right, "x-console-token": other.token }
    ]
    for (const headers of foreign) {
      const answer = await change(headers)
      expect([headers, answer.status, answer.json().error.code]).toEqual([headers, 403, "AUTH_004"])
    }
    expect((await change({ ...right, "content-type": "text/plain" })).status).toBe(400)
    expect((await change(right, "{")).status).toBe(400)
    expect((await change(right, `{"opt_out":"${"x".repeat(1 << 20)}"}`)).status).toBe(400)
    const isOut = async () => (await ask(url)).json().data.opt_out
    expect(await isOut()).toBe(false)
    expect((await change(right)).status).toBe(200)
    expect(await isOut()).toBe(true)
    const byOrigin = { ...bare, "x-console-token": token!, origin: `http://${host}` }
    expect((await change(byOrigin, `{"opt_out":false}`)).status).toBe(200)
  })

  it("says to its page alone whether a signature is right, by a secret that stays here", async () => {
    const { account, box } = acme
    const { webhooks: [hook] } = await box.as(account).webhooks.list()
    const body = `{"event":"message.sent","text":"Zürich"}`
    const key = Buffer.from(signing.replace("whsec_", ""), "base64")
    const signature = `v1,${createHmac("sha256", key).update(`${hook!.id}.1795655885.${body}`).digest("base64")}`
    const right = { webhook_id: hook!.id, timestamp: "1795655885", signature, body }
    const verified = async (given: object, headers?: Sent) =>
      ask(`${reading}/console/verify`, headers ?? await own(`${reading}/console`), "POST", JSON.stringify(given))
    const answered = async (given: object) => (await verified(given)).json().data
    expect(await answered(right)).toEqual({ verified: true })
    expect(await answered({ ...right, signature: `v1,AAAA ${signature}` })).toEqual({ verified: true })
    for (
      const wrong of [
        { body: `${body} ` },
        { timestamp: "1795655886" },
        { timestamp: "now" },
        { signature: signature.slice(0, -4) },
        { signature: "" }
      ]
    ) expect([wrong, await answered({ ...right, ...wrong })]).toEqual([wrong, { verified: false }])
    const other = await box.accounts.ensure({ name: "Other" })
    const { id: foreign } = await box.as(other.id).webhooks.create({
      display_name: "Foreign",
      endpoint_url: "https://example.com/foreign",
      event_types: ["message"]
    })
    for (const id of [foreign, randomUUID()]) {
      expect((await verified({ ...right, webhook_id: id })).json().error.code).toBe("RESOURCE_008")
    }
    for (const flawed of [{ ...right, body: 1 }, { ...right, webhook_id: "x" }, {}]) {
      expect((await verified(flawed)).json().error.code).toBe("VALIDATION_001")
    }
    expect((await verified(right, { ...cookie, "content-type": "application/json" })).status).toBe(403)
    expect((await ask(`${reading}/console/verify`)).status).toBe(404)
  })

  it("is not read by pages of other origins", async () => {
    for (const path of ["/session", "/v3/messages?page=1&page_size=1"]) {
      for (const from of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }, { origin: "null" }]) {
        expect((await ask(`${writing}${path}`, { ...cookie, ...from })).status).toBe(403)
      }
    }
  })

  it("answers 500 when authorize throws or gives no secret, and tells the host alone", async () => {
    const { account, box } = acme
    for (const wrong of [() => Promise.reject(new Error("hunter-two")), () => ({ token: "short" })]) {
      const url = await listen(box.console({ account, authorize: wrong }).node)
      onError.mockClear()
      const answer = await ask(`${url}/`)
      expect([answer.status, answer.json().error.code]).toEqual([500, "INTERNAL_001"])
      expect(answer.text).not.toContain("hunter")
      expect(onError.mock.calls).toMatchObject([[{ where: "console.authorize", error: expect.any(Error) }]])
    }
  })

  it("takes no options that are not as they should be", () => {
    const { account, box } = acme
    const wrong: ReadonlyArray<readonly [unknown, RegExp]> = [
      [undefined, /account, authorize/],
      [{ authorize }, /console takes \{ account, authorize \}/],
      [{ account: 5, authorize }, /id of an account/],
      [{ account }, /authorize must be a function/],
      [{ account, authorize, writable: "no" }, /writable/],
      [{ account, authorize, basePath: "console/" }, /basePath/],
      [{ account, authorize, writeable: true }, /writeable is no option/]
    ]
    for (const [options, message] of wrong) {
      expect(() => box.console(options as ConsoleOptions)).toThrow(message)
    }
  })
})

describe("a console in a host", () => {
  it("is a part of an app of Express, behind its parsers and its sessions", async () => {
    const { account, box } = acme
    const app = express()
    app.use(express.json())
    app.use((asked, _, next) => {
      Object.assign(asked, { session: { id: secret } })
      next()
    })
    const { node } = box.console({
      account,
      writable: true,
      authorize: (asked) => "session" in asked ? { token: (asked.session as { readonly id: string }).id } : null
    })
    app.use("/messages", node)
    app.use((_, response) => void response.status(418).end())
    const url = await listen(app)
    expect((await ask(`${url}/messages`)).headers["location"]).toBe("./messages/")
    expect((await ask(`${url}/messages/`, {})).text).toContain(`data-source="console"`)
    expect((await ask(`${url}/other`)).status).toBe(418)
    const { contacts } = (await ask(`${url}/messages/v3/contacts?page=1&page_size=1`)).json().data
    const headers = await own(`${url}/messages`)
    const path = `${url}/messages/v3/contacts/${contacts[0].id}`
    expect((await ask(path, headers, "PATCH", `{"opt_out":false}`)).status).toBe(200)
  })

  it("answers requests of the web", async () => {
    const { account, box } = acme
    const { fetch } = box.console({ account, authorize, basePath: "/console" })
    const get = (path: string, headers: Sent = cookie) => fetch(new Request(`https://app.example${path}`, { headers }))
    expect((await get("/console/", {})).status).toBe(401)
    expect(await (await get("/console/")).text()).toContain(`data-source="console"`)
    expect((await get("/console")).status).toBe(308)
    expect((await get("/other")).status).toBe(404)
    expect(await (await get(`/console/v3/messages/${message}`)).json()).toMatchObject({ data: { id: message } })
  })
})
