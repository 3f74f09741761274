/**
 * Forms: markets and sender profiles with documents, and forms that nobody should send (specification "POST
 * /v3/channels/sms", decisions 5.6, 5.7).
 */
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey } from "./internal/actions.ts"
import { anyFields, aText, aUuid, failure, success } from "./internal/answers.ts"
import type { Market, Part } from "./internal/channels.ts"
import { alphanumeric, channels, form, formType, papers, pdf, postForm, singapore } from "./internal/channels.ts"
import type { Given } from "./internal/given.ts"
import { account, server, withKey } from "./internal/given.ts"
import { senderProfile } from "./internal/profiles.ts"
import * as RawHttp from "./RawHttp.ts"
import type { Reply } from "./Reply.ts"

const path = "/v3/channels/sms"

const megabyte = 1024 * 1024

const post = (client: HttpClient, parts: ReadonlyArray<Part>, headers = {}): Promise<Reply> =>
  postForm(client, path, parts, headers)

const own = async (given: Given, context: Parameters<typeof account>[1]): Promise<HttpClient> =>
  withKey(given, (await account(given, context)).apiKey)

const markets = (given: () => Given): void => {
  it("adds a market with a document for each key, in either spelling [CHN-008, CHN-033]", async (context) => {
    const client = await own(given(), context)
    const made = success<Market>(await post(client, [...singapore, ...papers]), 202)
    expect(made).toStrictEqual({
      country: "SG",
      number_type: "ALPHANUMERIC",
      sender_value: "ACME",
      status: "PENDING_REVIEW",
      reason_code: "CHANNEL_003",
      reason: aText,
      compliance: {
        documents: ["business_registration", "letter_of_authorization"].map((key) => ({
          key,
          file_name: `${key}.pdf`,
          document_id: aUuid
        }))
      }
    })
    const snake = [
      { name: "country", value: "ie" },
      { name: "number_type", value: "ALPHANUMERIC" },
      { name: "sender_value", value: "ACME" },
      { name: "compliance", value: "{\"brand\":null}", fileName: "blob", type: "application/json" }
    ]
    expect(success<Market>(await post(client, [...snake, ...papers]), 202)).toMatchObject({ country: "IE" })
    expect((await channels(client)).sms.map(({ country }) => country)).toEqual(["SG", "IE"])
  })

  it("adds one that needs no documents, too [CHN-034]", async (context) => {
    const client = await own(given(), context)
    const fields = Object.entries(alphanumeric).map(([name, value]) => ({ name, value }))
    expect(success(await post(client, fields), 201)).toStrictEqual({ ...alphanumeric, status: "ACTIVE" })
  })

  it("is 422 without its documents, and names every key [CHN-035, CHN-037]", async (context) => {
    const client = await own(given(), context)
    const keys = (reply: Reply) => failure(reply, 422, "VALIDATION_001", ["compliance"]).details!["compliance"]
    const [registration, letter] = papers as [Part, Part]
    expect(keys(await post(client, singapore))).toEqual([
      "business_registration is required",
      "letter_of_authorization is required"
    ])
    expect(keys(await post(client, [...singapore, registration]))).toEqual(["letter_of_authorization is required"])
    expect(keys(await client.post(path, { ...alphanumeric, country: "SG" }))).toHaveLength(2)
    expect(keys(await post(client, [...singapore, letter, { name: "sandbox", value: "true" }]))).toHaveLength(1)
    expect((await channels(client)).sms).toEqual([])
  })

  it("is 422 for documents that cannot be accepted [CHN-036, CHN-037]", async (context) => {
    const client = await own(given(), context)
    const [registration, letter] = papers as [Part, Part]
    const flaws = async (...parts: ReadonlyArray<Part>) => {
      const reply = await post(client, [...singapore, ...parts])
      return failure(reply, 422, "VALIDATION_001", ["compliance"]).details!["compliance"]!.join("; ")
    }
    expect(await flaws(registration, { ...letter, type: "application/zip" })).toMatch(
      /^letter_of_authorization must be of/
    )
    expect(await flaws(registration, letter, letter)).toMatch(/^letter_of_authorization must be one document/)
    expect(await flaws(registration, letter, pdf("passport"))).toMatch(/^passport is not asked for/)
    expect((await channels(client)).sms).toEqual([])
  })

  it("is simulated in sandbox, and replayed for the same key and the same bytes", async (context) => {
    const client = await own(given(), context)
    const simulated = await post(client, [...singapore, ...papers, { name: "sandbox", value: "true" }])
    expect(simulated.headers.get("x-sandbox")).toBe("true")
    expect(success<Market>(simulated, 202).compliance?.documents).toHaveLength(2)
    failure(
      await post(client, [...singapore, ...papers, { name: "sandbox", value: "\"true\"" }]),
      400,
      "VALIDATION_001",
      ["sandbox"]
    )
    expect((await channels(client)).sms).toEqual([])
    const key = { "idempotency-key": idempotencyKey() }
    const first = await post(client, [...singapore, ...papers], key)
    success(first, 202)
    expect((await post(client, [...singapore, ...papers.toReversed()], key)).text).toBe(first.text)
    const [registration] = papers as [Part]
    const other = [registration, pdf("letter_of_authorization", 101)]
    failure(await post(client, [...singapore, ...other], key), 422, "CONFLICT_005")
  })

  it("is 409 for a market that is there", async (context) => {
    const client = await own(given(), context)
    success(await post(client, [...singapore, ...papers]), 202)
    failure(await post(client, [...singapore, ...papers]), 409, "RESOURCE_007", ["number_type"])
  })
}

