/**
 * A prefix of numbers that asks for codes and types none in, while time passes (decisions 17.3).
 */
import type { Double } from "@signalbox/emulator/Double"
import * as Doubles from "@signalbox/emulator/Double"
import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let double: Double
let template: string
const profileKey = randomUUID()

const ask = async (
  method: string,
  path: string,
  body?: object,
  key = double.apiKey
): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await double.fetch(path, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return (await answer.json() as { readonly data: Readonly<Record<string, unknown>> }).data
}

const minute = 60_000
const definition = {
  body: {
    multiChannel: {
      template: "Your code is {{0:variable}}",
      variables: [{ id: 0, name: "code", type: "variable", props: { variableType: "text", sample: "123456" } }]
    }
  }
}

const approved = async (key?: string): Promise<string> => {
  const body = { definition, category: "AUTHENTICATION", submit_for_review: true }
  const { id } = await ask("POST", "/v3/templates", body, key)
  await double.advance(10_000)
  return String(id)
}

beforeEach(async () => {
  const apiKey = randomUUID()
  double = await Doubles.start({
    apiKey,
    seed: {
      accounts: [{
        api_keys: [apiKey],
        pumping: { minimum: 5, pause_minutes: 10 },
        profiles: [{ api_keys: [profileKey] }]
      }]
    }
  })
  template = await approved()
  // What is counted within one minute is looked at together.
  await double.advance(minute - double.now().getTime() % minute)
})

afterEach(() => double.stop())

const [asked, spared] = ["+1201555", "+1212555"] as const

/** Has a code sent, and returns the ids of the verification and of its message. */
const verify = async (phone: string, more: object = {}, key?: string) => {
  const body = { phone_number: phone, template: { id: template }, channel: "sms", ...more }
  const { id, message_id: message } = await ask("POST", "/v3/verifications", body, key)
  await double.advance(1000)
  return { id: String(id), message: String(message) }
}

const outcome = async (message: string): Promise<unknown> => {
  const { reason_code: code, status } = await ask("GET", `/v3/messages/${message}`)
  return code ?? status
}

const next = async (prefix: string): Promise<unknown> =>
  outcome((await verify(`${prefix}0999`, { purpose: randomUUID() })).message)

const few = async (prefix: string, each: (id: string) => Promise<unknown> = async () => {}, more: object = {}) => {
  for (let number = 0; number < 5; number++) await each((await verify(`${prefix}000${number}`, more)).id)
}

const paused = async () => (await ask("GET", "/v3/paused-prefixes"))["paused_prefixes"]

const check = (id: string, code = "0000000") => ask("POST", `/v3/verifications/${id}/check`, { code })

describe("a prefix of a watched account", () => {
  it("is paused when nobody checks its codes, alone and for a while [XPR-190, XPR-193, XPR-194]", async () => {
    await few(asked)
    expect(await next(asked)).toBe("DELIVERED")
    await double.advance(5 * minute)
    const reviewed = { prefix: "+12015", is_paused: true, reason: "unchecked", counted: 6, failed: 6 }
    expect(await paused()).toMatchObject([reviewed])
    expect([await next(asked), await next(spared)]).toEqual(["SIGNALBOX_002", "DELIVERED"])
    await double.advance(10 * minute)
    expect(await paused()).toMatchObject([{ ...reviewed, is_paused: false }])
    expect(await next(asked)).toBe("DELIVERED")
    await double.advance(2 * 24 * 60 * minute)
    expect(await paused()).toEqual([])
  })

  it("goes on when its codes are tried, right or wrong, or are few because they were sent again [XPR-200]", async () => {
    await few(asked, (id) => check(id), { lifetime_minutes: 1 })
    const again = await verify(`${spared}0001`)
    for (const wait of [30, 60, 120, 180]) {
      await double.advance(wait * 1000)
      expect((await verify(`${spared}0001`)).id).toBe(again.id)
    }
    await double.advance(6 * minute)
    expect(await paused()).toEqual([])
  })

  it("is watched for a profile as for its organization, and each pays for its own [XPR-197]", async () => {
    const own = await approved(profileKey)
    for (let number = 0; number < 5; number++) {
      await verify(`${asked}000${number}`, { template: { id: own } }, profileKey)
    }
    await double.advance(5 * minute)
    expect(await paused()).toEqual([])
    expect((await ask("GET", "/v3/paused-prefixes", undefined, profileKey))["paused_prefixes"])
      .toMatchObject([{ prefix: "+12015", is_paused: true }])
    expect(await next(asked)).toBe("DELIVERED")
  })
})
