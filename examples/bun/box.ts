import { carrier, createSignalbox, memory } from "signalbox"

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ text, to }) => console.log(`SMS to ${to}: ${text}`),
  // Carriers sign the bytes of what they send.
  callback: ({ body }) => ({ response: { status: 200, body: new TextDecoder().decode(body) } })
})

export const box = createSignalbox({ storage: memory(), carriers: [sms], basePath: "/messaging" })
