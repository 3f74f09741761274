/**
 * Paused prefixes: what an account reads and is told of them, and what becomes of its messages (decisions 17.3).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { send } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import { account, prefixes, withKey } from "./internal/given.ts"
import { ended, setting } from "./internal/recipients.ts"
import { parameters } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { listen, payloads, world } from "./internal/world.ts"

interface Paused {
  readonly paused_prefixes: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly pagination: object
}

const read = async (client: HttpClient, query = ""): Promise<Paused> =>
  success<Paused>(await client.get(`/v3/paused-prefixes${query}`), 200)

/** The prefix of the samples' numbers. */
const prefix = "+12015"

const cases = (world: World): void => {
  const { given, receiver } = world

  it("stop messages of the account alone, until they are lifted [XPR-193, XPR-195, XPR-199]", async (context) => {
    const pause = prefixes(given(), context)
    const { accountId, client, send: sendTo, template } = await setting(world, context, { pumping: {} })
    const { path } = await listen(world, { event_types: ["account"] }, client)
    await pause(accountId, prefix, true)
    const blocked = await sendTo()
    expect(blocked).toMatchObject({
      status: "BLOCKED",
      reason_code: "SIGNALBOX_002",
      reason: "Messages to this prefix are paused.",
      price: null
    })
    const { recipients } = await send(client, { to: ["+12125550123"], template: { id: template, parameters } })
    expect((await ended(client, recipients[0]!.message_id)).reason_code).not.toBe("SIGNALBOX_002")
    const row = { prefix, reason: "operator", counted: null, failed: null, paused_until: null }
    expect((await read(client)).paused_prefixes).toEqual([{
      ...row,
      is_paused: true,
      paused_at: expect.any(String) as unknown
    }])
    const [event] = await receiver().until(path, (found) => found.length >= 1)
    expect(payloads([event!])).toEqual([{ ...row, account_id: accountId, updated_at: expect.any(String) as unknown }])

    await pause(accountId, prefix, false)
    expect(await sendTo()).toMatchObject({ status: "DELIVERED" })
    expect((await read(client)).paused_prefixes).toMatchObject([{
      is_paused: false,
      paused_until: expect.any(String) as unknown
    }])
    expect((await read(client, "?page=2")).paused_prefixes).toEqual([])
    failure(await client.get("/v3/paused-prefixes?page_size=0"), 400, "VALIDATION_001", ["page_size"])
  })

  it("are those of the account that the request acts as [XPR-197, XPR-199]", async (context) => {
    const pause = prefixes(given(), context)
    const fresh = await account(given(), context, { pumping: {} })
    const [own, profile] = [fresh.apiKey, fresh.profileApiKey].map((key) => withKey(given(), key)) as [
      HttpClient,
      HttpClient
    ]
    const acting = given().nobody.as({ "x-api-key": fresh.apiKey, "x-profile-id": fresh.profileId })
    await pause(fresh.profileId, "+447700", true)
    expect((await read(profile)).paused_prefixes).toMatchObject([{ prefix: "+447700", is_paused: true }])
    expect((await read(acting)).paused_prefixes).toHaveLength(1)
    expect((await read(own)).paused_prefixes).toEqual([])
    expect((await read(given().client)).paused_prefixes).toEqual([])
    // An account that is not watched has none.
    const { id, apiKey } = await account(given(), context)
    await pause(id, prefix, true)
    expect((await read(withKey(given(), apiKey))).paused_prefixes).toEqual([])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Paused prefixes (${name})`, () => cases(world(start)))
}
