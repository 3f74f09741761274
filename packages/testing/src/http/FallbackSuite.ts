/**
 * Sends with an order of channels of their own (decisions 14.5). What takes time is held by the emulator's tests, whose
 * clock travels.
 */
import type { TestContext } from "vitest"
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { activities, inStatus, send, sendOne } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Sender } from "./internal/endings.ts"
import { bodyOf, sender } from "./internal/endings.ts"
import { handsets, server } from "./internal/given.ts"
import type { Message, Sent } from "./internal/resources.ts"
import { phone } from "./internal/samples.ts"

/** Each is wrong in one place. */
const flaws: ReadonlyArray<readonly [given: unknown, fields: ReadonlyArray<string>, code?: string]> = [
  ["sms", ["fallback"]],
  [["sms"], ["fallback"]],
  [{}, ["fallback.channels"]],
  [{ channels: null }, ["fallback.channels"]],
  [{ channels: "sms" }, ["fallback.channels"]],
  [{ channels: [] }, ["fallback.channels"]],
  [{ channels: ["sms", "sms"] }, ["fallback.channels"]],
  [{ channels: ["sms", "whatsapp", "rcs", "mms", "sms"] }, ["fallback.channels"]],
  [{ channels: ["fax"] }, ["fallback.channels[0]"], "VALIDATION_006"],
  [{ channels: ["sms", "auto_detect"] }, ["fallback.channels[1]"], "VALIDATION_006"],
  ...["120", 9, 0, -1, 86_401, 10.5, true, []].map((after_seconds) =>
    [{ channels: ["sms"], after_seconds }, ["fallback.after_seconds"]] as const
  )
]

export const suite = (name: string, start: Start): void => {
  describe(`Fallback (${name})`, () => {
    const given = server(start)

    const body = (mine: Sender, channels: ReadonlyArray<string>, more: object = {}): object =>
      bodyOf(mine, { channel: undefined, fallback: { channels }, ...more })

    const routes = async ({ client }: Sender, { id }: Message): Promise<ReadonlyArray<string>> => {
      const { activities: lines } = await activities(client, id)
      return lines.toReversed().flatMap(({ description }) => /^(\w+) through /.exec(description)?.[1] ?? [])
    }

    const prepared = async (context: TestContext) => ({
      mine: await sender(given(), context),
      script: handsets(given(), context)
    })

    it("decides the channel, in its own order [XMS-080]", async (context) => {
      const mine = await sender(given(), context)
      for (const channel of [undefined, null, [], ["auto_detect"], ["auto_detect", "auto_detect"]]) {
        const message = await sendOne(mine.client, body(mine, ["rcs", "sms", "whatsapp"], { channel }))
        expect(message).toMatchObject({ status: "DELIVERED", channel: "rcs" })
      }
      const { recipients } = await send(
        mine.client,
        body(mine, ["sms"], { fallback: { channels: ["sms"], after_seconds: 10 } })
      )
      expect(recipients[0]).toMatchObject({ channel: "auto_detect" })
      expect(await inStatus(mine.client, recipients[0]!.message_id, "DELIVERED")).toMatchObject({ channel: "sms" })
    })

    it("leaves out a channel that the message has no text for, and takes no other [XMS-080]", async (context) => {
      const mine = await sender(given(), context)
      const message = await sendOne(mine.client, body(mine, ["mms", "whatsapp"]))
      expect(message).toMatchObject({ status: "DELIVERED", channel: "whatsapp" })
      const none = await sendOne(mine.client, body(mine, ["mms"]))
      expect(none).toMatchObject({ status: "FAILED", reason_code: "DELIVERY_003", channel: "auto" })
    })

    it("goes on after a refusal and after a failed receipt [XMS-080]", async (context) => {
      const { mine, script } = await prepared(context)
      await script(phone(820), [
        { channel: "whatsapp", submit: { refuse: "provider_unavailable" }, receipts: [] },
        { channel: "rcs", receipts: [{ failed: "undeliverable_by_route" }] }
      ])
      const { recipients } = await send(mine.client, body(mine, ["whatsapp", "rcs", "sms"], { to: [phone(820)] }))
      const message = await inStatus(mine.client, recipients[0]!.message_id, "DELIVERED")
      expect(message).toMatchObject({ channel: "sms" })
      expect(await routes(mine, message)).toEqual(["whatsapp", "rcs", "sms"])
    })

    it("is refused when it is wrong, by the field that is [XMS-086]", async (context) => {
      const mine = await sender(given(), context)
      for (const [fallback, fields, code = "VALIDATION_001"] of flaws) {
        failure(await mine.client.post("/v3/messages", body(mine, [], { fallback })), 400, code, [...fields])
      }
      for (const after_seconds of [10, 86_400, null]) {
        const fallback = { channels: ["sms", "rcs"], after_seconds }
        success<Sent>(await mine.client.post("/v3/messages", body(mine, [], { fallback, sandbox: true })), 202)
      }
    })

    it("goes without another channel [XMS-086]", async (context) => {
      const mine = await sender(given(), context)
      for (const channel of [["sms"], ["auto_detect", "sms"], ["whatsapp", "sms"]]) {
        const reply = await mine.client.post("/v3/messages", body(mine, ["sms"], { channel }))
        failure(reply, 400, "VALIDATION_001", ["fallback"])
      }
    })
  })
}
