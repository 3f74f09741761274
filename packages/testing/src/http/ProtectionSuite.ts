/**
 * The operator's protection stops messages: destinations and spend (decisions 17.1, 17.2). Signalbox, beyond v3.
 */
import { make as money } from "@signalbox/core/Money"
import type { TestContext } from "vitest"
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start, WantedAccount } from "./HttpSubject.ts"
import { activities, approvedTemplate, createTemplate, sendOne, settled } from "./internal/actions.ts"
import { aText, success } from "./internal/answers.ts"
import { account, eventually, withKey } from "./internal/given.ts"
import { ended, setting } from "./internal/recipients.ts"
import type { Message } from "./internal/resources.ts"
import { definition, greeting, parameters, phone } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { listen, payloads, world } from "./internal/world.ts"

const [newYork, toronto, zurich, premium] = ["+12125550123", "+14165550123", "+41446681800", "+41900123456"] as const

/** The price of one SMS of one part, with its markup, in ten-thousandths. */
const price = 89

/** An account of the case's own, and a template of it and of its profile. */
const protectedBy = async ({ given }: World, context: TestContext, wanted: WantedAccount) => {
  const made = await account(given(), context, wanted)
  const ofKey = async (apiKey: string) => {
    const client = withKey(given(), apiKey)
    const { id } = await approvedTemplate(client, greeting)
    return { client, body: (to: string) => ({ to: [to], template: { id, parameters }, channel: ["sms"] }) }
  }
  return { made, own: await ofKey(made.apiKey), profile: () => ofKey(made.profileApiKey) }
}

const ending = ({ reason_code: code, status }: Message) => [status, code]
const [forbidden, tooDear] = [["BLOCKED", "BUSINESS_011"], ["BLOCKED", "SIGNALBOX_001"]] as const

const lastLine = async (client: HttpClient, { id }: Message): Promise<string | null | undefined> =>
  (await activities(client, id)).activities[0]?.description

const destinations = (world: World): void => {
  it("lets messages go where it may, and tells what was in the way of others [XPR-002, XPR-003, XPR-004, XPR-005, XPR-006, XPR-007]", async (context) => {
    const wanted = { allow: ["US", "CH"], forbid: ["+4144"], preset: "no-premium" } as const
    const { own, profile } = await protectedBy(world, context, { destinations: wanted })
    const sent = await Promise.all([newYork, toronto, zurich, premium].map((to) => sendOne(own.client, own.body(to))))
    expect(sent.map(ending)).toEqual([["DELIVERED", undefined], forbidden, forbidden, forbidden])
    expect(await Promise.all(sent.slice(1).map((each) => lastLine(own.client, each)))).toEqual(
      [
        "the region CA is not among those allowed",
        "numbers that begin with +4144 are forbidden",
        "the number is at a premium rate"
      ].map((why) => `The destination country is not allowed: ${why}`)
    )
    const shop = await profile()
    expect(ending(await sendOne(shop.client, shop.body(zurich)))).toEqual(forbidden)
  })

  it("stops codes of verifications, free-form messages and automatic replies as well [XPR-009]", async (context) => {
    const mine = await setting(world, context, { destinations: { forbid: ["+4144"] } })
    const { client } = mine
    const { id } = await createTemplate(client, definition("Your code is {{0:variable}}", "code"), {
      category: "AUTHENTICATION",
      submit_for_review: true
    })
    const path = "/v3/verifications"
    const code = await eventually(
      async () => client.post(path, { phone_number: zurich, template: { id }, channel: "sms" }),
      ({ status }) => status === 201
    )
    const { message_id: brought } = success<{ readonly message_id: string }>(code, 201)
    expect(ending(await settled(client, brought))).toEqual(forbidden)
    await mine.write("HELP", { from: zurich })
    const { messages } = await eventually(
      async () =>
        success<{ readonly messages: ReadonlyArray<Message> }>(
          await client.get("/v3/conversations?page=1&page_size=100"),
          200
        ),
      ({ messages }) => messages.some(({ template_name: name }) => name?.startsWith("auto_reply_") === true)
    )
    const reply = messages.find(({ template_name: name }) => name?.startsWith("auto_reply_") === true)!
    expect(ending(await ended(client, reply.id))).toEqual(forbidden)
    // The recipient has written, so the conversation is open.
    expect(ending(await sendOne(client, { to: [zurich], text: "Hello", channel: ["sms"] }))).toEqual(forbidden)
  })
}

const spending = (world: World): void => {
  it("stops what a cap has no room for, and warns its account once [XPR-020, XPR-023, XPR-024, XPR-026, XPR-027]", async (context) => {
    const spend = { regions: { US: { month: money(2 * price + 1) } } }
    const { made, own, profile } = await protectedBy(world, context, { spend })
    const { path: hook } = await listen(world, { event_types: ["message", "account"] }, own.client)
    const shop = await profile()
    const first = await sendOne(own.client, own.body(phone(1)))
    const second = await sendOne(shop.client, shop.body(phone(2)))
    expect([first, second].map(ending)).toEqual([["DELIVERED", undefined], ["DELIVERED", undefined]])
    const refused = await sendOne(own.client, own.body(phone(3)))
    expect(ending(refused)).toEqual(tooDear)
    expect(await lastLine(own.client, refused)).toBe("A spend cap of the account is reached: 0.0179 a month to US")
    expect(ending(await sendOne(own.client, own.body(zurich)))).toEqual(["DELIVERED", undefined])
    const found = await world.receiver().until(
      hook,
      (all) => payloads(all).some((payload) => payload["outbound_number"] === zurich)
    )
    expect(payloads(found).filter((payload) => "cap" in payload)).toEqual([{
      account_id: made.id,
      region: "US",
      period: "month",
      starts_on: expect.stringMatching(/^\d{4}-\d{2}-01$/),
      cap: 0.0179,
      spent: 0.0178,
      updated_at: aText
    }])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Protection (${name})`, () => {
    const made = world(start)
    describe("of destinations", () => destinations(made))
    describe("of spend", () => spending(made))
  })
}
