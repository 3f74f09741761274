/**
 * How often an account may write to one recipient (decisions 17.4).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { activities, approvedTemplate, resend, send, sendOne, settled, settledAfter } from "./internal/actions.ts"
import { success } from "./internal/answers.ts"
import { account, server, withKey } from "./internal/given.ts"
import type { Message, Sent } from "./internal/resources.ts"
import { definition, phone } from "./internal/samples.ts"

const to = (client: HttpClient, template: string, number: number): Promise<Message> =>
  sendOne(client, { to: [phone(number)], template: { id: template }, channel: ["sms"] })

export const suite = (name: string, start: Start): void => {
  describe(`Frequency (${name})`, () => {
    const given = server(start)

    it("is as the account's rules say for each recipient, of which no profile is without [XPR-040, XPR-042, XPR-044]", async (context) => {
      const fresh = await account(given(), context, { frequency: [{ per: "week", most: 2 }] })
      for (const key of [fresh.apiKey, fresh.profileApiKey]) {
        const client = withKey(given(), key)
        const { id } = await approvedTemplate(client, definition("Good morning"))
        const one = await to(client, id, 1)
        success<Sent>(await resend(client, one.id), 202)
        expect(await settledAfter(client, one.id, 2)).toMatchObject({ status: "DELIVERED" })
        const over = await to(client, id, 1)
        expect(over).toMatchObject({ status: "FILTERED", reason_code: "SIGNALBOX_003" })
        const { activities: [line] } = await activities(client, over.id)
        expect(line!.description).toContain("2 per week")
        expect(await to(client, id, 2)).toMatchObject({ status: "DELIVERED" })
      }
    })

    it("is kept when many are sent side by side, by small and by large sends [XPR-043]", async (context) => {
      const fresh = await account(given(), context, { frequency: [{ per: "day", most: 3 }] })
      const client = withKey(given(), fresh.apiKey)
      const { id } = await approvedTemplate(client, definition("Good morning"))
      const template = { id }
      const others = Array.from({ length: 40 }, (_, index) => phone(100 + index))
      const all = await Promise.all(
        Array.from(
          { length: 8 },
          (_, index) => send(client, { to: [phone(1), ...index < 2 ? others : []], template, channel: ["sms"] })
        )
      )
      const ended = await Promise.all(all.map(({ recipients: [first] }) => settled(client, first!.message_id)))
      expect(ended.map(({ status }) => status).toSorted()).toEqual([
        ...Array.from({ length: 3 }, () => "DELIVERED"),
        ...Array.from({ length: 5 }, () => "FILTERED")
      ])
    })
  })
}
