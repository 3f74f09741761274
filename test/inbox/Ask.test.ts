/**
 * A page asks its source byte for byte like this, and tells a person of what was refused.
 */
import { ask } from "@signalbox/inbox/internal/source/ask"
import { consoleSource } from "@signalbox/inbox/internal/source/consoleSource"
import type { Delivery } from "@signalbox/inbox/internal/source/deliveries"
import { lampOfDelivery, outcomeOf } from "@signalbox/inbox/internal/source/deliveries"
import { emulatorSource } from "@signalbox/inbox/internal/source/emulatorSource"
import type { Account } from "@signalbox/inbox/internal/source/source"
import { explain, Refusal } from "@signalbox/inbox/internal/source/source"
import { afterEach, describe, expect, it, vi } from "vitest"

interface Asked {
  readonly url: string
  readonly method: string
  readonly headers: unknown
  readonly body: unknown
}

/** Answers the requests of a page one after the other, and returns what it asked. */
const answering = (...answers: ReadonlyArray<readonly [status: number, text: string]>): ReadonlyArray<Asked> => {
  const asked: Array<Asked> = []
  vi.stubGlobal("fetch", (url: string, { body, headers, method = "" }: RequestInit) => {
    const [status, text] = answers[asked.length] ?? [500, "nothing more"]
    asked.push({ url, method, headers, body })
    return Promise.resolve(new Response(status === 204 ? null : text, { status }))
  })
  return asked
}

afterEach(() => vi.unstubAllGlobals())

const account: Account = { id: "the account", name: "Acme", type: "organization" }

/** Returns the refusal that asking ends in. */
const refusal = async (status: number, text: string): Promise<Refusal> => {
  answering([status, text])
  const error: unknown = await ask("GET", "there", undefined).catch((each: unknown) => each)
  if (!(error instanceof Refusal)) throw new Error("it was answered")
  return error
}

describe("a request of a page", () => {
  it("has a body and its type where there is one, and returns the JSON that is answered", async () => {
    const asked = answering([200, "{\"a\":1}"], [202, ""], [204, ""], [200, "<html>"])
    expect(await ask("POST", "there", { b: 2 }, { "x-api-key": "the key" })).toEqual({ a: 1 })
    expect(await ask("GET", "there", undefined, { "x-api-key": "the key" })).toBeNull()
    expect(await ask("DELETE", "there", undefined)).toBeNull()
    expect(await ask("PUT", "there", undefined)).toBeNull()
    expect(asked).toEqual([
      {
        url: "there",
        method: "POST",
        headers: { "x-api-key": "the key", "content-type": "application/json" },
        body: "{\"b\":2}"
      },
      { url: "there", method: "GET", headers: { "x-api-key": "the key" }, body: undefined },
      { url: "there", method: "DELETE", headers: {}, body: undefined },
      { url: "there", method: "PUT", headers: {}, body: undefined }
    ])
  })

  it.each<readonly [status: number, text: string, told: object, said: string]>([
    [
      400,
      JSON.stringify({ error: { code: "A", message: "Wrong.", details: { to: ["is empty", "is no list"], text: 5 } } }),
      {
        status: 400,
        code: "A",
        message: "Wrong.",
        details: [{ path: "to", message: "is empty, is no list" }, { path: "text", message: "5" }]
      },
      "Wrong.; to is empty, is no list; text 5"
    ],
    [
      409,
      JSON.stringify({ error: { code: "B", message: "No.", details: [{ path: "at", message: "is past" }] } }),
      { status: 409, code: "B", message: "No.", details: [{ path: "at", message: "is past" }] },
      "No.; at is past"
    ],
    [
      500,
      JSON.stringify({ error: { details: "none" } }),
      { status: 500, code: null, message: "GET there was answered with 500", details: [] },
      "GET there was answered with 500"
    ],
    [
      502,
      "<html>",
      { status: 502, code: null, message: "GET there was answered with 502", details: [] },
      "GET there was answered with 502"
    ],
    [
      503,
      JSON.stringify({ error: { details: null } }),
      { status: 503, code: null, message: "GET there was answered with 503", details: [] },
      "GET there was answered with 503"
    ]
  ])("that is answered %d with %s is refused", async (status, text, told, said) => {
    const { code, details, message, status: refused } = await refusal(status, text)
    expect({ code, details, message, status: refused }).toEqual(told)
    expect(explain(new Refusal(message, refused, code, details))).toBe(said)
  })

  it("that fails is told by its error, whatever that is", () => {
    expect([explain(new TypeError("Failed to fetch")), explain("gone"), explain(null)]).toEqual([
      "Failed to fetch",
      "gone",
      "null"
    ])
  })
})

