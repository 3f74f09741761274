/**
 * Acting as a profile: the table of `x-profile-id` (specification "Authentication", decisions parts 1 and 6).
 */
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { createTemplate, createWebhook, me, message, send, sendOne } from "./internal/actions.ts"
import { anyFields, failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { actingAs, server } from "./internal/given.ts"
import type { Me, Template, Webhook } from "./internal/resources.ts"
import { greeting, parameters, phone, unknownId, webhook } from "./internal/samples.ts"
import * as Receiver from "./Receiver.ts"
import type { Reply } from "./Reply.ts"

const profileOf = (reply: Reply): string | undefined => reply.headers.get("x-profile-id")

const withHeader = (client: HttpClient, id: string): Promise<Reply> => client.get("/v3/me", { "x-profile-id": id })

const organization = (given: () => Given): void => {
  it("acts as its profile [ENV-014, SCP-001]", async () => {
    const { client, subject } = given()
    const reply = await withHeader(client, subject.profileId)
    expect(success<Me>(reply, 200)).toMatchObject({
      id: subject.profileId,
      type: "profile",
      organization_id: (await me(client)).id
    })
    expect(profileOf(reply)).toBe(subject.profileId)
  })

  it("makes what belongs to the profile [SCP-001, WHK-003]", async () => {
    const { profileId } = given().subject
    const acting = actingAs(given(), profileId)
    const replies = [
      await acting.post("/v3/templates", { definition: greeting }),
      await acting.post("/v3/webhooks", webhook)
    ]
    for (const reply of replies) {
      expect(success<Template | Webhook>(reply, 201).customer_id).toBe(profileId)
      expect(profileOf(reply)).toBe(profileId)
    }
    const { id } = success<Template>(replies[0]!, 201)
    const { recipients } = await send(acting, { to: [phone(1)], template: { id } })
    expect((await message(acting, recipients[0]!.message_id)).customer_id).toBe(profileId)
  })

  it("is itself without the header, and shows its profiles [ENV-015, SCP-002]", async () => {
    const { client, subject } = given()
    const reply = await client.get("/v3/me")
    const own = success<Me>(reply, 200)
    expect(own).toMatchObject({ type: "organization", organization_id: null })
    expect(own.profiles.map((profile) => profile.id).toSorted())
      .toEqual([subject.profileId, subject.siblingProfileId].toSorted())
    expect(profileOf(reply)).toBe(undefined)
  })

  it("is itself with its own id [ENV-015, SCP-008]", async () => {
    const { client } = given()
    const { id } = await me(client)
    for (const own of [id, id.toUpperCase()]) {
      const reply = await withHeader(client, own)
      expect(success<Me>(reply, 200).id).toBe(id)
      expect(profileOf(reply)).toBe(undefined)
    }
  })

  it("may write the profile's id in upper case", async () => {
    const { client, subject } = given()
    const reply = await withHeader(client, subject.profileId.toUpperCase())
    expect(success<Me>(reply, 200).id).toBe(subject.profileId)
    expect(profileOf(reply)).toBe(subject.profileId)
  })

  it("is told on which profile it acts in failures too [ENV-014]", async () => {
    const { profileId } = given().subject
    const acting = actingAs(given(), profileId)
    const replies = [
      [await acting.get(`/v3/messages/${unknownId}`), 404],
      [await acting.get("/v3/messages/nonsense"), 400],
      [await acting.post("/v3/templates", {}), 400],
      [await acting.get("/v3/nothing"), 404],
      [await acting.send("DELETE", "/v3/me"), 405]
    ] as const
    for (const [reply, status] of replies) {
      expect([reply.status, profileOf(reply)]).toEqual([status, profileId])
    }
  })
}

const refusals = (given: () => Given): void => {
  propWith({ runs: 40 })(
    "are for an id that is no UUID: 400 VALIDATION_003 [ERR-005, SCP-005]",
    fc.oneof(
      fc.string({
        unit: fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f).map((code) =>
          String.fromCharCode(code)
        )
      }),
      fc.constant(""),
      fc.uuid().map((id) => id.replaceAll("-", "")),
      fc.uuid().map((id) => `{${id}}`)
    ),
    async (id) => {
      failure(await withHeader(given().client, id), 400, "VALIDATION_003", anyFields)
    }
  )

  it("are for a profile that there is not: 404 RESOURCE_013 [ERR-024, SCP-006]", async () => {
    const reply = await withHeader(given().client, unknownId)
    failure(reply, 404, "RESOURCE_013")
    expect(profileOf(reply)).toBe(undefined)
  })

  it("are for another organization's profile, as if there were none: 404 RESOURCE_013 [SCP-007]", async () => {
    const { client, other, subject } = given()
    const foreign = failure(await withHeader(other, subject.profileId), 404, "RESOURCE_013")
    expect(foreign).toEqual(failure(await withHeader(other, unknownId), 404, "RESOURCE_013"))
    // Not even an account of another kind is found.
    failure(await withHeader(client, (await me(other)).id), 404, "RESOURCE_013")
  })

  it("come before the path, the body and the ids are looked at", async () => {
    const acting = given().client
    const headers = { "x-profile-id": "nonsense" }
    failure(await acting.get("/v3/nothing", headers), 400, "VALIDATION_003", anyFields)
    failure(await acting.get("/v3/messages/1", { "x-profile-id": unknownId }), 404, "RESOURCE_013")
    failure(await acting.post("/v3/templates", {}, { "x-profile-id": unknownId }), 404, "RESOURCE_013")
  })

  it("come after those of the key", async () => {
    const stranger = given().nobody
    failure(await withHeader(stranger, "nonsense"), 401, "AUTH_002")
    failure(await withHeader(stranger.as({ "x-api-key": randomUUID() }), given().subject.profileId), 401, "AUTH_002")
  })
}

