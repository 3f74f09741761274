/**
 * All that a handler answers and tells, word by word: its status, its text and its headers.
 */
import type { WebhookId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as Signature from "@signalbox/core/internal/delivery/Signature"
import { sandboxSecret } from "@signalbox/core/Secret"
import type { HandlerOptions, NodeRequest } from "@signalbox/receiver"
import { fetchHandler, nodeHandler } from "@signalbox/receiver"
import { Readable } from "node:stream"
import { describe, expect, it, vi } from "vitest"

const webhook = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" as WebhookId
const body = "{\"field\":\"message\",\"event\":\"message.received\",\"event_id\":\"one\",\"payload\":{}}"

const headersOf = (text: string, millis = Date.now()): Record<string, string> => ({
  ...Signature.headers({ secret: sandboxSecret, webhook, eventId: "one", number: 1, at: instant(millis), body: text })
})

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** The pieces in which the body comes. */
  readonly pieces?: ReadonlyArray<string>
  /** The body that a parser of the host's has left. */
  readonly left?: unknown
}

interface Answered {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

const onNode = async (options: HandlerOptions, { headers = headersOf(body), left, method = "POST", pieces }: Sent) => {
  const stream = Readable.from((pieces ?? [body]).map((piece) => Buffer.from(piece)))
  const request: NodeRequest = Object.assign(stream, { method, headers, body: left })
  const set: Record<string, string> = {}
  let text: string | undefined
  const response = {
    statusCode: 0,
    setHeader: (name: string, value: string) => void (set[name] = value),
    end: (written?: string) => void (text = written)
  }
  await nodeHandler(options)(request, response)
  return { status: response.statusCode, text: text ?? "nothing was written", headers: set } satisfies Answered
}

const onFetch = async (options: HandlerOptions, { headers = headersOf(body), method = "POST", pieces }: Sent) => {
  const stream = Readable.toWeb(Readable.from((pieces ?? [body]).map((piece) => Buffer.from(piece))))
  const request = new Request("http://here/", {
    method,
    headers,
    ...(method === "POST" ? { body: stream as ReadableStream<Uint8Array>, duplex: "half" } : {})
  } as RequestInit)
  const response = await fetchHandler(options)(request)
  const { "content-type": _, ...rest } = Object.fromEntries(response.headers)
  return { status: response.status, text: await response.text(), headers: rest } satisfies Answered
}

const hosts = { Node: onNode, fetch: onFetch }

/** Answers, and says what the host was told of. */
const answered = async (host: keyof typeof hosts, sent: Sent, more: Partial<HandlerOptions> = {}) => {
  const errors: Array<string> = []
  const options = { secrets: sandboxSecret, onEvent: () => {}, onError: (error: unknown) => errors.push(String(error)) }
  return { ...await hosts[host]({ ...options, ...more }, sent), errors }
}

const unread = "The webhook's body was parsed before it could be verified. " +
  "Mount the handler before express.json(), or use express.raw({ type: \"*/*\" }) on its path."

describe.each(["Node", "fetch"] as const)("a handler on %s", (host) => {
  const answer = (sent: Sent, more: Partial<HandlerOptions> = {}) => answered(host, sent, more)

  const none = { text: "", headers: {}, errors: [] }

  it("takes what verifies, in however many pieces it comes", async () => {
    const pieces = [body.slice(0, 7), "", body.slice(7, 30), body.slice(30)]
    expect(await answer({})).toEqual({ ...none, status: 204 })
    expect(await answer({ pieces })).toEqual({ ...none, status: 204 })
  })

  it("tells whoever asks by another method which one it takes", async () => {
    expect(await answer({ method: "GET" })).toEqual({
      ...none,
      status: 405,
      text: "POST only",
      headers: { allow: "POST" }
    })
  })

  it("takes a body of the most bytes, and none of one more", async () => {
    expect((await answer({}, { maxBytes: body.length })).status).toBe(204)
    // Node would read on otherwise.
    const headers = host === "Node" ? { connection: "close" } : {}
    expect(await answer({}, { maxBytes: body.length - 1 })).toEqual({
      status: 413,
      text: "too large",
      headers,
      errors: ["Error"]
    })
  })

  it("takes a body of a mebibyte by default", async () => {
    const filled = (size: number) => body.padEnd(size, " ")
    const [most, more] = [filled(1024 * 1024), filled(1024 * 1024 + 1)]
    expect((await answer({ headers: headersOf(most), pieces: [most] })).status).toBe(204)
    expect((await answer({ headers: headersOf(more), pieces: [more] })).status).toBe(413)
  })

  it.each<readonly [string, Sent, status: number, text: string]>([
    ["headers are missing", { headers: {} }, 400, "the header x-webhook-id is missing"],
    ["it is too old", { headers: headersOf(body, 0) }, 401, "the time of the attempt is too far from now"],
    ["it was changed", { pieces: [`${body} `] }, 401, "no signature matches"],
    ["it is no event", { headers: headersOf("[]"), pieces: ["[]"] }, 400, "the body is no event"]
  ])("says why it does not take a delivery: %s", async (_, sent, status, text) => {
    expect(await answer(sent)).toEqual({ ...none, status, text, errors: [`VerificationError: ${text}`] })
  })

  it("says of its own failures only that there is one", async () => {
    const failed = { ...none, status: 500, text: "failed" }
    const onEvent = () => {
      throw new RangeError("not today")
    }
    expect(await answer({}, { onEvent })).toEqual({ ...failed, errors: ["RangeError: not today"] })
    const missing = "there is no secret: is the variable set that holds the signing secret of the webhook?"
    expect(await answer({}, { secrets: () => [] })).toEqual({ ...failed, errors: [`VerificationError: ${missing}`] })
  })
})

describe("a handler that reads a stream", () => {
  it.each([["ends it", () => undefined], ["bears that it cannot", () => Promise.reject(new Error("gone"))]])(
    "whose body is too large %s",
    async (_, cancel) => {
      let isCancelled = false
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(8)),
        cancel: () => {
          isCancelled = true
          return cancel()
        }
      })
      const request = new Request("http://here/", { method: "POST", body: stream, duplex: "half" } as RequestInit)
      const options = { secrets: sandboxSecret, onEvent: () => {}, onError: () => {}, maxBytes: 20 }
      expect((await fetchHandler(options)(request)).status).toBe(413)
      expect(isCancelled).toBe(true)
    }
  )
})