const profiles = (given: () => Given): void => {
  const at = "/v3/sender-profiles"

  it("makes a sender profile with its market and its documents", async () => {
    const { client } = given()
    const body = senderProfile({
      channels: { sms: { country: "SG", number_type: "ALPHANUMERIC", sender_value: "ACME" } }
    })
    const whole = { name: "profile", value: JSON.stringify(body) }
    failure(await postForm(client, at, [whole]), 422, "VALIDATION_001", ["compliance"])
    failure(await client.post(at, body), 422, "VALIDATION_001", ["compliance"])
    failure(await postForm(client, at, papers), 400, "VALIDATION_001", ["profile"])
    failure(await postForm(client, at, [{ name: "profile", value: "{" }]), 400, "VALIDATION_001", ["profile"])
    const made = success<{ readonly id: string }>(await postForm(client, at, [whole, ...papers]), 201)
    expect(made).toMatchObject({
      name: "Sales",
      channels: { sms: [{ country: "SG", status: "PENDING_REVIEW", compliance: { documents: [{}, {}] } }] }
    })
    expect(success(await client.get(`${at}/${made.id}`), 200)).toMatchObject({ channels: { sms: [{ country: "SG" }] } })
  })

  it("takes no documents for a profile without a market", async () => {
    const whole = { name: "profile", value: JSON.stringify(senderProfile()) }
    failure(await postForm(given().client, at, [whole, ...papers]), 400, "VALIDATION_001", ["channels.sms"])
    success(await postForm(given().client, at, [whole]), 201)
  })
}