const profile = (given: () => Given): void => {
  it("acts as itself, and is told so [ENV-014, SCP-002]", async () => {
    const { profile, subject } = given()
    const reply = await profile.get("/v3/me")
    expect(success<Me>(reply, 200)).toMatchObject({ id: subject.profileId, type: "profile", profiles: [] })
    expect(profileOf(reply)).toBe(subject.profileId)
  })

  it("may name itself [SCP-009]", async () => {
    const { profile, subject } = given()
    for (const id of [subject.profileId, subject.profileId.toUpperCase()]) {
      const reply = await withHeader(profile, id)
      expect(success<Me>(reply, 200).id).toBe(subject.profileId)
      expect(profileOf(reply)).toBe(subject.profileId)
    }
  })

  it("may name nobody else: 403 AUTH_004 [AUT-017, SCP-004]", async () => {
    const { client, profile, subject } = given()
    const { id } = await me(client)
    for (const wanted of [subject.siblingProfileId, id, unknownId, "nonsense", ""]) {
      failure(await withHeader(profile, wanted), 403, "AUTH_004")
    }
    failure(await profile.get("/v3/nothing", { "x-profile-id": unknownId }), 403, "AUTH_004")
  })
}

const tenants = (given: () => Given): void => {
  it("do not see each other's messages: neither siblings nor the organization [SCP-003]", async () => {
    const { client, other, profile, subject } = given()
    const sibling = actingAs(given(), subject.siblingProfileId)
    const acting = actingAs(given(), subject.profileId)
    const template = await createTemplate(profile, greeting)
    const { recipients } = await send(profile, { to: [phone(1)], template: { id: template.id } })
    const id = recipients[0]!.message_id
    for (const path of [`/v3/messages/${id}`, `/v3/messages/${id}/activities`]) {
      for (const owner of [profile, acting]) success(await owner.get(path), 200)
      for (const stranger of [sibling, client, other]) failure(await stranger.get(path), 404, "RESOURCE_003")
    }
    const [later] = (await send(profile, {
      to: [phone(1)],
      template: { id: template.id },
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString()
    })).recipients
    for (const stranger of [sibling, client, other]) {
      failure(await stranger.post(`/v3/messages/${later!.message_id}/cancel`, {}), 404, "RESOURCE_003")
      failure(await stranger.post(`/v3/messages/${id}/resend`, {}), 404, "RESOURCE_003")
    }
    expect((await message(profile, later!.message_id)).status).toBe("SCHEDULED")
  })

  it("do not use each other's templates [SCP-003]", async () => {
    const { client, other, profile, subject } = given()
    const sibling = actingAs(given(), subject.siblingProfileId)
    for (const owner of [client, profile]) {
      const { id } = await createTemplate(owner, greeting)
      for (const stranger of [client, profile, sibling, other].filter((each) => each !== owner)) {
        failure(await stranger.post("/v3/messages", { to: [phone(1)], template: { id } }), 404, "RESOURCE_002")
      }
    }
  })

  it("do not get each other's events [SCP-003]", async () => {
    const { client, profile, subject } = given()
    const receiver = await Receiver.start()
    try {
      const sibling = actingAs(given(), subject.siblingProfileId)
      const owners = [["/organization", client], ["/profile", profile], ["/sibling", sibling]] as const
      for (const [path, owner] of owners) {
        await createWebhook(owner, { endpoint_url: receiver.url(path), event_types: ["message"] })
      }
      const sent = new Map<string, string>()
      for (const [path, owner] of owners) {
        const template = await createTemplate(owner, greeting)
        sent.set(path, (await sendOne(owner, { to: [phone(1)], template: { id: template.id, parameters } })).id)
      }
      // Messages that tests before have sent may be told of now as well: their accounts are the same.
      const own = (path: string, found: ReadonlyArray<Receiver.Delivery>): ReadonlyArray<Receiver.Delivery> =>
        found.filter((delivery) => Receiver.event(delivery).payload["message_id"] === sent.get(path))
      for (const [path, owner] of owners) {
        const { id } = await me(owner)
        const found = await receiver.until(path, (found) => own(path, found).length >= 2)
        const accounts = found.map((delivery) => Receiver.event(delivery).payload["account_id"])
        expect(new Set(accounts), path).toEqual(new Set([id]))
      }
      expect(owners.map(([path]) => own(path, receiver.at(path)).length)).toEqual([2, 2, 2])
    } finally {
      await receiver.stop()
    }
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Profile scope (${name})`, () => {
    const given = server(start)
    describe("an organization", () => organization(given))
    describe("refusals", () => refusals(given))
    describe("a profile's own key", () => profile(given))
    describe("accounts", () => tenants(given))
  })
}
