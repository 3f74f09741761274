/**
 * One of everything that the inbox shows, on an emulator that has nothing else.
 */
import type { Inbox } from "./Page.ts"

export interface Scene {
  readonly delivered: string
  readonly rerouted: string
  readonly failed: string
  readonly scheduled: string
  readonly template: string
  readonly webhook: string
}

const variable = (name: string, sample: string, id = 0): object => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample }
})

const definition = {
  header: { type: "text", template: "Order {{0:variable}}", variables: [variable("number", "4711")] },
  body: {
    multiChannel: {
      template: "Hi {{0:variable}}, your order {{1:variable}} is on its way\u2026 It arrives on {{2:variable}}.",
      variables: [variable("name", "Ada"), variable("number", "4711", 1), variable("day", "Tuesday", 2)]
    }
  },
  footer: { type: "text", template: "Acme, 12 High Street" },
  buttons: [
    { id: 1, type: "QUICK_REPLY", props: { text: "When exactly?", quickReplyType: "custom" } },
    { id: 2, type: "URL", props: { text: "Track it", urlType: "static", url: "https://acme.example/track" } }
  ]
}

/** An account and a person talk. Whatever is due has happened when each of it is done. */
export const talk = ({ ask }: Inbox) => {
  const settled = () => ask("POST", "emulator/clock", { advance_ms: 0 })
  return {
    settled,
    send: async (to: string, channel: string | null, body: object): Promise<string> => {
      const { recipients } = await ask("POST", "v3/messages", {
        to: [to],
        ...(channel === null ? {} : { channel: [channel] }),
        ...body
      })
      await settled()
      return recipients[0].message_id
    },
    write: async (from: string, channel: string, text: string) => {
      await ask("POST", "emulator/inbound", { from, channel, text })
      await settled()
    }
  }
}

const greeting = { template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } } }
const refuse = { submit: { refuse: "recipient_not_on_channel" } }

/** Three conversations on four channels: one goes on, one is opted out of, and one has taken its third route. */
export const converse = async (inbox: Inbox) => {
  const { send, settled, write } = talk(inbox)
  const { id: template, name } = await inbox.ask("POST", "v3/templates", { definition, submit_for_review: true })
  await settled()
  const order = { template: { name, parameters: { name: "Ada", number: "4711", day: "Tuesday" } } }
  const delivered = await send("+33612345678", "whatsapp", greeting)
  await send("+33612345678", "whatsapp", order)
  await write("+33612345678", "whatsapp", "When exactly?")
  await send("+33612345678", "whatsapp", { text: "Between ten and noon." })
  await send("+31611223344", "rcs", order)
  await write("+31611223344", "rcs", "STOP")
  await inbox.ask("PUT", "emulator/handsets/%2B12015550123", {
    script: [{ channel: "whatsapp", ...refuse }, { channel: "rcs", ...refuse }]
  })
  const rerouted = await send("+12015550123", null, order)
  return { template: String(template), order, delivered, rerouted }
}

export const play = async (inbox: Inbox): Promise<Scene> => {
  const { ask, url } = inbox
  const { send } = talk(inbox)
  const { id: webhook } = await ask("POST", "v3/webhooks", {
    display_name: "Orders",
    endpoint_url: `${url}/emulator/receivers/inbox`,
    event_types: ["message"]
  })
  const { delivered, order, rerouted, template } = await converse(inbox)
  await ask("PUT", "emulator/handsets/%2B12015550124", {
    script: [{ channel: "sms", receipts: [{ failed: "handset_unreachable" }] }]
  })
  const failed = await send("+12015550124", "sms", order)
  const scheduled = await send("+12015550125", "sms", {
    ...greeting,
    scheduled_at: new Date(Date.now() + 24 * 3_600_000).toISOString()
  })
  await ask("PUT", "emulator/handsets/%2B12015550125", { script: [{ channel: "sms", ...refuse }] })
  return { delivered, rerouted, failed, scheduled, template, webhook }
}
