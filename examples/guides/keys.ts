import { createSignalbox, memory, SignalboxError } from "signalbox"

const box = createSignalbox({ storage: memory(), carriers: [] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, auditLogDays: 365 })

const key = await box.keys.create(id, {
  scopes: ["read"],
  addresses: ["192.0.2.0/24", "2001:db8::/32"],
  expiresAt: new Date("2031-01-01")
})
const caller = box.as({ apiKey: key, ip: "192.0.2.7" })
console.log((await caller.me.get()).name)
try {
  await caller.messages.send({ to: ["+12015550123"], text: "Hello" })
} catch (error) {
  if (!(error instanceof SignalboxError)) throw error
  console.log(error.status, error.code)
}
const next = await box.keys.rotate(key, { graceMs: 60_000 })
console.log(next !== key)
const { entries } = await box.as(id).auditLog.list()
console.log(entries.slice(0, 2).map(({ action, resource }) => `${resource.type} ${action}`))
await box.close()
