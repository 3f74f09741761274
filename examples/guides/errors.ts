import { createSignalbox, memory, SignalboxError } from "signalbox"

const box = createSignalbox({ storage: memory(), carriers: [] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
try {
  await box.as(id).messages.send({ to: ["12"], text: "Hello" })
} catch (error) {
  if (!(error instanceof SignalboxError)) throw error
  console.log(error.status, error.code, Object.keys(error.details ?? {}), error.retryAfterMs)
}
await box.close()
