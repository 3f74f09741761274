import { carrier, createSignalbox, postgres } from "signalbox"

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ attempt, text, to }) => {
    console.log(`SMS to ${to}: ${text}`)
    return attempt
  },
  // Carriers sign the bytes of what they send.
  callback: ({ body }) => ({ response: { status: 200, body: new TextDecoder().decode(body) } })
})

const start = () =>
  createSignalbox({
    storage: postgres(process.env["DATABASE_URL"] ?? "", { schema: "example_next" }),
    carriers: [sms],
    secretKeys: process.env["SECRET_KEYS"] ?? "",
    basePath: "/messaging"
  })

/** Bundles of Next have modules of their own, so what is one in the process is kept here. */
const kept = globalThis as { box?: ReturnType<typeof start> }

/** The build loads routes as well, so the service begins when it is first asked for. */
export const box = () => kept.box ??= start()
