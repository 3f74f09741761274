/**
 * The audit log by the facade: what the host, a key and the operator have done.
 */
import { expect, it } from "vitest"
import * as Acme from "./Acme.ts"

it("tells the operator and the account who changed what [XPR-160, XPR-162, XPR-167]", async () => {
  await using acme = await Acme.start()
  const { account, box } = acme
  await box.as(account).templates.ensure({ ...Acme.template, name: "unlogged" })
  expect(await box.operator.auditLog.list(account)).toEqual({ entries: [], total: 0, after: null })
  await box.accounts.ensure({ name: "Acme", auditLogDays: 30, keywords: [{ keyword: "GENUG", action: "OPT_OUT" }] })
  const key = await box.keys.create(account, { scopes: ["manage"] })
  await box.as({ apiKey: key, ip: "2001:db8:1:2::3" }).contacts.create({ phone_number: "+12015550177" })
  await box.as({ apiKey: key, ip: "2001:db8:1:2::3" }).templates.create({ definition: Acme.template.definition })
  await box.as(account).contacts.create({ phone_number: "+12015550178" })
  await box.as(account).webhooks.create({
    display_name: "Mine",
    endpoint_url: "https://93.184.216.34/in",
    event_types: ["message"]
  })
  await box.accounts.topUp(account, 5)
  const { keys: [made] } = await box.keys.list(account)
  const { after, entries, total } = await box.operator.auditLog.list(account)
  const told = entries.map(({ action, actor, network, resource }) => [actor.type, action, resource.type, network])
  // The review of the template comes when it comes.
  expect(told.filter(([who]) => who !== "reviewer")).toEqual([
    ["operator", "changed", "balance", null],
    ["host", "created", "webhook", null],
    ["key", "created", "template", "2001:db8:1::/48"],
    ["operator", "created", "api_key", null],
    ["operator", "changed", "account", null]
  ])
  expect(entries.find(({ actor }) => actor.type === "key")!.actor.id).toBe(made!.id)
  expect(entries.at(-1)).toMatchObject({ fields: ["audit_log_days", "keywords"], operation: "accounts.change" })
  expect([total, after]).toEqual([entries.length, null])
  const shown = await box.as(account).auditLog.list({ page_size: 100 })
  expect(shown.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
  const first = await box.operator.auditLog.list(account, { limit: 2 })
  const rest = await box.operator.auditLog.list(account, { limit: 100, after: first.after })
  expect([...first.entries, ...rest.entries]).toEqual(entries)
  expect(JSON.stringify(entries)).not.toMatch(/1201555|GENUG|Mine|93\.184/)
  await expect(box.operator.auditLog.list("11111111-1111-4111-8111-111111111111")).rejects.toMatchObject({
    code: "RESOURCE_004"
  })
})
