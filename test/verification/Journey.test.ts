/**
 * Verifications while time passes: when a code is sent again, when it expires, and which way it takes.
 */
import type { Double } from "@signalbox/emulator/Double"
import * as Doubles from "@signalbox/emulator/Double"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let double: Double
let template: string

interface Answer {
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
  readonly error: { readonly code: string }
  readonly retryAfter: number
}

const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await double.fetch(path, {
    method,
    headers: { "x-api-key": double.apiKey, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const { data, error } = await answer.json() as Answer
  return { status: answer.status, data, error, retryAfter: Number(answer.headers.get("retry-after")) }
}

const definition = {
  body: {
    multiChannel: {
      template: "Your code is {{0:variable}}",
      variables: [{ id: 0, name: "code", type: "variable", props: { variableType: "text", sample: "123456" } }]
    }
  }
}

beforeEach(async () => {
  double = await Doubles.start()
  const body = { definition, category: "AUTHENTICATION", submit_for_review: true }
  template = String((await ask("POST", "/v3/templates", body)).data["id"])
  await double.advance(10_000)
})

afterEach(() => double.stop())

const phone = "+12015550123"

const create = (more: object = {}) =>
  ask("POST", "/v3/verifications", { phone_number: phone, template: { id: template }, channel: "sms", ...more })

const codes = async (): Promise<ReadonlyArray<string>> =>
  (await double.handset(phone).received()).map(({ body }) => /\d{6}/.exec(body)![0])

const check = async (id: unknown, code: string): Promise<unknown> =>
  (await ask("POST", `/v3/verifications/${String(id)}/check`, { code })).data["valid"]

const minute = 60_000

describe("a verification", () => {
  it("sends the same code again, each time after a longer wait, and five times in all [XVF-001, XVF-007]", async () => {
    const first = await create()
    const waits: Array<number> = []
    for (let sends = 2; sends <= 5; sends++) {
      const early = await create()
      expect([early.status, early.error.code]).toEqual([429, "BUSINESS_002"])
      waits.push(early.retryAfter)
      await double.advance(early.retryAfter * 1000 - 1000)
      expect((await create()).status).toBe(429)
      await double.advance(1000)
      // What is asked for anew has no effect on what runs.
      const again = await create({ code_length: 9, lifetime_minutes: 1 })
      expect(again).toMatchObject({
        status: 200,
        data: { id: first.data["id"], sends, code_length: 6, expires_at: first.data["expires_at"] }
      })
      await double.advance(0)
    }
    expect(waits).toEqual([30, 60, 120, 180])
    const [code, ...others] = await codes()
    expect(others).toEqual([code, code, code, code])
    const last = await create()
    expect(last.status).toBe(429)
    expect((await ask("GET", `/v3/verifications/${String(first.data["id"])}`)).data).not.toHaveProperty("resend_at")
    expect(await check(first.data["id"], code!)).toBe(true)
  })

  it("is over after its minutes, and another one begins with a code of its own [XVF-006]", async () => {
    const { data: { id } } = await create({ lifetime_minutes: 3 })
    await double.advance(0)
    const [code] = await codes()
    await double.advance(3 * minute - 1000)
    expect((await ask("GET", `/v3/verifications/${String(id)}`)).data["status"]).toBe("pending")
    await double.advance(1000)
    expect((await ask("GET", `/v3/verifications/${String(id)}`)).data).toMatchObject({ status: "expired" })
    expect(await check(id, code!)).toBe(false)
    const next = await create()
    expect(next).toMatchObject({ status: 201, data: { sends: 1 } })
    expect(next.data["id"]).not.toBe(id)
    await double.advance(0)
    expect(await check(next.data["id"], (await codes())[1]!)).toBe(true)
  })

  const ways = [
    ["refused it", { submit: { refuse: "provider_unavailable" }, receipts: [] }],
    ["took it and failed", { receipts: [{ failed: "provider_unavailable" }] }]
  ] as const

  it.each(ways)("takes its code another way when the first carrier %s [XVF-018]", async (_, step) => {
    await double.handset(phone).script([step])
    const { data: { id, message_id } } = await create({ channel: "auto_detect" })
    await double.advance(minute)
    const { data: { status } } = await ask("GET", `/v3/messages/${String(message_id)}`)
    expect(status).toBe("DELIVERED")
    const handed = await ask("GET", `/v3/messages/${String(message_id)}/activities`)
    expect(JSON.stringify(handed.data).match(/ through /g)?.length).toBeGreaterThan(1)
    expect(await check(id, (await codes()).at(-1)!)).toBe(true)
  })

  it("is not handed over after it has expired: its message ends FAILED with DELIVERY_006 [XVF-017]", async () => {
    for (const carrier of ["sms-a", "sms-b"]) {
      await double.control("PUT", `/emulator/carriers/${carrier}`, { mode: "busy" })
    }
    const { data: { id, message_id } } = await create({ lifetime_minutes: 1 })
    await double.advance(2 * minute)
    expect(await codes()).toEqual([])
    for (const carrier of ["sms-a", "sms-b"]) {
      await double.control("PUT", `/emulator/carriers/${carrier}`, { mode: "normal" })
    }
    await double.advance(20 * minute)
    expect(await codes()).toEqual([])
    expect((await ask("GET", `/v3/verifications/${String(id)}`)).data).toMatchObject({ status: "expired" })
    expect((await ask("GET", `/v3/messages/${String(message_id)}`)).data).toMatchObject({
      status: "FAILED",
      reason_code: "DELIVERY_006"
    })
  })

  it("that ends while its code waits in line sends it no more [XVF-022]", async () => {
    for (const carrier of ["sms-a", "sms-b"]) {
      await double.control("PUT", `/emulator/carriers/${carrier}`, { mode: "busy" })
    }
    const { data: { id, message_id } } = await create()
    await double.advance(0)
    expect((await ask("POST", `/v3/verifications/${String(id)}/cancel`, {})).status).toBe(200)
    for (const carrier of ["sms-a", "sms-b"]) {
      await double.control("PUT", `/emulator/carriers/${carrier}`, { mode: "normal" })
    }
    await double.advance(20 * minute)
    expect(await codes()).toEqual([])
    expect((await ask("GET", `/v3/messages/${String(message_id)}`)).data).toMatchObject({ status: "FAILED" })
  })
})
