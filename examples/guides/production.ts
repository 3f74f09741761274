// #region start
import { carrier, createServer, createSignalbox, postgres } from "signalbox"

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ text, to }) => console.log(`SMS to ${to}: ${text}`)
})

const box = createSignalbox({
  // With `check` a deployment migrates before it starts a process, by `npx signalbox migrate`.
  storage: postgres(process.env["DATABASE_URL"] ?? "", { schema: "messaging", migrate: "auto" }),
  carriers: [sms],
  secretKeys: process.env["SECRET_KEYS"] ?? "",
  carrierHealth: {},
  log: ({ fields, level, message }) => console.error(JSON.stringify({ level, message, ...fields })),
  onError: ({ error, where }) => console.error(where, error)
})
const server = createServer(box.node).listen(Number(process.env["PORT"] ?? 3000))
await box.ready

const stop = async (): Promise<void> => {
  server.close()
  // Below what your orchestrator leaves between SIGTERM and SIGKILL.
  await box.close({ graceMs: 20_000 })
}
process.once("SIGTERM", stop)

const { id } = await box.accounts.ensure({
  name: "Acme",
  balance: 100,
  numbers: ["+12015550100"],
  destinations: { allow: ["US", "CA"], preset: "no-premium" },
  spend: { day: 50, month: 1000 },
  pumping: {},
  frequency: [{ category: "MARKETING", per: "day", most: 2 }],
  quietHours: "us-tcpa",
  auditLogDays: 365,
  retention: { texts: 90, media: 30, numbers: 365, webhookBodies: 30 }
})
console.log(`Account ${id} is ready.`)
// #endregion start

// The sample ends here; yours goes on.
await stop()
