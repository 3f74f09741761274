/**
 * One-time codes (specification "Verifications", decisions 16). Signalbox, beyond v3: a server whose handsets nobody can read
 * is left out.
 */
import { randomUUID } from "node:crypto"
import type { TestContext } from "vitest"
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { activities, createTemplate, idempotencyKey, resend, settled } from "./internal/actions.ts"
import { aText, aUuid, failure, success } from "./internal/answers.ts"
import { account, actingAs, eventually, inbox, withKey } from "./internal/given.ts"
import type { Template } from "./internal/resources.ts"
import { definition, greeting, newPhone, unknownId } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { listen, names, payloads, world } from "./internal/world.ts"
import type { Reply } from "./Reply.ts"

const path = "/v3/verifications"

interface Verification {
  readonly id: string
  readonly status: string
  readonly message_id: string
  readonly sends: number
}

/** The text takes as many SMS segments whatever the code is. */
const codeText = definition("Your code is {{0:variable}}", "code")

/** An account of the case's own, with a template that brings codes. */
interface Verifier {
  readonly client: HttpClient
  readonly template: Template
  readonly profileId: string
  readonly profile: HttpClient
  readonly received: (phone: string) => Promise<ReadonlyArray<string>>
}

const approved = async (client: HttpClient, definition: object): Promise<Template> => {
  const { id } = await createTemplate(client, definition, { category: "AUTHENTICATION", submit_for_review: true })
  return eventually(
    async () => success<Template>(await client.get(`/v3/templates/${id}`), 200),
    ({ status }) => status === "APPROVED"
  )
}

const verifier = async ({ given }: World, context: TestContext): Promise<Verifier> => {
  const received = inbox(given(), context)
  const made = await account(given(), context)
  const client = withKey(given(), made.apiKey)
  return {
    client,
    template: await approved(client, codeText),
    profileId: made.profileId,
    profile: withKey(given(), made.profileApiKey),
    received
  }
}

const create = ({ client, template }: Verifier, phone: string, more: object = {}): Promise<Reply> =>
  client.post(path, { phone_number: phone, template: { id: template.id }, channel: "sms", ...more })

const started = async (mine: Verifier, phone: string, more: object = {}): Promise<Verification> =>
  success<Verification>(await create(mine, phone, more), 201)

/** The code that the handset shows last. */
const codeOn = async ({ received }: Verifier, phone: string, before = 0): Promise<string> => {
  const texts = await eventually(() => received(phone), (found) => found.length > before)
  return /\d{6,10}/.exec(texts.at(-1)!)![0]
}

const check = (client: HttpClient, id: string, code: string, headers = {}): Promise<Reply> =>
  client.post(`${path}/${id}/check`, { code }, headers)

const read = async (client: HttpClient, id: string): Promise<Verification> =>
  success<Verification>(await client.get(`${path}/${id}`), 200)

const other = (code: string): string => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

