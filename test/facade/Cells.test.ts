/**
 * The facade on several cells: whoever asks, each account is in the cell where it was placed, and no client sees any.
 */
import type { NewAccount } from "signalbox"
import { cells, createSignalbox, memory, postgres, SignalboxError } from "signalbox"
import { describe, expect, it } from "vitest"
import { order, template, to } from "./Acme.ts"
import type { Celled } from "./Celled.ts"
import { american, european, furnish, live, place, serve, start } from "./Celled.ts"

const two = (how: (account: NewAccount) => string = place) => cells({ eu: memory(), us: memory() }, { place: how })

const numbers = { [european]: "+12015559001", [american]: "+12015559002" } as const

const both = async (celled: Celled) => ({
  eu: await furnish(celled, european, numbers[european]),
  us: await furnish(celled, american, numbers[american])
})

describe("two cells", () => {
  it("carry whole lives of messages, each account's in its own", async () => {
    await using celled = start(two())
    const { box } = celled
    const keys = await both(celled)
    for (const [id, apiKey] of [[european, keys.eu], [american, keys.us]] as const) {
      const sent = await live(celled, apiKey)
      expect(sent.account).toBe(id)
      const receipt = { carrier: "acme", reference: `acme-${sent.attempt}`, status: "delivered" } as const
      expect(await box.receipts.report(receipt)).toBe("applied")
      expect(await box.receipts.report(receipt)).toBe("repeated")
      const answer = {
        carrier: "acme",
        reference: id,
        channel: "sms",
        from: to,
        to: numbers[id],
        text: "Thanks"
      } as const
      await box.inbound.receive(answer)
      const { messages } = await box.as(id).messages.list({ direction: "INBOUND" })
      expect(messages.map(({ direction }) => direction)).toEqual(["INBOUND"])
    }
    const strange = { carrier: "acme", reference: "other", status: "delivered" } as const
    await expect(box.receipts.report(strange, { knownWithinMs: 20 })).rejects.toMatchObject({ code: "INTERNAL_005" })
    const nobody = { carrier: "acme", reference: "r", channel: "sms", from: to, to: "+12015559009", text: "x" } as const
    await expect(box.inbound.receive(nobody)).rejects.toMatchObject({ code: "RESOURCE_013" })
  })

  it("are found over HTTP by the key, with the profiles of its organization, and by nobody else", async () => {
    await using celled = start(two())
    await using http = await serve(celled)
    const { box } = celled
    const keys = await both(celled)
    // Its id would be placed in the other cell.
    const profile = "e0000000-0000-4000-8000-000000000002"
    await box.accounts.ensure({ id: profile, name: "Shop", organization: american })
    const { id } = await live(celled, keys.us)
    const status = async (key: string, path: string, more = {}) =>
      (await http.get(path, { "x-api-key": key, ...more })).status
    expect(await status(keys.us, `/v3/messages/${id}`)).toBe(200)
    expect(await status(keys.eu, `/v3/messages/${id}`)).toBe(404)
    expect(await status(keys.us, "/v3/me", { "x-profile-id": profile })).toBe(200)
    const foreign = await status(keys.eu, "/v3/me", { "x-profile-id": profile })
    const unknown = await status(keys.eu, "/v3/me", { "x-profile-id": "00000000-0000-4000-8000-000000000009" })
    expect(foreign).toBe(unknown)
    const nobody = await http.get("/v3/me", { "x-api-key": "00000000-0000-4000-8000-000000000009" })
    expect(nobody).toMatchObject({ status: 401, code: "AUTH_002" })
    expect(await box.keys.revoke(keys.us)).toBeUndefined()
    expect(await status(keys.us, "/v3/me")).toBe(401)
    expect(await status(keys.eu, "/v3/me")).toBe(200)
  })

  it("keep an account where it is, whatever placement says later", async () => {
    const asked: Array<string> = []
    const moody = ({ id }: NewAccount) => {
      asked.push(id)
      return asked.length === 1 ? "eu" : "us"
    }
    await using celled = start(two(moody))
    const { box } = celled
    await box.accounts.ensure({ id: european, name: "Acme" })
    await box.accounts.ensure({ id: european, name: "Renamed" })
    expect(asked).toEqual([european])
    expect((await box.operator.accounts.list()).accounts).toMatchObject([{ id: european, name: "Renamed" }])
  })

  it("give a number, and a key, to the account that had it first", async () => {
    await using celled = start(two())
    const { box } = celled
    const keys = await both(celled)
    await box.accounts.ensure({ id: american, name: american, numbers: [numbers[european], numbers[american]] })
    const message = { carrier: "acme", channel: "sms", from: to, to: numbers[european], text: "Hi" } as const
    await box.inbound.receive({ ...message, reference: "1" })
    expect((await box.as(european).messages.list({ direction: "INBOUND" })).messages).toHaveLength(1)
    expect((await box.as(american).messages.list({ direction: "INBOUND" })).messages).toEqual([])
    await expect(box.keys.create(american, keys.eu)).rejects.toBeInstanceOf(SignalboxError)
    const { data } = await box.as({ apiKey: keys.eu }).me.get().then((data) => ({ data }))
    expect(data.id).toBe(european)
  })

  it("are worked for by a node that is told so, and serve requests all the same", async () => {
    await using celled = start(two(), { work: ["eu"] })
    const { box, handed } = celled
    const eu = await furnish(celled, european, numbers[european])
    await box.accounts.ensure({ id: american, name: american, balance: 100, numbers: [numbers[american]] })
    const created = await box.as(american).templates.ensure(template, { reviewedWithinMs: 0 })
    await live(celled, eu)
    expect(handed).toHaveLength(1)
    // Its review is work of the other cell, which nobody does.
    expect((await box.as(american).templates.get(created.id)).status).toBe("PENDING")
  })

  it("have each setting of the operator's that is about no account, and show it once", async () => {
    await using celled = start(two())
    const { box } = celled
    const keys = await both(celled)
    expect(await box.operator.carriers.pause("acme")).toBe(true)
    expect(await box.operator.lanes.restrictions()).toHaveLength(1)
    const held = [await box.as(european).messages.send(order), await box.as(american).messages.send(order)]
    const ids = held.map(({ recipients: [first] }) => first!.message_id)
    expect(await box.operator.carriers.resume("acme")).toBe(true)
    expect(await box.operator.lanes.restrictions()).toEqual([])
    // What was held goes before what comes now.
    await live(celled, keys.eu)
    await live(celled, keys.us)
    expect(celled.handed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })

  it("show the operator the accounts of all, in one order, page by page", async () => {
    await using celled = start(two())
    const { box } = celled
    const ids = Array.from(
      { length: 7 },
      (_, index) => `${index % 2 === 0 ? "e" : "a"}0000000-0000-4000-8000-00000000000${index}`
    )
    for (const id of ids) await box.accounts.ensure({ id, name: id })
    const found: Array<{ readonly id: string; readonly createdAt: Date }> = []
    for (let after: string | undefined;;) {
      const page = await box.operator.accounts.list({ limit: 2, ...(after === undefined ? {} : { after }) })
      expect(page.total).toBe(7)
      found.push(...page.accounts)
      if (page.after === null) break
      after = page.after
    }
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    // Those of one millisecond come by their ids.
    const places = found.map(({ createdAt, id }) => `${createdAt.toISOString()} ${id}`)
    expect(places).toEqual(places.toSorted().toReversed())
  })
})

describe("the options of cells", () => {
  const carriers = [] as const

  it("name each flaw", () => {
    const refused = (storage: unknown, more = {}) => {
      // @ts-expect-error -- The host may write no TypeScript.
      expect(() => createSignalbox({ storage, carriers, ...more })).toThrowErrorMatchingSnapshot()
    }
    refused(cells({}, { place }))
    refused(cells({ EU: memory() }, { place }))
    refused({ kind: "cells", cells: { eu: { kind: "sqlite", file: "x.db" } }, place })
    refused({ kind: "cells", cells: { eu: memory() } })
    refused(cells({ eu: memory() }, { place, directory: "us" }))
    refused(cells({ eu: postgres("postgres://localhost/a") }, { place }))
    refused(cells({ eu: postgres("postgres://localhost/a"), us: postgres("postgres://localhost/a") }, { place }), {
      secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`
    })
    refused(cells({ eu: memory() }, { place }), { work: ["us"] })
    refused(memory(), { work: ["eu"] })
  })

  it("leave an account unmade that is placed in no cell", async () => {
    await using celled = start(two(() => "mars"))
    await expect(celled.box.accounts.ensure({ name: "Acme" })).rejects.toMatchObject({ code: "INTERNAL_001" })
    expect((await celled.box.operator.accounts.list()).accounts).toEqual([])
  })
})
