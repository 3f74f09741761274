/**
 * All that SQLite keeps beside a row goes and changes with that row alone, although rows of several kinds have one key.
 */
import { make, put } from "@signalbox/core/Commit"
import type { Commit } from "@signalbox/core/Commit"
import { Room } from "@signalbox/core/Fanout"
import type { EventId } from "@signalbox/core/Id"
import { newEndpoint } from "@signalbox/core/internal/delivery/Health"
import type { Row } from "@signalbox/core/Row"
import { kinds, unique } from "@signalbox/core/Row"
import * as Commits from "@signalbox/sqlite/internal/Commits"
import { open } from "@signalbox/sqlite/internal/Database"
import type { Database } from "@signalbox/sqlite/internal/Database"
import * as Rows from "@signalbox/sqlite/internal/Rows"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const account = Given.accountId(1)

const run = (use: (db: Database, commit: (parts: Partial<Commit>) => unknown) => void): void =>
  Effect.runSync(
    Effect.scoped(Effect.map(open({ file: ":memory:", missingLog: "refuse" }), (db) =>
      use(db, (parts) =>
        Commits.apply(db, new Set(), make(parts), Given.now, new Room(100)))))
  )

const done = { _tag: "Done" }

const webhook = put(kinds.webhook, Given.webhook())

it("a webhook has its subscriptions until it is deleted, whatever becomes of what stands under its key", () =>
  run((db, commit) => {
    const endpoint = put(kinds.endpoint, newEndpoint(Given.webhookId(1)))
    expect(endpoint.key).toBe(webhook.key)
    const event = (number: number) => ({
      id: `01900000-0000-7000-8000-00000000000${number}` as EventId,
      account,
      name: "message.sent" as const,
      at: Given.now,
      body: "{}"
    })
    const subscribed = () =>
      db.all("SELECT account, name, webhook, parent FROM subscription").map((row) => ({ ...row }))
    const own = [{ account, name: "message.sent", webhook: webhook.key, parent: null }]
    expect(commit({ puts: [webhook] })).toStrictEqual(done)
    expect(commit({ puts: [endpoint] })).toStrictEqual(done)
    expect(subscribed()).toStrictEqual(own)
    expect(commit({ events: [event(1)] })).toStrictEqual({ ...done, fansOut: true })
    expect(commit({ deletes: [endpoint] })).toStrictEqual(done)
    expect(subscribed()).toStrictEqual(own)
    const other = Given.webhook({ subscribes: ["message.read"], parent: Given.webhookId(9) })
    expect(commit({ puts: [put(kinds.webhook, other)] })).toStrictEqual(done)
    expect(subscribed()).toStrictEqual([{ ...own[0], name: "message.read", parent: Given.webhookId(9) }])
    expect(commit({ events: [event(2)] })).toStrictEqual(done)
    expect(commit({ deletes: [webhook] })).toStrictEqual(done)
    expect(subscribed()).toStrictEqual([])
  }))

it("rows of two kinds with one key have their own unique keys and places", () =>
  run((db, commit) => {
    const contact = put(kinds.contact, Given.contact())
    // The kinds have keys of their own, which nothing but their prefixes keeps apart.
    const template = put(kinds.template, Given.template({ id: Given.templateId(1) }))
    const same: Row = { ...template, key: contact.key }
    const owner = (row: Row) => Rows.owner(db, unique(row)[0]!)
    const total = (list: "contacts" | "templates") => Rows.list(db, { list, scope: account, limit: 9, offset: 0 })
    const ref = ({ key, kind }: Row) => ({ kind, key })
    expect(commit({ puts: [contact, same] })).toStrictEqual(done)
    expect([owner(contact), owner(same)]).toStrictEqual([ref(contact), ref(same)])
    expect(total("contacts")).toStrictEqual({ rows: [contact], total: 1 })
    expect(total("templates")).toStrictEqual({ rows: [same], total: 1 })
    expect([Rows.version(db, contact), Rows.version(db, same)]).toStrictEqual([1, 2])
    expect(commit({ deletes: [ref(contact)] })).toStrictEqual(done)
    expect([owner(contact), owner(same)]).toStrictEqual([null, ref(same)])
    expect(total("contacts")).toStrictEqual({ rows: [], total: 0 })
    expect(total("templates")).toStrictEqual({ rows: [same], total: 1 })
    expect([Rows.version(db, contact), Rows.version(db, same)]).toStrictEqual([0, 2])
    const left = (table: string) => db.value(`SELECT count(*) FROM ${table}`)
    expect(commit({ deletes: [ref(same)] })).toStrictEqual(done)
    expect(["row", "unique_key", "listing"].map(left)).toStrictEqual([0, 0, 0])
  }))
