/**
 * Moving an account to another cell while its clients, carriers and correspondents go on: whoever comes meanwhile is told to
 * come again, and afterwards everything is where it was, for every node.
 */
import * as Receiver from "@signalbox/testing/http/Receiver"
import type { CellsStorage, OutgoingMessage } from "signalbox"
import { carrier, cells, memory, postgres } from "signalbox"
import { describe, expect, it, vi } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Database from "../postgres/Database.ts"
import { order, to } from "./Acme.ts"
import type { Served } from "./Celled.ts"
import { american, european, furnish, patience, place, serve, start } from "./Celled.ts"

const number = "+12015559101"
const profile = "e0000000-0000-4000-8000-000000000102"
const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`

interface World extends AsyncDisposable {
  readonly storage: CellsStorage
  /** How many nodes there can be. */
  readonly nodes: 1 | 2
}

const inMemory = async (): Promise<World> => ({
  storage: cells({ eu: memory(), us: memory() }, { place }),
  nodes: 1,
  [Symbol.asyncDispose]: async () => {}
})

const onPostgres = async (): Promise<World> => {
  const [eu, us] = await Promise.all([Database.fresh(), Database.fresh()])
  const of = ({ url }: Database.Database) => postgres(url, { maxConnections: 4 })
  return {
    storage: cells({ eu: of(eu), us: of(us) }, { place }),
    nodes: 2,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([eu.drop(), us.drop()])
    }
  }
}

/** A carrier that keeps one message in its hands until it is told to answer. */
const holding = () => {
  const handed: Array<OutgoingMessage> = []
  const answered = new EventTarget()
  let isHolding = false
  return {
    handed,
    hold: () => {
      isHolding = true
    },
    answer: () => {
      isHolding = false
      answered.dispatchEvent(new Event("answer"))
    },
    carrier: carrier({
      id: "acme",
      channels: ["sms"],
      submit: async (message) => {
        handed.push(message)
        if (isHolding) await new Promise((resolve) => answered.addEventListener("answer", resolve))
        return `acme-${message.attempt}`
      }
    })
  }
}

/** All that a client can read of what it has, but for what one message on its way still changes. */
const paths = ["me", "templates", "contacts", "profiles", "channels"].map((path) => `/v3/${path}`)

const everything = async ({ get }: Served, key: string, messages: ReadonlyArray<string>) => {
  const all = [...paths, ...messages.flatMap((id) => [`/v3/messages/${id}`, `/v3/messages/${id}/activities`])]
  const answers = await Promise.all(all.map(async (path) => [path, await get(path, { "x-api-key": key })] as const))
  return Object.fromEntries(answers.map(([path, { data, status }]) => [path, { status, data }]))
}

const refused = { code: "INTERNAL_005", status: 503 }

describe("an account that is moved", () => {
  it.each(Matrix.storages([["in memory", inMemory], ["on PostgreSQL", onPostgres]] as const))(
    "is suspended for a moment, and then has all that it had, %s",
    { timeout: 120_000 },
    async (_, make) => {
      await using world = await make()
      const acme = holding()
      await using receiver = { ...await Receiver.start(), [Symbol.asyncDispose]: () => Promise.resolve() }
      const options = { carriers: [acme.carrier], secretKeys, webhooks: { allow: ["127.0.0.0/8"] } }
      await using celled = start(world.storage, options)
      await using another = world.nodes === 2 ? start(world.storage, options) : null
      await using http = await serve(celled)
      await using elsewhere = await serve(another ?? celled)
      const { box } = celled
      const key = await furnish(celled, european, number)
      const strange = await furnish(celled, american, "+12015559102")
      await box.accounts.ensure({ id: profile, name: "Shop", organization: european, balance: 5 })
      const me = box.as({ apiKey: key })
      const { id: contact } = await me.contacts.create({ phone_number: "+12015550777" })
      const { id: webhook } = await me.webhooks.create({
        display_name: "all",
        endpoint_url: receiver.url("/events"),
        event_types: ["message"]
      })
      const status = async (id: string) => (await me.messages.get(id)).status
      const send = async (more = {}, how = {}): Promise<string> =>
        (await me.messages.send({ ...order, ...more }, how)).recipients[0]!.message_id
      const sent = async (id: string) => vi.waitFor(async () => expect(await status(id)).toBe("SENT"), patience)
      const attempt = (id: string) => acme.handed.find((message) => message.id === id)!.attempt
      const receipt = (id: string) =>
        ({ carrier: "acme", reference: `acme-${attempt(id)}`, status: "delivered" }) as const
      const answer = (reference: string) =>
        ({ carrier: "acme", reference, channel: "sms", from: to, to: number, text: "Thanks" }) as const

      const first = await send({}, { idempotencyKey: "first" })
      const second = await send()
      await sent(first)
      await sent(second)
      const later = await send({ scheduled_at: new Date(Date.now() + 86_400_000).toISOString() })
      await box.inbound.receive(answer("before"))
      // One message is in the carrier's hands, and one waits in line behind a pause of the operator's.
      acme.hold()
      const held = await send()
      await vi.waitFor(() => expect(acme.handed.at(-1)?.id).toBe(held), patience)
      expect(await box.operator.carriers.pause("acme")).toBe(true)
      const waiting = await send()
      await vi.waitFor(async () => expect(await status(waiting)).toBe("ROUTED"), patience)
      const ids = [first, second, later, waiting]
      const balance = await box.accounts.balance(european)
      const before = await everything(http, key, ids)

      const answers: ReadonlyArray<Served> = [http, elsewhere]
      const move = box.operator.accounts.move(european, { to: "us" })
      await vi.waitFor(async () => {
        for (const { get } of answers) {
          const answer = await get("/v3/me", { "x-api-key": key })
          expect(answer).toMatchObject({
            status: 503,
            code: "INTERNAL_005",
            retryAfter: expect.stringMatching(/^[1-9]/)
          })
        }
      }, patience)
      await expect(me.messages.send(order)).rejects.toMatchObject(refused)
      await expect(box.receipts.report(receipt(first))).rejects.toMatchObject(refused)
      await expect(box.inbound.receive(answer("meanwhile"))).rejects.toMatchObject(refused)
      // For a second a node believes that a profile is where it was.
      await vi.waitFor(() => expect(box.as(profile).me.get()).rejects.toMatchObject(refused), patience)
      await expect(box.accounts.topUp(european, 5, "meanwhile")).rejects.toMatchObject(refused)
      // Nobody else notices.
      expect((await elsewhere.get("/v3/me", { "x-api-key": strange })).status).toBe(200)
      acme.answer()
      expect(await move).toEqual({ outcome: "moved", cell: "us" })
      expect(await box.operator.accounts.move(european, { to: "us" })).toEqual({ outcome: "unchanged", cell: "us" })

      for (const answer of answers) expect(await everything(answer, key, ids)).toEqual(before)
      expect(await box.accounts.balance(european)).toEqual(balance)
      expect(await status(held)).toBe("SENT")
      expect(await send({}, { idempotencyKey: "first" })).toBe(first)

      // Carriers and correspondents find it, what waits is done, and webhooks tell of it.
      expect(await box.receipts.report(receipt(first))).toBe("applied")
      expect(await (another ?? celled).box.receipts.report(receipt(second))).toBe("applied")
      expect(await box.receipts.report(receipt(first))).toBe("repeated")
      await box.inbound.receive(answer("after"))
      await (another ?? celled).box.inbound.receive(answer("after, elsewhere"))
      expect((await me.messages.list({ direction: "INBOUND" })).messages).toHaveLength(3)
      expect(await status(waiting)).not.toBe("SENT")
      await box.operator.carriers.resume("acme")
      await sent(waiting)
      await sent(await send())
      await me.messages.cancel(later)
      expect((await me.contacts.get(contact)).id).toBe(contact)
      expect((await me.webhooks.get(webhook)).id).toBe(webhook)
      await receiver.until(
        "/events",
        (found) =>
          [first, second].every((id) =>
            found.some((each) => each.body.includes(id) && each.body.includes("message.delivered"))
          )
      )
      // Each was handed over once.
      expect(new Set(acme.handed.map(({ id }) => id)).size).toBe(acme.handed.length)
    }
  )

  it("is what the operator says it is, and no profile, and goes where there is a cell", async () => {
    await using celled = start(cells({ eu: memory(), us: memory() }, { place }))
    const { accounts } = celled.box.operator
    await celled.box.accounts.ensure({ id: european, name: "Acme" })
    await celled.box.accounts.ensure({ id: profile, name: "Shop", organization: european })
    const invalid = { code: "VALIDATION_001" }
    await expect(accounts.move(european, { to: "mars" })).rejects.toThrow("to must be the name of a cell: eu, us")
    await expect(accounts.move(profile, { to: "us" })).rejects.toThrow(`its organization ${european} goes`)
    await expect(accounts.move(american, { to: "us" })).rejects.toMatchObject({ code: "RESOURCE_004" })
    // @ts-expect-error -- The host may write no TypeScript.
    await expect(accounts.move(european, {})).rejects.toMatchObject(invalid)
    await expect(accounts.move(european, { to: "us", undo: true })).rejects.toMatchObject(invalid)
    expect(await accounts.move(european, { undo: true })).toEqual({ outcome: "unchanged", cell: "eu" })
    expect(await accounts.move(european, { to: "eu" })).toEqual({ outcome: "unchanged", cell: "eu" })
    await using single = start(memory() as never)
    await single.box.accounts.ensure({ id: european, name: "Acme" })
    await expect(single.box.operator.accounts.move(european, { to: "us" })).rejects.toThrow("which has no cells")
  })
})