describe("a handler behind a parser of the host's", () => {
  it.each<readonly [string, unknown]>([["bytes", Buffer.from(body)], ["a text", body]])(
    "takes the body as it was left as %s",
    async (_, left) => {
      expect(await answered("Node", { left, pieces: [] })).toEqual({ status: 204, text: "", headers: {}, errors: [] })
    }
  )

  it("says what to do where the bytes are gone", async () => {
    const read = Readable.from([])
    for await (const _ of read) throw new Error("there is nothing to read")
    expect(read.readableEnded).toBe(true)
    const request: NodeRequest = Object.assign(read, {
      method: "POST",
      headers: headersOf(body),
      body: JSON.parse(body) as unknown
    })
    const errors: Array<unknown> = []
    const response = { statusCode: 0, setHeader: () => {}, end: () => {} }
    await nodeHandler({
      secrets: sandboxSecret,
      onEvent: () => {},
      onError: (error) => errors.push(error)
    })(request, response)
    expect([response.statusCode, ...errors.map(String)]).toEqual([500, `Error: ${unread}`])
  })
})

describe("what a handler tells the console", () => {
  it("is told again when a minute has gone by", async () => {
    const spy = vi.spyOn(console, "error").mockImplementation(() => {})
    const clock = vi.spyOn(performance, "now")
    try {
      const options = { secrets: sandboxSecret, onEvent: () => {} }
      const handle = fetchHandler(options)
      const told: Array<number> = []
      for (const now of [0, 59_999, 60_000, 60_001, 119_999, 120_000]) {
        clock.mockReturnValue(now)
        await handle(new Request("http://here/", { method: "POST" }))
        if (spy.mock.calls.length > told.length) told.push(now)
      }
      expect(told).toEqual([0, 60_000, 120_000])
    } finally {
      clock.mockRestore()
      spy.mockRestore()
    }
  })
})

describe("a handler of a tolerance", () => {
  it("knows an event for as long as a delivery of it verifies, however late that is", async () => {
    const toleranceSeconds = 3 * 60 * 60
    const first = 1_800_000_000_000
    const last = first + 2 * toleranceSeconds * 1000
    const [clock, spy] = [vi.spyOn(Date, "now"), vi.spyOn(console, "error").mockImplementation(() => {})]
    try {
      let handled = 0
      const handle = fetchHandler({ secrets: sandboxSecret, toleranceSeconds, onEvent: () => void handled++ })
      const headers = headersOf(body, first + toleranceSeconds * 1000)
      const statuses: Array<number> = []
      // Attempts are timed in whole seconds, so that the last moment is the end of one.
      for (const now of [first, last - 1, last, last + 999, last + 1000]) {
        clock.mockReturnValue(now)
        statuses.push((await handle(new Request("http://here/", { method: "POST", headers, body }))).status)
      }
      expect([handled, ...statuses]).toEqual([1, 204, 204, 204, 204, 401])
    } finally {
      clock.mockRestore()
      spy.mockRestore()
    }
  })
})
