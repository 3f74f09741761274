/**
 * Keys that are narrowed down, by the facade and in this process.
 */
import { describe, expect, it, vi } from "vitest"
import * as Acme from "./Acme.ts"

const hour = 3_600_000

/** A host without types may give anything, right or wrong. */
const strange = (call: unknown) => call as (...given: ReadonlyArray<unknown>) => Promise<unknown>

describe("box.keys", () => {
  it("narrows a key down, in this process too, and a rotated key like it [XPR-140, XPR-144, XPR-145, XPR-146]", async () => {
    await using acme = await Acme.start()
    const { account, box } = acme
    const expiresAt = new Date(Date.now() + hour)
    const key = await box.keys.create(account, { scopes: ["send"], addresses: ["192.0.2.0/24"], expiresAt })
    const of = (apiKey: string, ip: string) => box.as({ apiKey, ip })
    const next = await box.keys.rotate(key, { graceMs: hour })
    for (const each of [key, next]) {
      const { status } = await of(each, "192.0.2.7").messages.send(Acme.order)
      expect(status).toBe("QUEUED")
      await expect(of(each, "192.0.2.7").me.get()).rejects.toMatchObject({
        code: "AUTH_004",
        message: "This API key lacks the scope `read` that the operation needs: its scope is `send`"
      })
      const elsewhere = { code: "AUTH_004", message: "This API key may not be used from this address" }
      await expect(of(each, "192.0.3.7").messages.send(Acme.order)).rejects.toMatchObject(elsewhere)
      await expect(box.as({ apiKey: each }).messages.send(Acme.order)).rejects.toMatchObject(elsewhere)
    }
    const { keys } = await box.keys.list(account)
    expect(keys).toMatchObject([
      { scopes: ["send"], addresses: ["192.0.2.0/24"], expiresAt },
      { scopes: ["send"], addresses: ["192.0.2.0/24"], expiresAt }
    ])
  })

  it.each([
    ["scopes", { scopes: ["write"] }, "options.scopes[0]"],
    ["addresses", { addresses: ["10.0.0.7/8"] }, "options.addresses[0]"],
    ["expiresAt", { expiresAt: "tomorrow" }, "options.expiresAt"],
    ["expiresAt", { expiresAt: new Date(0) }, "expiresAt must lie in the future"]
  ])("says what is wrong with %s", async (_, options, said) => {
    await using acme = await Acme.start()
    await expect(strange(acme.box.keys.create)(acme.account, options)).rejects.toThrow(said)
    expect((await acme.box.keys.list(acme.account)).total).toBe(0)
  })

  it("keeps the hour at which a key was last used where its account wants that [XPR-147]", async () => {
    await using acme = await Acme.start()
    const { account, box } = acme
    const [before, after] = [await box.keys.create(account), await box.keys.create(account)]
    const use = (apiKey: string) => box.as({ apiKey }).me.get()
    const lastOf = async (key: string) => {
      const { keys } = await box.keys.list(account)
      return keys.find(({ prefix }) => key.startsWith(prefix))!.lastUsedAt
    }
    await use(before)
    await box.accounts.ensure({ name: "Acme", keyLastUsed: true })
    const began = Date.now()
    await use(after)
    await vi.waitFor(async () => expect(await lastOf(after)).toBeInstanceOf(Date))
    // They are written in order.
    expect(await lastOf(before)).toBe(undefined)
    const at = (await lastOf(after))!.getTime()
    expect(at % hour).toBe(0)
    expect([at + hour > began, at <= Date.now()]).toEqual([true, true])
  })
})