const verifying = (world: World): void => {
  it("sends a code that is right once [XVF-001, XVF-010]", async (context) => {
    const mine = await verifier(world, context)
    const phone = newPhone()
    const made = await started(mine, phone, { purpose: "login" })
    expect(made).toStrictEqual({
      id: aUuid,
      phone_number: phone,
      purpose: "login",
      status: "pending",
      channel: "sms",
      template_id: mine.template.id,
      template_name: mine.template.name,
      message_id: aUuid,
      code_length: 6,
      sends: 1,
      created_at: aText,
      expires_at: aText,
      resend_at: aText
    })
    const code = await codeOn(mine, phone)
    expect(code).toMatch(/^\d{6}$/)
    const wrong = success(await check(mine.client, made.id, other(code)), 200)
    expect(wrong).toStrictEqual({ verification_id: made.id, valid: false })
    expect(success(await check(mine.client, made.id, code), 200)).toStrictEqual({
      verification_id: made.id,
      valid: true
    })
    expect(success(await check(mine.client, made.id, code), 200)).toStrictEqual(wrong)
    expect(await read(mine.client, made.id)).toMatchObject({ status: "approved", ended_at: aText })
  })

  it("fails with the fifth wrong code, and the right one is right no more [XVF-005]", async (context) => {
    const mine = await verifier(world, context)
    const phone = newPhone()
    const { id } = await started(mine, phone, { code_length: 8 })
    const code = await codeOn(mine, phone)
    expect(code).toHaveLength(8)
    for (let tries = 0; tries < 5; tries++) {
      expect(await read(mine.client, id)).toMatchObject({ status: "pending" })
      expect(success(await check(mine.client, id, other(code)), 200)).toMatchObject({ valid: false })
    }
    expect(await read(mine.client, id)).toMatchObject({ status: "failed" })
    expect(success(await check(mine.client, id, code), 200)).toMatchObject({ valid: false })
  })

  it("says of every failure the same, but for the id in the path [XVF-009, XVF-016]", async (context) => {
    const mine = await verifier(world, context)
    const phones = Array.from({ length: 4 }, newPhone)
    const ids = await Promise.all(phones.map(async (phone) => (await started(mine, phone)).id))
    const [wrong, failed, ended, foreign] = ids as [string, string, string, string]
    const codes = await Promise.all(phones.map((phone) => codeOn(mine, phone)))
    for (let tries = 0; tries < 5; tries++) await check(mine.client, failed, other(codes[1]!))
    success(await mine.client.post(`${path}/${ended}/cancel`, {}), 200)
    const replies = [
      await check(mine.client, wrong, other(codes[0]!)),
      await check(mine.client, failed, codes[1]!),
      await check(mine.client, ended, codes[2]!),
      await check(world.given().client, foreign, codes[3]!),
      await check(mine.profile, foreign, codes[3]!),
      await check(mine.client, unknownId, codes[0]!),
      // No code has so many digits.
      await check(mine.client, wrong, "0000000000")
    ]
    const bodies = replies.map((reply) => {
      expect(reply.status).toBe(200)
      const { data, ...rest } = reply.json as {
        readonly data: { readonly verification_id: string }
        readonly meta: object
      }
      const { verification_id: _, ...said } = data
      return JSON.stringify([said, { ...rest, meta: null }])
    })
    expect(new Set(bodies).size).toBe(1)
    const headers = replies.map((reply) => JSON.stringify([...reply.headers.keys()].toSorted()))
    expect(new Set(headers.slice(0, 4)).size).toBe(1)
    // Nobody else's try counts.
    expect(success(await check(mine.client, foreign, codes[3]!), 200)).toMatchObject({ valid: true })
  })

  it("runs once for a number and a purpose: sooner than it may be sent again it is 429 [XVF-001, XVF-007]", async (context) => {
    const mine = await verifier(world, context)
    const phone = newPhone()
    const first = await started(mine, phone)
    const reply = await create(mine, phone)
    failure(reply, 429, "BUSINESS_002")
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(Number(reply.headers.get("retry-after"))).toBeLessThanOrEqual(30)
    const second = await started(mine, phone, { purpose: "payment" })
    expect(second.id).not.toBe(first.id)
    const replies = await Promise.all(Array.from({ length: 4 }, () => create(mine, phone, { purpose: "race" })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429])
  })

  it("is refused beyond the limit of its number [XVF-008]", async (context) => {
    const mine = await verifier(world, context)
    const phone = newPhone()
    for (let count = 0; count < 5; count++) await started(mine, phone, { purpose: `p${count}` })
    const reply = await create(mine, phone, { purpose: "p5" })
    const { message } = failure(reply, 429, "BUSINESS_002")
    expect(message).toContain("number")
    expect(Number(reply.headers.get("retry-after"))).toBeLessThanOrEqual(3600)
    // Another number has a limit of its own.
    await started(mine, newPhone())
  })

  it("is called off once, and then another one may start [XVF-022]", async (context) => {
    const mine = await verifier(world, context)
    const phone = newPhone()
    const { id } = await started(mine, phone)
    const code = await codeOn(mine, phone)
    const canceled = success<Verification>(await mine.client.post(`${path}/${id}/cancel`, {}), 200)
    expect(canceled).toMatchObject({ id, status: "canceled", ended_at: aText })
    expect(Object.keys(canceled)).not.toContain("resend_at")
    failure(await mine.client.post(`${path}/${id}/cancel`, {}), 409, "CONFLICT_010")
    expect(success(await check(mine.client, id, code), 200)).toMatchObject({ valid: false })
    expect((await started(mine, phone)).id).not.toBe(id)
  })
}