const hostile = (given: () => Given): void => {
  const raw = (body: Buffer, more: Partial<RawHttp.RawRequest> = {}): Promise<Reply> =>
    RawHttp.send(given().subject.baseUrl, {
      method: "POST",
      path,
      headers: [["x-api-key", given().subject.apiKey], ["Content-Type", formType["content-type"]]],
      body,
      ...more
    })

  it("is 413 when a part is too large [CHN-037]", async () => {
    const parts = [...singapore, pdf("business_registration", 10 * megabyte + 1), pdf("letter_of_authorization")]
    const reply = await post(given().client, parts).catch((error: unknown) => {
      if (given().subject.mayReset === undefined) throw error
      return null
    })
    if (reply !== null) failure(reply, 413, "VALIDATION_001", ["body"])
    expect((await channels(given().client)).sms).toEqual([])
  })

  it("is 413 when the whole is too large, before it is read", async () => {
    const reply = await RawHttp.send(given().subject.baseUrl, {
      method: "POST",
      path,
      headers: [
        ["x-api-key", given().subject.apiKey],
        ["Content-Type", formType["content-type"]],
        ["Content-Length", String(25 * megabyte + 1)]
      ]
    })
    failure(reply, 413, "VALIDATION_001", ["body"])
  })

  it("is 400 when it has more than twenty parts", async () => {
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `field${index}`, value: "x" }))
    failure(await post(given().client, many), 400, "VALIDATION_001", ["body"])
    // Twenty are looked at, and then lack what a market must have.
    failure(await post(given().client, many.slice(1)), 400, "VALIDATION_001", ["country", "number_type"])
  })

  it.each([
    ["no boundary at all", "multipart/form-data", form(singapore)],
    ["another boundary than it says", "multipart/form-data; boundary=other", form(singapore)],
    ["no end", formType["content-type"], form(singapore).subarray(0, -8)],
    ["nothing in it", formType["content-type"], Buffer.alloc(0)],
    ["parts without names", formType["content-type"], Buffer.from("--a-boundary\r\n\r\nx\r\n--a-boundary--\r\n")],
    ["a field twice", formType["content-type"], form([...singapore, ...singapore])],
    ["U+0000 in a field", formType["content-type"], form([{ name: "country", value: "\0" }])],
    ["a field too deep", formType["content-type"], form([{ name: "compliance", value: "[".repeat(100) }])]
  ])("is 400 with %s", async (_, type, body) => {
    const reply = await given().client.send("POST", path, { body, headers: { "content-type": type } })
    failure(reply, 400, "VALIDATION_001", anyFields)
    expect((await channels(given().client)).sms).toEqual([])
  })

  it("is 415 when it is compressed, and where forms are not taken", async () => {
    const encoded = { ...formType, "content-encoding": "gzip" }
    const body = form(singapore)
    failure(await given().client.send("POST", path, { body, headers: encoded }), 415, "VALIDATION_001", ["body"])
    const elsewhere = await given().client.send("POST", "/v3/channels/rcs", { body, headers: formType })
    failure(elsewhere, 415, "VALIDATION_001", ["body"])
  })

  it("that stops half way leaves nothing, and does not keep the server [CHN-037]", async () => {
    const { baseUrl } = given().subject
    const { hostname, port } = new URL(baseUrl)
    const body = form([...singapore, pdf("business_registration", megabyte), pdf("letter_of_authorization")])
    for (let client = 0; client < 6; client++) {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on("error", () => {})
      await new Promise<void>((resolve) =>
        socket.write(
          Buffer.concat([
            Buffer.from(
              `POST ${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${given().subject.apiKey}\r\n` +
                `Content-Type: ${formType["content-type"]}\r\nContent-Length: ${body.length}\r\n\r\n`
            ),
            body.subarray(0, body.length / 2)
          ]),
          () => resolve()
        )
      )
      // Some go while their form is read and some before: the server outlives both.
      await sleep(5)
      socket.destroy()
    }
    // More clients have gone than forms are read at the same time, and the next form is still read.
    failure(await raw(form(singapore)), 422, "VALIDATION_001", ["compliance"])
    expect((await channels(given().client)).sms).toEqual([])
  })

  it("in chunks is read as one in one piece", async (context) => {
    const client = await own(given(), context)
    const bytes = form([...singapore, ...papers])
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7))
    const body = new ReadableStream({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(new Uint8Array(piece))
        controller.close()
      }
    })
    success(await client.send("POST", path, { body, headers: formType }), 202)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Forms (${name})`, () => {
    const given = server(start)
    describe("a market", () => markets(given))
    describe("a sender profile", () => profiles(given))
    describe("what is no form of ours", () => hostile(given))
  })
}
