import { carrier, createSignalbox, memory } from "signalbox"

const everything = carrier({ id: "acme", channels: ["sms", "whatsapp", "rcs"], submit: ({ attempt }) => attempt })
const box = createSignalbox({ storage: memory(), carriers: [everything] })
const { id } = await box.accounts.ensure({
  name: "Acme",
  balance: 10,
  numbers: ["+12015550100"],
  channels: ["sms", "whatsapp"]
})

const template = await box.as(id).templates.ensure({
  name: "visit",
  category: "UTILITY",
  language: "en",
  definition: {
    header: { type: "text", template: "Your visit" },
    body: {
      multiChannel: {
        template: "Hello {{0:variable}}, we expect you at {{1:variable}}.",
        variables: [
          { id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Ada" } },
          { id: 1, name: "hour", type: "variable", props: { variableType: "text", sample: "9:30" } }
        ]
      }
    },
    footer: { type: "text", template: "Reply STOP to opt out." },
    buttons: [
      { id: 1, type: "QUICK_REPLY", props: { text: "I will come", quickReplyType: "custom" } },
      {
        id: 2,
        type: "URL",
        props: { text: "Change it", urlType: "static", url: "https://acme.example/visits" }
      }
    ]
  }
})
const { channels } = await box.as(id).templates.preview(template.id, { parameters: { name: "Ada", hour: "11:00" } })
for (const { channel, message_body: shown } of channels) {
  console.log(`${channel}: ${shown?.buttons?.length ?? 0} buttons, ${JSON.stringify(shown?.content)}`)
}
await box.close()
