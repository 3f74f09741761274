/**
 * The completion of a profile: what it takes, and the one call that tells of it (decisions 5.6).
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { failure, seconds, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { eventually, server, withKey } from "./internal/given.ts"
import { createProfile, createSender, isDeprecated, read } from "./internal/profiles.ts"
import { unknownId } from "./internal/samples.ts"
import type { Receiver } from "./Receiver.ts"
import * as Receivers from "./Receiver.ts"
import type { Reply } from "./Reply.ts"

const path = "/v3/profiles"

const cases = (given: () => Given): void => {
  let receiver: Receiver | undefined
  beforeAll(async () => {
    receiver = await Receivers.start()
  })
  afterAll(() => receiver?.stop())

  const ready = { description: "EMEA", compliance: { brand: { inherit: true } } }

  const complete = (id: string, webHookUrl: unknown, client = given().client): Promise<Reply> =>
    client.post(`${path}/${id}/complete`, { webHookUrl })

  it("is told once, unsigned, and approves the profile [PRF-029]", async () => {
    const { client } = given()
    const { id } = await createSender(client, ready)
    const hook = `/${randomUUID()}`
    receiver!.respond(hook, (response) => response.writeHead(500).end())
    const reply = await complete(id, receiver!.url(hook))
    expect(success(reply, 202)).toStrictEqual({ status: "processing", message: expect.any(String) as unknown })
    isDeprecated(reply)
    const [call] = await receiver!.until(hook, (found) => found.length > 0)
    expect(call!.method).toBe("POST")
    expect(call!.headers["content-type"]).toMatch(/^application\/json/)
    expect(Object.keys(call!.headers).filter((name) => name.includes("signature"))).toEqual([])
    expect(JSON.parse(call!.body.toString("utf8"))).toStrictEqual({
      profileId: id,
      success: true,
      status: "completed",
      timestamp: expect.stringMatching(seconds) as unknown
    })
    const approved = await eventually(() => read(client, id), ({ status }) => status !== "pending_review")
    expect(approved.status).toBe("approved")
    expect(success(await complete(id, receiver!.url(hook)), 200))
      .toStrictEqual({ status: "completed", message: expect.any(String) as unknown })
    // Another one's call comes, this one's does not come again.
    const other = await createSender(client, ready)
    success(await complete(other.id, receiver!.url(`${hook}/other`)), 202)
    await receiver!.until(`${hook}/other`, (found) => found.length > 0)
    expect(receiver!.at(hook)).toHaveLength(1)
  })

  it("tells every prerequisite that is not met", async () => {
    const { client } = given()
    const bare = await createProfile(client)
    failure(await complete(bare.id, receiver!.url()), 400, "VALIDATION_001", ["brand", "description", "short_name"])
    const market = await createSender(client, {
      ...ready,
      description: " ",
      channels: { sms: { country: "US", number_type: "TEN_DLC" } }
    })
    failure(await complete(market.id, receiver!.url()), 400, "VALIDATION_001", ["campaign", "description"])
    expect((await read(client, bare.id)).status).toBe("incomplete")
  })

  it("tells one prerequisite that alone is not met", async () => {
    const { client } = given()
    const lacking: ReadonlyArray<readonly [field: string, profile: object]> = [
      ["brand", { description: ready.description }],
      ["description", { ...ready, description: " " }],
      ["campaign", { ...ready, channels: { sms: { country: "US", number_type: "TEN_DLC" } } }]
    ]
    for (const [field, profile] of lacking) {
      const { id } = await createSender(client, profile)
      failure(await complete(id, receiver!.url()), 400, "VALIDATION_001", [field])
      expect((await read(client, id)).status).toBe("incomplete")
    }
  })

  it("needs an address that may be called", async () => {
    const { client } = given()
    const { id } = await createSender(client, ready)
    for (const url of [undefined, null, "", "nonsense", "ftp://93.184.216.34/", "http://10.0.0.1/", 7]) {
      failure(await complete(id, url), 400, "VALIDATION_001", ["webHookUrl"])
    }
  })

  it("is nothing for strangers [ERR-025]", async () => {
    const { client, other } = given()
    const { id } = await createSender(client, ready)
    failure(await complete(id, receiver!.url(), other), 404, "RESOURCE_014")
    failure(await complete(unknownId, receiver!.url()), 404, "RESOURCE_014")
    expect((await read(client, id)).status).toBe("incomplete")
  })

  it("may be asked for with the profile's own key", async () => {
    const { client } = given()
    const { api_key, id } = await createSender(client, ready)
    const hook = `/${randomUUID()}`
    success(await complete(id, receiver!.url(hook), withKey(given(), api_key)), 202)
    await receiver!.until(hook, (found) => found.length > 0)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`The completion of a profile (${name})`, () => cases(server(start)))
}
