/**
 * Registering webhooks: defaults, limits, filters, and addresses that are refused (specification "Webhook", decisions
 * 3.1). Loopback is left out, because a server that is tested on one machine has to be allowed to call it.
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { createWebhook, me } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Flaws } from "./internal/flaws.ts"
import { flawed, single } from "./internal/flaws.ts"
import type { Given } from "./internal/given.ts"
import { actingAs, server } from "./internal/given.ts"
import type { Webhook } from "./internal/resources.ts"
import { aWebhook } from "./internal/resources.ts"
import { publicUrl, webhook } from "./internal/samples.ts"
import type { Reply } from "./Reply.ts"

const registration = (given: () => Given): void => {
  const create = (body: object): Promise<Reply> => given().client.post("/v3/webhooks", body)

  it(
    "answers with all of it, and its secret [WHK-001, WHK-002, WHK-012, WHK-015, WHK-027, WHK-031, WHK-032, WHK-058]",
    async () => {
      expect(success(await create(webhook), 201)).toStrictEqual({
        ...aWebhook,
        ...webhook,
        customer_id: (await me(given().client)).id
      })
    }
  )

  it("keeps what is said [WHK-004, WHK-023, WHK-026]", async () => {
    const said = {
      display_name: " Mine, \"all\" mine 📬 ",
      endpoint_url: "http://93.184.216.34:8080/hook?a=b#c",
      event_types: ["templates", "channel", "contact"],
      event_filters: { templates: ["approved", "rejected"], contact: [] },
      retry_count: 5,
      timeout_seconds: 120
    }
    expect(success(await create({ ...said, sender_profile: null }), 201)).toStrictEqual({
      ...aWebhook,
      ...said,
      customer_id: (await me(given().client)).id
    })
  })

  it("has a secret of 32 random bytes, each its own", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => createWebhook(given().client, {})))
    const secrets = made.map((each) => each.signing_secret ?? "")
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+={0,2}$/)
      expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32)
      expect(Buffer.from(secret.slice("whsec_".length), "base64").toString("base64")).toBe(secret.slice(6))
    }
    expect(new Set(secrets).size).toBe(secrets.length)
    expect(new Set(made.map((each) => each.id)).size).toBe(made.length)
  })

  propWith({ runs: 25 })(
    "takes numbers within the bounds [WHK-023, WHK-026]",
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 5, max: 120 }),
    async (retry_count, timeout_seconds) => {
      expect(await createWebhook(given().client, { retry_count, timeout_seconds })).toMatchObject({
        retry_count,
        timeout_seconds
      })
    }
  )

  it("takes families once each, in their order [WHK-017]", async () => {
    const event_types = ["templates", "message", "templates", "channel", "contact", "message"]
    expect((await createWebhook(given().client, { event_types })).event_types)
      .toEqual(["templates", "message", "channel", "contact"])
  })

  it("has no filters unless there are some [WHK-019]", async () => {
    for (const none of [undefined, null]) {
      expect((await createWebhook(given().client, { event_filters: none })).event_filters).toBe(null)
    }
    const event_filters = { channel: ["approved"] }
    expect((await createWebhook(given().client, { event_filters })).event_filters).toEqual(event_filters)
  })

  it("never shows sender_profile", async () => {
    expect(Object.keys(await createWebhook(given().client, { sender_profile: null }))).not.toContain("sender_profile")
  })

  it("cannot set sender_profile for a profile [WHK-048, WHK-049]", async () => {
    for (const client of [given().profile, actingAs(given(), given().subject.profileId)]) {
      for (const sender_profile of [{ event_types: ["message"] }, { event_types: [] }, {}]) {
        failure(await client.post("/v3/webhooks", { ...webhook, sender_profile }), 400, "VALIDATION_001", [
          "sender_profile"
        ])
      }
      success(await client.post("/v3/webhooks", { ...webhook, sender_profile: null }), 201)
    }
  })
}

const flaws: Flaws = {
  display_name: {
    right: "Mine",
    wrong: [
      { fields: ["display_name"], code: "VALIDATION_001" },
      { value: null, fields: ["display_name"], code: "VALIDATION_001" },
      { value: "", fields: ["display_name"], code: "VALIDATION_001" },
      { value: " \t", fields: ["display_name"], code: "VALIDATION_001" },
      { value: "x".repeat(256), fields: ["display_name"], code: "VALIDATION_001" },
      { value: 7, fields: ["display_name"], code: "VALIDATION_001" }
    ]
  },
  endpoint_url: {
    right: publicUrl,
    wrong: [
      { fields: ["endpoint_url"], code: "VALIDATION_001" },
      { value: null, fields: ["endpoint_url"], code: "VALIDATION_001" },
      { value: "ftp://93.184.216.34/hook", fields: ["endpoint_url"], code: "VALIDATION_001" },
      { value: "nonsense", fields: ["endpoint_url"], code: "VALIDATION_001" },
      { value: "http://93.184.216.34:25/hook", fields: ["endpoint_url"], code: "VALIDATION_001" },
      { value: [publicUrl], fields: ["endpoint_url"], code: "VALIDATION_001" }
    ]
  },
  event_types: {
    right: ["message"],
    wrong: [
      { fields: ["event_types"], code: "VALIDATION_001" },
      { value: null, fields: ["event_types"], code: "VALIDATION_001" },
      { value: [], fields: ["event_types"], code: "VALIDATION_001" },
      { value: "message", fields: ["event_types"], code: "VALIDATION_001" },
      { value: ["message", "messages"], fields: ["event_types[1]"], code: "VALIDATION_006" },
      { value: ["message.sent"], fields: ["event_types[0]"], code: "VALIDATION_006" },
      { value: ["Message", "template"], fields: ["event_types[0]", "event_types[1]"], code: "VALIDATION_006" }
    ]
  },
  retry_count: {
    right: 3,
    wrong: [
      { value: 0, fields: ["retry_count"], code: "VALIDATION_005" },
      { value: 6, fields: ["retry_count"], code: "VALIDATION_005" },
      { value: -1, fields: ["retry_count"], code: "VALIDATION_005" },
      { value: "3", fields: ["retry_count"], code: "VALIDATION_001" }
    ]
  },
  timeout_seconds: {
    right: 30,
    wrong: [
      { value: 4, fields: ["timeout_seconds"], code: "VALIDATION_005" },
      { value: 121, fields: ["timeout_seconds"], code: "VALIDATION_005" },
      { value: true, fields: ["timeout_seconds"], code: "VALIDATION_001" }
    ]
  },
  event_filters: {
    right: undefined,
    wrong: [
      { value: "message", fields: ["event_filters"], code: "VALIDATION_001" },
      { value: { message: "sent" }, fields: ["event_filters.message"], code: "VALIDATION_001" }
    ]
  },
  sandbox: { right: undefined, wrong: [{ value: "true", fields: ["sandbox"], code: "VALIDATION_001" }] }
}

const refusals = (given: () => Given): void => {
  const post = (body: unknown): Promise<Reply> => given().client.post("/v3/webhooks", body)

  it(
    "name the field " +
      "[ERR-003, ERR-007, ERR-008, WHK-006, WHK-017, WHK-021, WHK-022, WHK-024, WHK-025, WHK-047]",
    async () => {
      for (const { body, code, fields } of single(flaws)) failure(await post(body), 400, code, fields)
    }
  )

  propWith({ runs: 60 })(
    "name all fields that are wrong, under the code that they share [ENV-027]",
    flawed(flaws),
    async ({ body, code, fields }) => {
      failure(await post(body), 400, code, fields)
    }
  )

  it("list the families that there are [ERR-009]", async () => {
    const reply = await post({ ...webhook, event_types: ["message.sent"] })
    const { details } = failure(reply, 400, "VALIDATION_006", ["event_types[0]"])
    for (const family of ["message", "templates", "contact", "channel"]) {
      expect(details?.["event_types[0]"]?.join()).toContain(family)
    }
  })

  it("are for filters of a family that is not subscribed [WHK-019]", async () => {
    for (const family of ["contact", "messages", "message.sent", "constructor"]) {
      const body = { ...webhook, event_types: ["message"], event_filters: { [family]: [] } }
      failure(await post(body), 400, "VALIDATION_001", [`event_filters.${family}`])
    }
  })

  it("are for filters of events that there are not [ERR-009, WHK-019]", async () => {
    const filtered = (event_filters: object): Promise<Reply> =>
      post({ ...webhook, event_types: ["message", "templates"], event_filters })
    for (const suffix of ["message.sent", "SENT", "processed", "approved", ""]) {
      const reply = await filtered({ message: ["sent", suffix] })
      const { details } = failure(reply, 400, "VALIDATION_006", ["event_filters.message[1]"])
      expect(details?.["event_filters.message[1]"]?.join()).toContain("delivered")
    }
    failure(await filtered({ templates: ["sent"] }), 400, "VALIDATION_006", ["event_filters.templates[0]"])
    success(
      await filtered({ templates: ["pending", "approved", "rejected", "paused", "archived"], message: ["read"] }),
      201
    )
  })
}

const addresses = (given: () => Given): void => {
  const register = (endpoint_url: string): Promise<Reply> =>
    given().client.post("/v3/webhooks", { ...webhook, endpoint_url })
  const refused = async (url: string): Promise<void> => {
    failure(await register(url), 400, "VALIDATION_001", ["endpoint_url"])
  }

  it.each([
    "",
    "nonsense",
    "/hook",
    "//93.184.216.34/hook",
    "http://",
    "http:/93.184.216.34/",
    "ftp://93.184.216.34/hook",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "ws://93.184.216.34/hook",
    "https://user@93.184.216.34/hook",
    "https://user:secret@93.184.216.34/hook",
    "http://93.184.216.34:99999/",
    `https://93.184.216.34/${"x".repeat(2048)}`
  ])("that are no http or https URL are refused: %s [WHK-005, WHK-006]", (url) => refused(url))

  it("may be http or https, and have 2,048 characters [WHK-007]", async () => {
    const longest = `http://93.184.216.34/${"x".repeat(2048 - "http://93.184.216.34/".length)}`
    for (
      const url of ["http://93.184.216.34/hook", "https://[2606:2800:220:1::1]/hook", "HTTPS://93.184.216.34", longest]
    ) {
      expect(success<Webhook>(await register(url), 201).endpoint_url).toBe(url)
    }
  })

  it("may be a name that nobody knows, as yet", async () => {
    success(await register("https://nobody.invalid/hook"), 201)
  })

  const ranges4: ReadonlyArray<readonly [base: string, bits: number]> = [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4]
  ]

  const number4 = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0)
  const blocked4 = fc.oneof(
    ...ranges4.map(([base, bits]) =>
      fc.oneof(fc.constant(0), fc.constant(2 ** (32 - bits) - 1), fc.nat({ max: 2 ** (32 - bits) - 1 }))
        .map((offset) => number4(base) + offset)
    )
  )
  const parts = (address: number): ReadonlyArray<number> =>
    [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256)

  /** All of these are the same address to whoever dials it. */
  const notations: ReadonlyArray<(address: number) => string> = [
    (address) => parts(address).join("."),
    (address) => String(address),
    (address) => `0x${address.toString(16)}`,
    (address) => parts(address).map((part) => `0${part.toString(8)}`).join("."),
    (address) => parts(address).map((part) => `0x${part.toString(16)}`).join("."),
    (address) => `${Math.floor(address / 2 ** 24)}.${address % 2 ** 24}`,
    (address) => `[::ffff:${parts(address).join(".")}]`,
    (address) => `[64:ff9b::${parts(address).join(".")}]`
  ]

  propWith({ runs: 120 })(
    "of IPv4 ranges that are not public are refused, in every notation [WHK-008]",
    blocked4,
    fc.constantFrom(...notations),
    fc.constantFrom("http", "https"),
    (address, notation, scheme) => refused(`${scheme}://${notation(address)}/hook`)
  )

  it.each([
    "[::]",
    "[fc00::1]",
    "[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]",
    "[fe80::1]",
    "[febf::1]",
    "[ff02::1]",
    "[2001:db8::1]",
    "[::ffff:a9fe:a9fe]",
    "[0:0:0:0:0:ffff:0a00:0001]"
  ])("of IPv6 ranges that are not public are refused: %s [WHK-008]", (host) => refused(`http://${host}/hook`))

  it.each(["http://10.0.0.1/", "http://169.254.169.254/latest/meta-data", "http://192.168.1.1:8080/"])(
    "of machines inside are refused: %s [WHK-008]",
    (url) => refused(url)
  )

  it.each(["printer.local", "db.internal", "a.b.INTERNAL", "metadata.google.internal", "db.internal."])(
    "with names of machines inside are refused: %s [WHK-008]",
    (host) => refused(`https://${host}/hook`)
  )
}

export const suite = (name: string, start: Start): void => {
  describe(`Webhooks (${name})`, () => {
    const given = server(start)
    describe("a registration", () => registration(given))
    describe("refusals", () => refusals(given))
    describe("addresses", () => addresses(given))
  })
}
