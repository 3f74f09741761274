/**
 * The operator works through the facade, in memory, on PostgreSQL and in a file of SQLite.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Options, OutgoingMessage, Signalbox, Storage } from "signalbox"
import { carrier, createSignalbox, memory, postgres, SignalboxError, sqlite } from "signalbox"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"

let database: Database.Database
const open = new Set<Signalbox>()
const nobody = "0190a000-0000-7000-8000-000000000009"

beforeAll(async () => {
  database = await Database.fresh()
})

afterEach(async () => {
  await Promise.all([...open].map((box) => box.close({ graceMs: 1000 })))
  open.clear()
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const definition = { body: { multiChannel: { template: "On its way." } } }
const number = "+12015559000"
const numbers = ["+12015550100", "+12015550101", "+12015550102"] as const

const settled = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 20 })

/** Returns what a call is refused with. */
const refusal = async (call: Promise<unknown>): Promise<SignalboxError> => {
  const error: unknown = await call.then(() => null, (cause: unknown) => cause)
  if (!(error instanceof SignalboxError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

/** JavaScript can call it with anything at all. */
const strange = (call: unknown) => call as (...given: ReadonlyArray<unknown>) => Promise<unknown>

let schemas = 0

const folder = mkdtempSync(join(tmpdir(), "signalbox-operator-"))

describe.each<[string, () => Storage]>([
  ["memory", memory],
  ["PostgreSQL", () => postgres(database.url, { schema: `operator_${++schemas}`, maxConnections: 4 })],
  ["SQLite", () => sqlite(join(folder, `${++schemas}.db`))]
])("the operator on %s", (_, storage) => {
  const start = (options: Partial<Options> = {}, place = storage()) => {
    const handed: Array<OutgoingMessage> = []
    const box = createSignalbox({
      storage: place,
      carriers: ["acme", "other"].map((id) =>
        carrier({
          id,
          channels: ["sms"],
          submit: (message) => {
            handed.push({ ...message, account: id })
            return message.attempt
          }
        })
      ),
      secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
      log: false,
      ...options
    })
    open.add(box)
    return { box, handed }
  }

  const furnished = async (box: Signalbox, balance = 100): Promise<string> => {
    const { id } = await box.accounts.ensure({ name: "Acme", balance, numbers: [number] })
    await box.as(id).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
    return id
  }

  const send = (box: Signalbox, id: string, ...to: ReadonlyArray<string>) =>
    box.as(id).messages.send({ to, template: { name: "order" }, channel: ["sms"] })

  const statusOf = async (box: Signalbox, id: string, sent: Awaited<ReturnType<typeof send>>) =>
    Promise.all(sent.recipients.map(async ({ message_id: message }) => (await box.as(id).messages.get(message)).status))

  it("lists accounts page by page, suspends one, lets it go on, sets its balance and closes it", async () => {
    const { box } = start()
    const { operator } = box
    const id = await furnished(box)
    const others = ["Second", "Third"]
    for (const name of others) await box.accounts.ensure({ name, balance: 1 })
    const first = await operator.accounts.list({ limit: 2 })
    const second = await operator.accounts.list({ limit: 2, after: first.after })
    const names = [...first.accounts, ...second.accounts].map(({ name }) => name)
    expect(names.toSorted()).toEqual(["Acme", ...others])
    expect([first.total, first.after === null, second.after]).toEqual([3, false, null])

    expect(await operator.accounts.suspend(id)).toMatchObject({ id, stage: "suspended", balance: "100.0000" })
    const blocked = await send(box, id, numbers[0])
    await settled(async () => expect(await statusOf(box, id, blocked)).toEqual(["BLOCKED"]))
    expect((await operator.accounts.resume(id)).stage).toBe("verified")
    const sent = await send(box, id, numbers[0])
    await settled(async () => expect(await statusOf(box, id, sent)).toEqual(["SENT"]))

    expect(await operator.accounts.setBalance(id, "12.5")).toBe("12.5000")
    expect(await box.accounts.balance(id)).toBe("12.5000")
    const key = await box.keys.create(id)
    expect([await operator.accounts.close(id), await operator.accounts.close(id)]).toEqual([true, false])
    expect((await operator.accounts.get(id)).closedAt).toBeInstanceOf(Date)
    expect((await refusal(box.as({ apiKey: key }).me.get())).code).toBe("AUTH_002")
    expect((await refusal(send(box, id, numbers[0]))).code).toBe("RESOURCE_004")
    const { get, setBalance, suspend } = operator.accounts
    for (const call of [get, suspend, (account: string) => setBalance(account, 1)]) {
      expect((await refusal(call(nobody))).code).toBe("RESOURCE_004")
    }
  })

  it("charges nothing where billing is off: no balance is needed, and what a message costs reads 0", async () => {
    const { box, handed } = start({ billing: false })
    const id = await furnished(box, 0)
    const sent = await send(box, id, ...numbers)
    await settled(async () => expect(await statusOf(box, id, sent)).toEqual(["SENT", "SENT", "SENT"]))
    expect(handed).toHaveLength(3)
    const message = await box.as(id).messages.get(sent.recipients[0]!.message_id)
    expect(message).toMatchObject({ price: 0, active_contact_price: 0 })
    expect(await box.accounts.balance(id)).toBe("0.0000")

    // An account may be charged all the same.
    await box.operator.prices.set(id, { billing: true })
    const unpaid = await send(box, id, numbers[0])
    await settled(async () => expect(await statusOf(box, id, unpaid)).toEqual(["BLOCKED"]))
    const reason = (await box.as(id).messages.get(unpaid.recipients[0]!.message_id)).reason_code
    expect(reason).toBe("BUSINESS_003")
  })

  it("gives an account prices of its own, which go before those of its organization and of the box", async () => {
    const { box } = start({ rates: [{ channel: "sms", price: "0.05" }] })
    const { prices } = box.operator
    const id = await furnished(box)
    const own = [{ channel: "sms", price: "0.2500", markup: "0.0001" }] as const
    expect(await prices.global()).toEqual({
      rates: [{ channel: "sms", price: "0.0500", markup: "0.0000" }],
      billing: true
    })
    await prices.set(id, { rates: own })
    expect(await prices.get(id)).toEqual({ rates: own, billing: true, own: { rates: own, billing: null } })
    await send(box, id, numbers[0])
    await settled(async () => expect(await box.accounts.balance(id)).toBe("99.7499"))

    const { id: profile } = await box.accounts.ensure({ name: "Profile", organization: id, billing: false })
    expect(await prices.get(profile)).toMatchObject({
      rates: own,
      billing: false,
      own: { rates: null, billing: false }
    })
    await prices.set(id, { rates: null })
    expect((await prices.get(profile)).rates).toEqual([{ channel: "sms", price: "0.0500", markup: "0.0000" }])
    await prices.set(profile, { billing: null })
    expect(await prices.get(profile)).toMatchObject({ billing: true, own: { billing: null } })
    for (const wrong of [{ rates: [{ channel: "fax", price: 1 }] }, { billing: "no" }, { rate: [] }]) {
      expect((await refusal(strange(prices.set)(id, wrong))).code).toBe("VALIDATION_001")
    }
    expect(await prices.get(id)).toMatchObject({ own: { rates: null, billing: null } })
  })

  it("reads and changes rules, quiet hours, keywords, suppressions and limits", async () => {
    const rule = { carrier: "other", fallback: true, priority: 0, action: "ALLOW" } as const
    const { box, handed } = start({ rules: [{ carrier: "acme" }] })
    const { keywords, limits, quietHours, rules, suppressions } = box.operator
    const id = await furnished(box)
    expect(await rules.global()).toEqual([{ ...rule, carrier: "acme" }])
    const expiresAt = new Date(Date.now() + 3_600_000)
    await rules.set(id, [{ carrier: "other", expiresAt }])
    expect(await rules.get(id)).toEqual([{ ...rule, expiresAt }])
    await send(box, id, numbers[0])
    await settled(async () => expect(handed.map(({ account }) => account)).toEqual(["other"]))

    const hours = { windows: { US: { start: "21:00", end: "08:00" } }, exempt: ["AUTHENTICATION"] } as const
    expect(await quietHours.get(id)).toBe("off")
    await quietHours.set(id, hours)
    expect(await quietHours.get(id)).toEqual(hours)

    const basta = { keyword: "BASTA", action: "OPT_OUT" } as const
    expect([await keywords.set(id, basta), await keywords.set(id, basta)]).toEqual([true, false])
    expect(await keywords.list(id)).toEqual([{ ...basta, reply: null }])
    expect([await keywords.remove(id, "basta"), await keywords.remove(id, "basta")]).toEqual([true, false])

    expect(await suppressions.add(id, [...numbers, "12"])).toEqual({ added: 3, known: 0, refused: ["12"] })
    const first = await suppressions.list(id, { limit: 2 })
    const second = await suppressions.list(id, { limit: 2, after: first.after })
    const phones = [...first.suppressions, ...second.suppressions].map(({ phone }) => phone)
    expect([phones.toSorted(), first.total, second.after]).toEqual([numbers, 3, null])
    expect([await suppressions.remove(id, [numbers[0]]), await suppressions.remove(id, [numbers[0]])]).toEqual([1, 0])

    expect(await limits.set(id, { dailyMessageLimit: 5, webhooks: 3 })).toMatchObject({ dailyMessageLimit: 5 })
    expect(await limits.get(id)).toEqual({
      requestsPerMinute: 10_000,
      dailyMessageLimit: 5,
      allowMms: true,
      expiryHours: 72,
      smartEncoding: false,
      keyLastUsed: false,
      auditLogDays: null,
      pumping: null,
      webhooks: 3,
      webhookDisableMinutes: 5
    })
    expect(await limits.set(id, { pumping: { minimum: 50 } })).toMatchObject({ pumping: { minimum: 50 } })
    const { prefixes } = box.operator
    expect([await prefixes.pin(id, "+12015"), await prefixes.pin(id, "+12015")]).toEqual([true, false])
    const { prefixes: [paused], ...page } = await prefixes.list(id, { limit: 1 })
    expect(page).toEqual({ total: 1, after: expect.any(String) as unknown })
    expect(paused).toEqual({
      prefix: "+12015",
      isPaused: true,
      reason: "operator",
      counted: null,
      failed: null,
      pausedAt: expect.any(Date) as unknown,
      pausedUntil: null
    })
    expect([await prefixes.lift(id, "+12015"), await prefixes.lift(id, "+12015")]).toEqual([true, false])
    expect((await prefixes.list(id)).prefixes).toMatchObject([{
      isPaused: false,
      pausedUntil: expect.any(Date) as unknown
    }])
    expect(await limits.set(id, { pumping: null })).toMatchObject({ pumping: null })
    expect((await refusal(strange(prefixes.pin)(id, "+12015"))).message).toContain("no limit `pumping`")
    const flaws: ReadonlyArray<readonly [call: unknown, given: ReadonlyArray<unknown>, place: string]> = [
      [rules.set, [id, [{ action: "deny" }]], "rules[0].action"],
      [quietHours.set, [id, "never"], "quietHours"],
      [keywords.set, [id, { keyword: "stop", action: "HELP" }], "keyword.keyword"],
      [suppressions.remove, [id, ["12"]], "phones[0]"],
      [limits.set, [id, { requestsPerMinute: 0 }], "limits.requestsPerMinute"],
      [limits.set, [id, { webhook: 1 }], "did you mean limits.webhooks?"],
      [limits.set, [id, { pumping: { unchecked: 2 } }], "limits.pumping.unchecked"],
      [limits.set, [id, { pumping: { minimum: 1 } }], "limits.pumping.minimum"],
      [prefixes.pin, [id, "12015"], "prefix"],
      [prefixes.lift, [id, "+0"], "prefix"],
      [suppressions.list, [id, { after: "2026" }], "page.after"]
    ]
    for (const [call, given, place] of flaws) {
      const error = await refusal(strange(call)(...given))
      expect([error.code, error.message]).toEqual(["VALIDATION_001", expect.stringContaining(place)])
    }
    for (const call of [rules.get, quietHours.get, keywords.list, suppressions.list, limits.get]) {
      expect((await refusal(strange(call)(nobody))).code).toBe("RESOURCE_004")
    }
  })

  it("erases recipients, and exports what is kept of them [XPR-090, XPR-097]", async () => {
    const { box } = start({})
    const { privacy } = box.operator
    const id = await furnished(box)
    const { privacy: own } = box.as(id)
    const sent = await send(box, id, numbers[0])
    // Two exports of it are the same once nothing changes any more.
    await settled(async () => expect(await statusOf(box, id, sent)).toEqual(["SENT"]))
    const records = async (phone?: string) => {
      const [mine, theirs]: readonly [Array<{ readonly type: string }>, Array<unknown>] = [[], []]
      for await (const record of privacy.export(id, phone)) mine.push(record)
      for await (const record of own.records(phone === undefined ? {} : { phone_number: phone })) theirs.push(record)
      expect(theirs).toEqual(mine)
      return mine.map(({ type }) => type)
    }
    expect(await records(numbers[0])).toEqual(["contact", "message"])
    expect(await records()).toContain("template")
    const begun = await privacy.erase(id, numbers[0])
    expect(begun).toMatchObject({ status: "running", messages: 0, completedAt: null })
    await settled(async () =>
      expect(await privacy.get(id, begun.id)).toMatchObject({ status: "completed", messages: 1 })
    )
    expect(await records(numbers[0])).toEqual([])
    expect(await own.getErasure(begun.id)).toMatchObject({ status: "completed" })
    expect(await privacy.get(id, nobody)).toBeNull()
    expect((await refusal(strange(privacy.erase)(id, "12"))).message).toContain("phone")
    for (const call of [privacy.erase, privacy.get]) {
      expect((await refusal(strange(call)(nobody, call === privacy.get ? begun.id : numbers[0]))).code).toBe(
        "RESOURCE_004"
      )
    }
  })

  it("judges templates by hand", async () => {
    const { box } = start({ review: () => ({ askAgainAt: new Date(Date.now() + 3_600_000) }) })
    const { id } = await box.accounts.ensure({ name: "Acme", balance: 1, numbers: [number] })
    const { templates } = box.operator
    const made = async (name: string) =>
      (await box.as(id).templates.ensure({ name, definition }, { reviewedWithinMs: 0 })).id
    const [good, bad] = [await made("good"), await made("bad")]
    const status = async (template: string) => (await box.as(id).templates.get(template)).status
    expect(await templates.approve(good)).toBe("APPROVED")
    expect(await templates.pause(good)).toBe("PAUSED")
    expect(await status(good)).toBe("PAUSED")
    expect(await templates.resume(good)).toBe("APPROVED")
    expect(await templates.reject(bad, { reason: "no sense" })).toBe("REJECTED")
    expect(await status(bad)).toBe("REJECTED")
    expect((await refusal(templates.approve(bad))).code).toBe("CONFLICT_010")
    expect((await refusal(templates.approve(nobody))).code).toBe("RESOURCE_002")
    expect((await refusal(strange(templates.reject)(bad, {}))).message).toContain("options.reason")
    expect((await refusal(strange(templates.approve)(bad, { channel: "fax" }))).message).toContain("options.channel")
  })

  it("pauses, drains and resumes carriers and lanes, and cancels what waits there", async () => {
    const { box, handed } = start()
    const { carriers, lanes, messages } = box.operator
    const id = await furnished(box)
    expect([await carriers.pause("acme"), await carriers.pause("acme")]).toEqual([true, false])
    const first = await send(box, id, numbers[0], numbers[1])
    await settled(async () => expect(await statusOf(box, id, first)).toEqual(["ROUTED", "ROUTED"]))
    const lane = `submission:acme/${id}`
    await settled(async () =>
      expect((await lanes.list({ kind: "submission" })).lanes).toMatchObject([
        { lane, waiting: 2, held: 0, paused: true, drained: false }
      ])
    )
    expect((await lanes.list({ after: lane, kind: "submission" })).lanes).toEqual([])
    expect(await carriers.drain("acme")).toBe(true)
    expect(await carriers.list()).toEqual([
      { id: "acme", channels: ["sms"], paused: true, drained: true },
      { id: "other", channels: ["sms"], paused: false, drained: false }
    ])
    const second = await send(box, id, numbers[2])
    await settled(async () => expect(await statusOf(box, id, second)).toEqual(["SENT"]))
    expect(handed.map(({ account }) => account)).toEqual(["other"])
    expect(await messages.cancelWaiting(id, { carrier: "acme" })).toEqual({ cancelled: 2, looked: 3, after: null })
    expect(await statusOf(box, id, first)).toEqual(["CANCELLED", "CANCELLED"])
    expect(await box.accounts.balance(id)).toBe("99.9911")

    expect(await carriers.resume("acme")).toBe(true)
    const sends = `send:${id}`
    expect(await lanes.pause(sends)).toBe(true)
    const third = await send(box, id, numbers[0])
    expect(await lanes.restrictions()).toEqual([
      { carrier: null, lane: sends, mode: "paused", since: expect.any(Date) }
    ])
    await settled(async () =>
      expect((await lanes.list({ kind: "send" })).lanes).toMatchObject([{ lane: sends, waiting: 1, paused: true }])
    )
    expect(await statusOf(box, id, third)).toEqual(["QUEUED"])
    expect(await lanes.resume(sends)).toBe(true)
    await settled(async () => expect(await statusOf(box, id, third)).toEqual(["SENT"]))

    expect((await refusal(carriers.pause("acmee"))).message).toContain("did you mean acme?")
    expect(await carriers.resume("gone")).toBe(false)
    expect((await refusal(lanes.drain(sends))).message).toContain("only paused")
    expect((await refusal(lanes.pause("sned:x"))).code).toBe("VALIDATION_001")
    expect((await refusal(lanes.list({ kind: "sned" }))).message).toContain("options.kind must be one of")
    expect((await refusal(messages.cancelWaiting(nobody))).code).toBe("RESOURCE_004")
    const letter = { kind: "dispatch", key: "none" }
    expect([await box.operator.deadLetters.retry(letter), await box.operator.deadLetters.discard(letter)]).toEqual(
      [false, false]
    )
    expect(await box.operator.deadLetters.list()).toEqual({ deadLetters: [], total: 0, after: null })
  })
})

it(
  "what the operator holds up on one node holds on the others, and so does what goes on",
  { timeout: 60_000 },
  async () => {
    const handed: Array<string> = []
    const node = (work: boolean) => {
      const box = createSignalbox({
        storage: postgres(database.url, { schema: "operator_nodes", maxConnections: 4 }),
        carriers: [carrier({
          id: "acme",
          channels: ["sms"],
          submit: ({ attempt, to }) => {
            handed.push(to)
            return attempt
          }
        })],
        secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
        billing: false,
        log: false,
        work
      })
      open.add(box)
      return box
    }
    const [worker, desk] = [node(true), node(false)]
    const { id } = await worker.accounts.ensure({ name: "Acme", numbers: [number] })
    await worker.as(id).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
    await desk.operator.carriers.pause("acme")
    const send = { to: [numbers[0]], template: { name: "order" }, channel: ["sms"] } as const
    const { recipients: [first] } = await worker.as(id).messages.send(send)
    const status = async () => (await desk.as(id).messages.get(first!.message_id)).status
    await settled(async () => expect(await status()).toBe("ROUTED"))
    const line = async () => (await desk.operator.lanes.list({ kind: "submission" })).lanes
    await settled(async () =>
      expect(await line()).toMatchObject([{ waiting: 1, held: 0, pausedUntil: expect.any(Date) }])
    )
    expect(handed).toEqual([])
    await desk.operator.carriers.resume("acme")
    await settled(async () => expect(await status()).toBe("SENT"))
    expect(handed).toEqual([numbers[0]])
  }
)
