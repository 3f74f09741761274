/**
 * Channel events: when they arise, what they hold, and whom they reach (specification "Channel events", decisions 4.3,
 * 7.4).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { seconds, success } from "./internal/answers.ts"
import { agent, alphanumeric, campaign, marketWhen, tenDlc, whatsapp } from "./internal/channels.ts"
import { account, provisioner, withKey } from "./internal/given.ts"
import { patch, remove } from "./internal/profiles.ts"
import type { World } from "./internal/world.ts"
import { listen, names, payloads, world } from "./internal/world.ts"

const path = "/v3/channels/sms"

const events = (in_: World): void => {
  const { given, receiver } = in_

  const told = async (at: string, wanted: ReadonlyArray<string>) => {
    const found = await receiver().until(at, (all) => all.length >= wanted.length)
    expect(names(found)).toEqual(wanted)
    return payloads(found)
  }

  it("tell of one market from its submission to its end [EVT-046, EVT-049]", async (context) => {
    const { apiKey, id } = await account(given(), context)
    const order = provisioner(given(), context)
    const client = withKey(given(), apiKey)
    const webhook = await listen(in_, { event_types: ["channel"] }, client)
    const place = { account: id, channel: "sms", country: "US", number_type: "TEN_DLC" } as const
    await order({ ...place, outcome: "hold" })
    success(await client.post(path, tenDlc), 202)
    await order({ ...place, outcome: "request_changes", reason: "The flow is not clear" })
    await marketWhen(client, "US", "TEN_DLC", "ACTION_NEEDED")
    success(await patch(client, `${path}/US/TEN_DLC`, { compliance: { campaign } }), 200)
    await order({ ...place, outcome: "approve" })
    await marketWhen(client, "US", "TEN_DLC", "PROVISIONING")
    await order({ ...place, outcome: "activate", sender_value: "+12015550142" })
    await marketWhen(client, "US", "TEN_DLC", "ACTIVE")
    success(await patch(client, `${path}/US/TEN_DLC`, { compliance: { campaign } }), 200)
    await order({ ...place, outcome: "deactivate" })
    await marketWhen(client, "US", "TEN_DLC", "INACTIVE")

    const found = await told(webhook.path, [
      "channel.submitted",
      "channel.changes_requested",
      "channel.submitted",
      "channel.approved",
      "channel.activated",
      "channel.submitted",
      "channel.deactivated"
    ])
    expect(found.map(({ status }) => status)).toEqual([
      "PENDING_REVIEW",
      "ACTION_NEEDED",
      "PENDING_REVIEW",
      "PROVISIONING",
      "ACTIVE",
      "ACTIVE",
      "INACTIVE"
    ])
    const common = {
      country: "US",
      account_id: id,
      channel: "sms",
      number_type: "TEN_DLC",
      updated_at: expect.stringMatching(seconds) as unknown
    }
    expect(found[1]).toStrictEqual({
      ...common,
      sender_value: null,
      status: "ACTION_NEEDED",
      reason_code: "CHANNEL_002",
      reason: "The flow is not clear"
    })
    expect(found[4]).toStrictEqual({ ...common, sender_value: "+12015550142", status: "ACTIVE" })
  })

  it("tell of a sender that is turned down before it is live, and why [EVT-047, EVT-048]", async (context) => {
    const { apiKey, id } = await account(given(), context)
    const order = provisioner(given(), context)
    const client = withKey(given(), apiKey)
    const webhook = await listen(in_, { event_types: ["channel"] }, client)
    const place = { account: id, channel: "sms", country: "US", number_type: "TEN_DLC" } as const
    await order({ ...place, outcome: "reject", reason: "The brand is not known" })
    success(await client.post(path, tenDlc), 202)
    const found = await told(webhook.path, ["channel.submitted", "channel.rejected"])
    expect(found[1]).toMatchObject({
      status: "ACTION_NEEDED",
      reason_code: "CHANNEL_005",
      reason: "The brand is not known"
    })
  })

  it("tell of markets that need nobody, and of the other channels [EVT-046]", async (context) => {
    const { apiKey } = await account(given(), context)
    const client = withKey(given(), apiKey)
    const webhook = await listen(in_, { event_types: ["channel"] }, client)
    success(await client.post(path, alphanumeric), 201)
    await told(webhook.path, ["channel.activated"])
    expect((await remove(client, `${path}/GB/ALPHANUMERIC`)).status).toBe(204)
    await told(webhook.path, ["channel.activated", "channel.deactivated"])
    success(await client.post("/v3/channels/whatsapp", whatsapp), 201)
    const third = ["channel.activated", "channel.deactivated", "channel.activated"]
    expect((await told(webhook.path, third))[2]).toMatchObject({ channel: "whatsapp", status: "ACTIVE" })
    success(await client.post("/v3/channels/rcs", agent), 202)
    const found = await told(webhook.path, [...third, "channel.submitted", "channel.approved"])
    expect(found[4]).toMatchObject({ channel: "rcs", status: "ACTIVE", country: "US" })
    expect(found[4]).not.toHaveProperty("number_type")
  })

  it("reach the webhooks of the account that the channel belongs to, and no others [EVT-050, EVT-051]", async (context) => {
    const { apiKey, id, profileApiKey, profileId } = await account(given(), context)
    const [client, profile] = [withKey(given(), apiKey), withKey(given(), profileApiKey)]
    const whole = await listen(in_, { event_types: ["channel"] }, client)
    const theirs = await listen(in_, { event_types: ["channel"] }, profile)
    success(await profile.post(path, alphanumeric), 201)
    success(await client.post(path, { ...alphanumeric, country: "FR" }), 201)
    const [own] = await told(theirs.path, ["channel.activated"])
    expect(own).toMatchObject({ account_id: profileId, country: "GB" })
    await receiver().until(whole.path, (all) => payloads(all).some(({ account_id }) => account_id === id))
    // A delivery that comes to the organization's address for a profile comes from the profile's clone of the webhook.
    const mine = payloads(receiver().at(whole.path).filter(({ headers }) => headers["x-webhook-id"] === whole.id))
    expect(mine.map(({ account_id }) => account_id)).toEqual(mine.map(() => id))
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Channel events (${name})`, () => events(world(start)))
}
