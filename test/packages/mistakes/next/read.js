/** Signalbox behind those who read bodies before it. */
import { carrier, createSignalbox, memory } from "signalbox"

const callback = () => ({ response: { status: 200 } })

export const start = (basePath) =>
  createSignalbox({
    storage: memory(),
    basePath,
    carriers: [carrier({ id: "console", channels: ["sms"], submit: ({ attempt }) => attempt, callback })]
  })