const refusing = (world: World): void => {
  it("takes an approved AUTHENTICATION template of the account, and no other [XVF-002, XVF-021]", async (context) => {
    const mine = await verifier(world, context)
    const { client } = mine
    const phone = newPhone()
    const by = (id: string, more: object = {}) => create(mine, phone, { template: { id }, ...more })
    failure(await by(unknownId), 404, "RESOURCE_002")
    failure(await create(mine, phone, { template: { name: "nothing" } }), 404, "RESOURCE_002")
    failure(await create(mine, phone, { template: {} }), 400, "VALIDATION_001", ["template"])
    const plain = await createTemplate(client, greeting)
    failure(await by(plain.id), 400, "VALIDATION_001", ["template"])
    const draft = await createTemplate(client, codeText, { category: "AUTHENTICATION" })
    failure(await by(draft.id), 422, "BUSINESS_005")
    failure(await by(mine.template.id, { channel: "mms" }), 400, "VALIDATION_001", ["channel"])
    const foreign = actingAs(world.given(), world.given().subject.profileId)
    failure(await foreign.post(path, { phone_number: phone, template: { id: mine.template.id } }), 404, "RESOURCE_002")
    const promising = (codeExpirationMinutes: number) =>
      approved(client, { ...codeText, authenticationConfig: { codeExpirationMinutes } })
    const five = await promising(5)
    failure(await by(five.id, { lifetime_minutes: 6 }), 400, "VALIDATION_001", ["lifetime_minutes"])
    failure(await by((await promising(11)).id), 400, "VALIDATION_001", ["template"])
    const made = success<{ readonly created_at: string; readonly expires_at: string }>(await by(five.id), 201)
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(5 * 60_000)
  })

  it("speaks the language that is asked for, else that of the contact, else the first [XVF-025]", async (context) => {
    const mine = await verifier(world, context)
    const { client, template: { id: first, name } } = mine
    const spoken = async (language: string, text: string) => {
      const { id } = await createTemplate(client, definition(text, "code"), {
        category: "AUTHENTICATION",
        language,
        translation_of: first,
        submit_for_review: true
      })
      return id
    }
    const german = await spoken("de", "Dein Code ist {{0:variable}}")
    const french = await spoken("fr", "Votre code est {{0:variable}}")
    for (const id of [first, german, french]) {
      await eventually(
        async () => success<Template>(await client.get(`/v3/templates/${id}`), 200),
        ({ status }) => status === "APPROVED"
      )
    }
    const [speaker, other] = [newPhone(), newPhone()]
    success(await client.post("/v3/contacts", { phone_number: speaker, language: "de_AT" }), 201)
    const used = async (
      phone: string,
      asked: object
    ): Promise<readonly [template: string, line: string | undefined]> => {
      const body = { phone_number: phone, template: asked, channel: "sms", purpose: idempotencyKey() }
      const made = success<Verification & { readonly template_id: string }>(await client.post(path, body), 201)
      const { activities: lines } = await activities(client, made.message_id)
      return [made.template_id, lines.at(-1)?.description.split("; ")[1]]
    }
    expect(await used(speaker, { name })).toEqual([german, "in de, which is close to the contact's language de_AT"])
    expect(await used(speaker, { name, language: "fr" })).toEqual([french, "in fr, which the send asks for"])
    expect(await used(speaker, { id: first })).toEqual([first, "in en_US, the first language of the name"])
    expect((await used(other, { name }))[0]).toBe(first)
    expect((await used(other, { id: first, language: "de" }))[0]).toBe(german)
    const unspoken = { phone_number: other, template: { name, language: "it" }, channel: "sms" }
    failure(await client.post(path, unspoken), 404, "RESOURCE_002")
    failure(await client.post(path, { ...unspoken, template: { name, language: "German" } }), 400, "VALIDATION_001", [
      "template.language"
    ])
  })

  it("takes fields within their bounds, and names those that are not [XVF-003]", async (context) => {
    const mine = await verifier(world, context)
    const phone = newPhone()
    for (
      const [field, values] of Object.entries({
        phone_number: ["12015550100", "+1", 5],
        channel: ["pigeon", ["sms"]],
        purpose: ["", "Login", "a b", "x".repeat(65)],
        code_length: [5, 11, 6.5, "6"],
        lifetime_minutes: [0, 11, "5"],
        ip_address: ["localhost", "1.2.3", "1.2.3.4:80", ""]
      })
    ) {
      for (const value of values) {
        const reply = await create(mine, phone, { [field]: value })
        expect([field, value, reply.status]).toEqual([field, value, 400])
        expect(Object.keys((reply.json as { error: { details: object } }).error.details)[0]).toContain(field)
      }
    }
    for (const code of ["12345", "12345678901", "12a456", " 123456", 123456, null]) {
      const reply = await mine.client.post(`${path}/${unknownId}/check`, { code })
      expect([code, reply.status]).toEqual([code, 400])
    }
    failure(await mine.client.get(`${path}/x`), 400, "VALIDATION_003", ["id"])
  })

  it("knows the verifications of the account alone [XVF-016]", async (context) => {
    const mine = await verifier(world, context)
    const { id } = await started(mine, newPhone())
    for (const client of [world.given().client, mine.profile]) {
      failure(await client.get(`${path}/${id}`), 404, "RESOURCE_013")
      failure(await client.post(`${path}/${id}/cancel`, {}), 404, "RESOURCE_013")
    }
    failure(await world.given().nobody.get(`${path}/${id}`), 401, "AUTH_002")
  })

  it("sends nothing in the sandbox, where no code is right [XVF-014]", async (context) => {
    const mine = await verifier(world, context)
    const phone = newPhone()
    const { id } = await started(mine, phone)
    const code = await codeOn(mine, phone)
    const simulated = success<Verification>(await create(mine, newPhone(), { sandbox: true }), 201)
    expect(simulated).toMatchObject({ status: "pending", sends: 1 })
    failure(await mine.client.get(`${path}/${simulated.id}`), 404, "RESOURCE_013")
    for (const each of [id, simulated.id, unknownId]) {
      const reply = await mine.client.post(`${path}/${each}/check`, { code, sandbox: true })
      expect(success(reply, 200)).toStrictEqual({ verification_id: each, valid: false })
    }
    expect(success(await check(mine.client, id, code), 200)).toMatchObject({ valid: true })
  })

  it("counts a check that is repeated with its Idempotency-Key once [XVF-023]", async (context) => {
    const mine = await verifier(world, context)
    const phone = newPhone()
    const { id } = await started(mine, phone)
    const code = await codeOn(mine, phone)
    const key = { "idempotency-key": randomUUID() }
    for (let times = 0; times < 7; times++) {
      expect(success(await check(mine.client, id, other(code), key), 200)).toMatchObject({ valid: false })
    }
    const again = { "idempotency-key": randomUUID() }
    for (let times = 0; times < 2; times++) {
      expect(success(await check(mine.client, id, code, again), 200)).toMatchObject({ valid: true })
    }
  })
}

