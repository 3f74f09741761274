/**
 * Who sets the retention, what is refused, and what is told of it before anything is removed (decisions 19.2, 19.4).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import type { AccountId, MessageId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { everyone, PurgeAccountsWork } from "@signalbox/core/internal/account/PurgeWork"
import { SetServiceRetention } from "@signalbox/core/internal/retention/SetServiceRetention"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import type { Retention } from "@signalbox/core/Retention"
import * as Effect from "effect/Effect"
import { createSignalbox, memory, SignalboxError } from "signalbox"
import { afterAll, describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Matrix from "../http/Matrix.ts"
import * as Storages from "../http/Storages.ts"
import * as Purging from "./Purging.ts"

const flaw = (call: Promise<unknown>): Promise<string> =>
  call.then(() => "not refused", (error: unknown) => error instanceof SignalboxError ? error.message : String(error))

describe("the facade", () => {
  const box = createSignalbox({ storage: memory(), carriers: [], work: false, log: false })
  afterAll(() => box.close({ graceMs: 0 }))

  it.each<[string, Retention]>([
    ["messages", { messages: 0 }],
    ["contacts", { contacts: 3651 }],
    ["retention must keep messages no shorter", { texts: 31, messages: 30 }],
    ["retention must keep messages no shorter", { numbers: 31, messages: 30 }],
    ["retention must keep messages no shorter", { webhookBodies: 31, webhookEvents: 30 }],
    ["retention must keep messages no shorter", { messages: 31, usage: 30 }],
    ["retention must say for how long messages are kept", { usage: 30 }]
  ])("refuses what is none: %s %o [XRE-010]", async (where, retention) => {
    const { id } = await box.accounts.ensure({ name: "Acme" })
    for (const call of [box.operator.retention.set(id, retention), box.operator.retention.setForAll(retention)]) {
      expect(await flaw(call)).toContain(where)
    }
    expect(await box.operator.retention.get(id)).toEqual({ own: null, organization: null })
    expect(await box.operator.retention.global()).toBeNull()
  })

  it("sets that of all accounts, which holds where there is none [XRE-011, XRE-013]", async () => {
    const { retention } = box.operator
    const { id } = await box.accounts.ensure({ name: "Shop" })
    const { id: keeps } = await box.accounts.ensure({ name: "Archive", retention: {} })
    expect(await retention.preview(id)).toBeNull()
    await retention.setForAll({ messages: 90, usage: 365 })
    expect(await retention.global()).toEqual({ messages: 90, usage: 365 })
    expect(await retention.preview(id)).toEqual({
      retention: { messages: 90, usage: 365 },
      by: "service",
      counts: { messages: 0, usage: 0 }
    })
    expect(await retention.preview(keeps)).toEqual({ retention: {}, by: "account", counts: {} })
    await retention.set(id, { contacts: 30 })
    expect(await retention.preview(id)).toEqual({ retention: { contacts: 30 }, by: "account", counts: { contacts: 0 } })
    await retention.setForAll(null)
    expect(await retention.global()).toBeNull()
    expect(await flaw(retention.preview("0190a000-0000-7000-8000-000000000009"))).toContain("There is no account")
  })
})

describe.each(Matrix.sampled([["memory", Storages.memory], ["PostgreSQL", Storages.postgres]] as const))(
  "in %s",
  (_, storage) => {
    const purging = Purging.make(storage)
    afterAll(() => purging.stop())
    const now = Instant.make(Date.now())
    const ids = Given.ids(31)
    const old = Instant.plus(now, -20 * Instant.day)

    const message = (account: AccountId, more: Partial<Message> = {}) =>
      Given.message({
        id: ids.id(old) as MessageId,
        account,
        direction: "INBOUND",
        template: null,
        status: "RECEIVED",
        createdAt: old,
        ...more
      })
    const account = (more: Parameters<typeof Given.account>[0] = {}) =>
      Given.account({ id: ids.id(old) as AccountId, numbers: [], createdAt: old, ...more })
    const setForAll = (retention: Retention | null) =>
      purging.use(Effect.flatMap(Executor, (executor) => executor.run(SetServiceRetention, { retention })))
    const all = () => purging.given({ due: [PurgeAccountsWork.due(everyone, everyone, now)] })
    const isThere = async (rows: ReadonlyArray<Message>) =>
      (await purging.there(rows.map(({ id: key }) => ({ kind: "message", key })))).length > 0

    it("one item begins with every account that has a retention, closed ones and profiles too, until nobody has one [XRE-011, XRE-012, XRE-015]", async () => {
      const organization = account({ retention: { messages: 10 } })
      const profile = account({ type: "profile", organization: organization.id })
      const closed = account({ deletedAt: now })
      const keeps = account({ retention: {} })
      const crowd = Array.from({ length: 100 }, () => account())
      const texts = account({ retention: { texts: 10 } })
      const accounts = [organization, profile, closed, keeps, texts, ...crowd]
      const messages = accounts.map((each) => message(each.id))
      const of = (one: { readonly id: AccountId }) => messages.filter((each) => each.account === one.id)
      await purging.given({
        puts: [
          ...accounts.map((each) => Commits.put(Accounts, each)),
          ...messages.map((each) => Commits.put(Messages, each))
        ]
      })
      await purging.purge()
      expect(await isThere(of(organization))).toBe(true)
      await all()
      await purging.purge()
      expect(
        await Promise.all([organization, profile, closed, keeps, ...crowd.slice(0, 3)].map((each) => isThere(of(each))))
      )
        .toEqual([false, false, true, true, true, true, true])
      await setForAll({ messages: 15 })
      await purging.purge()
      expect(await Promise.all([closed, keeps, texts, ...crowd].map((each) => isThere(of(each)))))
        .toEqual([false, true, true, ...crowd.map(() => false)])
      // The redaction of accounts that have one, and no work, begins as well.
      expect(await purging.redactions()).toContain(texts.id)
      const work = () =>
        purging.there([
          { kind: "purge", key: everyone },
          ...accounts.map(({ id: key }) => ({ kind: "purge" as const, key }))
        ])
      expect((await work()).length).toBe(1 + accounts.length - 2)
      // Nothing is left of it when nobody has one any more.
      await setForAll(null)
      await purging.given({
        puts: [organization, texts, keeps].map(({ retention: ___, ...each }) => Commits.put(Accounts, each))
      })
      await all()
      await purging.given({ due: accounts.map(({ id }) => Purging.due(id, now)) })
      await purging.purge()
      expect(await work()).toEqual([])
    })

    it("a setting counts from the next step on, by the days that it has then [XRE-015]", async () => {
      const one = account({ retention: { messages: 30 } })
      const [older, younger] = [
        message(one.id),
        message(one.id, { createdAt: Instant.plus(now, -5 * Instant.day) })
      ]
      const [hers, other] = [[older], [younger]]
      const again = async (retention: Retention) => {
        await purging.given({ puts: [Commits.put(Accounts, { ...one, retention })], due: [Purging.due(one.id, now)] })
        await purging.purge()
        return [await isThere(hers), await isThere(other)]
      }
      await purging.given({
        puts: [Commits.put(Accounts, one), Commits.put(Messages, older), Commits.put(Messages, younger)]
      })
      expect(await again({ messages: 30 })).toEqual([true, true])
      expect(await again({ texts: 1 })).toEqual([true, true])
      expect(await again({ messages: 10 })).toEqual([false, true])
      expect(await again({ messages: 40 })).toEqual([false, true])
      expect(await again({ messages: 3 })).toEqual([false, false])
    })

    it("a step is about a bounded number of messages, and the next one goes on behind it [XRE-009]", async () => {
      const one = account({ retention: { messages: 10 } })
      const messages = Array.from(
        { length: 120 },
        (_, index) =>
          message(one.id, { createdAt: Instant.plus(old, index), ...(index % 2 === 0 ? {} : { status: "SCHEDULED" }) })
      )
      await purging.given({
        puts: [
          Commits.put(Accounts, one),
          ...messages.map((each) => Commits.put(Messages, each))
        ],
        due: [Purging.due(one.id, now)]
      })
      const left = async () => (await purging.there(messages.map(({ id: key }) => ({ kind: "message", key })))).length
      const found: Array<number> = []
      for (let step = 0; step < 3; step++) {
        await purging.purge(1)
        found.push(await left())
      }
      expect(found).toEqual([95, 70, 60])
      await purging.purge()
      expect(await left()).toBe(60)
    })
  }
)