describe("a source", () => {
  it("of an emulator asks its control, and its API with the key of an account", async () => {
    const accounts = [{ ...account, api_key: "the key" }]
    const asked = answering(
      [200, JSON.stringify(accounts)],
      [200, "{\"now\":1}"],
      [200, "{\"data\":{\"id\":\"a\"}}"],
      [204, ""],
      [200, "{\"data\":1}"]
    )
    expect(await emulatorSource.accounts()).toEqual(accounts)
    expect(await emulatorSource.control?.("POST", "clock", { advance_ms: 1 })).toEqual({ now: 1 })
    expect(await emulatorSource.api(accounts[0] ?? account, "GET", "me")).toEqual({ id: "a" })
    expect(await emulatorSource.api(accounts[0] ?? account, "DELETE", "webhooks/a")).toBeUndefined()
    expect(await emulatorSource.api({ ...account, api_key: null }, "POST", "messages", {})).toBe(1)
    expect(asked.map(({ headers, method, url }) => [method, url, headers])).toEqual([
      ["GET", "emulator/accounts", {}],
      ["POST", "emulator/clock", { "content-type": "application/json" }],
      ["GET", "v3/me", { "x-api-key": "the key" }],
      ["DELETE", "v3/webhooks/a", { "x-api-key": "the key" }],
      ["POST", "v3/messages", { "x-api-key": "", "content-type": "application/json" }]
    ])
    expect([emulatorSource.mayWrite, emulatorSource.events, emulatorSource.verify]).toEqual([
      true,
      "emulator/events",
      null
    ])
  })

  it("of a console asks with the token of its session, for the one account of it", async () => {
    const received = { webhook_id: "w", timestamp: "1", signature: "v1,", body: "{}" }
    const session = { account, may_write: true, token: "the token" }
    const asked = answering(
      [200, JSON.stringify({ data: session })],
      [200, "{\"data\":{\"verified\":true}}"],
      [200, "{\"data\":{\"id\":\"a\"}}"],
      [204, ""],
      [200, JSON.stringify({ data: { ...session, may_write: false } })]
    )
    const source = await consoleSource()
    expect(await source.accounts()).toEqual([account])
    expect(await source.verify?.(received)).toBe(true)
    expect(await source.api(account, "PATCH", "webhooks/a", { a: 1 })).toEqual({ id: "a" })
    expect(await source.api(account, "DELETE", "webhooks/a")).toBeUndefined()
    expect([source.mayWrite, source.events, source.control]).toEqual([true, null, null])
    expect((await consoleSource()).mayWrite).toBe(false)
    const token = { "x-console-token": "the token" }
    const json = { "content-type": "application/json" }
    expect(asked).toEqual([
      { url: "session", method: "GET", headers: {}, body: undefined },
      { url: "verify", method: "POST", headers: { ...token, ...json }, body: JSON.stringify(received) },
      { url: "v3/webhooks/a", method: "PATCH", headers: { ...token, ...json }, body: "{\"a\":1}" },
      { url: "v3/webhooks/a", method: "DELETE", headers: token, body: undefined },
      { url: "session", method: "GET", headers: {}, body: undefined }
    ])
  })
})

describe("a delivery", () => {
  const delivery: Delivery = {
    id: "d",
    webhook_id: "w",
    event_type: "message",
    event_data: null,
    delivery_status: "PENDING",
    delivery_attempts: 1,
    http_status_code: null,
    error_message: null,
    created_at: "2026-01-01T00:00:00.000Z",
    attempts: []
  }

  it.each<readonly [Partial<Delivery>, lamp: string, said: string]>([
    [{}, "wait", "no answer yet"],
    [{ http_status_code: 199 }, "wait", "199"],
    [{ http_status_code: 200, delivery_status: "FAILED" }, "go", "200"],
    [{ http_status_code: 299, delivery_attempts: 2 }, "go", "299, attempt 2"],
    [{ http_status_code: 300, delivery_status: "RETRYING", error_message: "moved" }, "wait", "300"],
    [{ error_message: "no connection", delivery_attempts: 3 }, "wait", "no connection, attempt 3"],
    [{ delivery_status: "FAILED", delivery_attempts: 0 }, "stop", "no answer yet"],
    [{ delivery_status: "dead_letter" }, "stop", "no answer yet"],
    [{ delivery_status: "Exhausted", http_status_code: 500 }, "stop", "500"]
  ])("of %j shows %s and says %s", (parts, lamp, said) => {
    const each = { ...delivery, ...parts }
    expect([lampOfDelivery(each), outcomeOf(each)]).toEqual([lamp, said])
  })
})