const secrecy = (world: World): void => {
  it("shows the code on the handset and nowhere else [XVF-011, XVF-013, XVF-015]", async (context) => {
    const mine = await verifier(world, context)
    const { client } = mine
    const phone = newPhone()
    const events = { event_types: ["message", "verification"] }
    const { path: hook } = await listen(world, events, client)
    const key = { "idempotency-key": randomUUID() }
    const asked = { phone_number: phone, template: { name: mine.template.name }, channel: "sms", code_length: 10 }
    const first = await client.post(path, asked, key)
    const again = await client.post(path, asked, key)
    expect([again.status, again.text]).toEqual([201, first.text])
    const made = success<Verification>(first, 201)
    const code = await codeOn(mine, phone)
    const message = await settled(client, made.message_id)
    expect(message.message_body?.content).toBe(`Your code is ${"*".repeat(10)}`)
    failure(await resend(client, message.id), 409, "BUSINESS_006")
    success(await check(client, made.id, code), 200)
    const page = "page=1&page_size=20"
    const readings = [
      first,
      await client.get(`${path}/${made.id}`),
      await client.get(`/v3/messages/${message.id}`),
      await client.get(`/v3/conversations?${page}`),
      await client.get(`/v2/messages/${message.id}`)
    ].map(({ text }) => text)
    const found = await world.receiver().until(hook, (found) => found.length >= 6)
    const told = [
      ...readings,
      JSON.stringify(await activities(client, message.id)),
      ...found.map(({ body }) => body.toString())
    ]
    expect(told.filter((text) => text.includes(code))).toEqual([])
    expect(names(found).filter((name) => name.startsWith("verification"))).toEqual([
      "verification.pending",
      "verification.approved"
    ])
    const [pending] = payloads(found).filter((payload) => payload["status"] === "pending")
    expect(pending).toStrictEqual({
      account_id: aUuid,
      verification_id: made.id,
      phone_number: phone,
      purpose: "default",
      status: "pending",
      message_id: made.message_id,
      expires_at: aText,
      updated_at: aText
    })
    expect(payloads(found).some((payload) => payload["body"] === `Your code is ${"*".repeat(10)}`)).toBe(true)
  })

  it("tells the clones of a webhook of a profile's verifications [XVF-015, XVF-016]", async (context) => {
    const mine = await verifier(world, context)
    const { path: hook } = await listen(
      world,
      { event_types: ["verification"], sender_profile: { event_types: ["verification"] } },
      mine.client
    )
    const template = await approved(mine.profile, codeText)
    const phone = newPhone()
    const scoped = mine.client.as({ ...mine.client.standing, "x-profile-id": mine.profileId })
    const reply = await scoped.post(path, { phone_number: phone, template: { id: template.id }, channel: "sms" })
    const { id } = success<Verification>(reply, 201)
    const code = await codeOn(mine, phone)
    expect(success(await check(mine.profile, id, code), 200)).toMatchObject({ valid: true })
    const found = await world.receiver().until(hook, (found) => found.length >= 2)
    expect(names(found)).toEqual(["verification.pending", "verification.approved"])
    expect(payloads(found).map((payload) => payload["account_id"])).toEqual([mine.profileId, mine.profileId])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`A verification (${name})`, () => {
    const made = world(start)
    verifying(made)
    refusing(made)
    secrecy(made)
  })
}
