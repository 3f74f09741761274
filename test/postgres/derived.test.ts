/**
 * What the second schema derives from the rows of the first one: unique keys that were rows of their own, contacts by
 * their ids, filters.
 */
import { ownNumber, profileShortName } from "@signalbox/core/Account"
import type { Commit } from "@signalbox/core/Commit"
import { make } from "@signalbox/core/Commit"
import type { AccountId, CarrierId } from "@signalbox/core/Id"
import { contactNumber } from "@signalbox/core/internal/row/Contact"
import { uniqueText } from "@signalbox/core/Kind"
import { inboundReference } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Store } from "@signalbox/core/Store"
import { templateName } from "@signalbox/core/Template"
import { userEmail } from "@signalbox/core/User"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import * as Database from "./Database.ts"

const first = readFileSync(new URL("./first-schema.sql", import.meta.url), "utf8")
const ids = JSON.parse(/^-- The messages: (.+)$/m.exec(first)![1]!) as Readonly<Record<string, string>>

const acme = "00000000-0000-4000-8000-000000000001" as AccountId
const shop = "00000000-0000-4000-8001-000001000001" as AccountId
const late = "00000000-0000-4000-8002-000000000001" as AccountId
const [acmes, shops, lates] = ["+15539652106", "+14254256784", "+12015550199"] as ReadonlyArray<string> as readonly [
  PhoneNumber,
  PhoneNumber,
  PhoneNumber
]
const carrier = "sms-a" as CarrierId
/** What carriers may call a message. */
const reference = `in "1"/2 \\ ä`
const webhook = "01a1fd68-e938-7000-875c-79b18f1f64f0"
const event = "01a1fd68-e94b-7001-b09e-000000000001"
const delivery = "01a1fd68-e94b-7001-b09e-000000000002"
const at = 1_795_252_873_999

/** Rows as the first schema kept them, of kinds that its file has none of. */
const more = [
  {
    kind: "inbound_reference",
    key: `${carrier}/${reference}`,
    value: { carrier, reference, message: ids["delivered"] }
  },
  { kind: "event", key: event, value: { id: event, account: acme, name: "message.sent", at, body: "{}" } },
  {
    kind: "delivery",
    key: delivery,
    value: {
      id: delivery,
      webhook,
      event,
      status: "FAILED",
      attempts: 4,
      httpStatus: 500,
      responseBody: "no",
      errorMessage: null,
      createdAt: at,
      startedAt: at,
      completedAt: at
    },
    list1: "deliveries",
    scope1: webhook,
    at1: new Date(at).toISOString()
  }
]

/** A profile that came later, with what others had first and one number that it got. */
const profile = (value: object) => ({
  ...value,
  id: late,
  shortName: "acme  SHOP",
  numbers: [acmes, shops, lates].map((number) => ({ number, channels: ["sms"], country: "US" }))
})

it("a database of the first schema has its unique keys, lists and filters after it is brought up to date", {
  timeout: 120_000
}, async () => {
  const database = await Database.fresh()
  try {
    for (const statement of first.split(/;\n\n/)) if (statement.trim() !== "") await database.query(statement)
    const [found] = await database.query<{ readonly value: string }>(
      `select value from signalbox.row where kind = 'account' and key = $1`,
      [shop]
    )
    const rows = [
      ...more,
      { kind: "account", key: late, value: profile(JSON.parse(found!.value) as object) },
      { kind: "own_number", key: lates, value: { number: lates, account: late } }
    ].map((row) => ({ version: 1, ...row, value: JSON.stringify(row.value) }))
    await database.query(
      `insert into signalbox.row select * from json_populate_recordset(null::signalbox.row, $1::json)`,
      [JSON.stringify(rows)]
    )
    const keys = {
      [`account ${acme}`]: ownNumber(acmes),
      [`account ${shop}`]: ownNumber(shops),
      [`account ${late}`]: ownNumber(lates),
      [`account ${shop} `]: profileShortName(acme, "Acme Shop"),
      [`message ${ids["delivered"]}`]: inboundReference(carrier, reference),
      "template 01a1fd68-e8e0-7000-a692-c2439e611e2d": templateName(acme, "hello"),
      "template 01a1fd68-e8fd-7000-a463-0e3569698389": templateName(acme, "a_draft"),
      "user 01a1fd68-e88f-7000-b4a0-9ca0d14d6947": userEmail(acme, "ADA@acme.example")
    }
    const phones = [1, 2, 3, 4, 5].map((number) => `+1201555010${number}` as PhoneNumber)
    await Effect.gen(function*() {
      const store = yield* Store
      const facts = yield* store.load(Needs.uniques([
        ...Object.values(keys),
        ...phones.map((phone) => contactNumber(acme, phone))
      ]))
      const owner = (text: string) => facts.owners.get(text)
      for (const [name, key] of Object.entries(keys)) {
        const [kind, id] = name.trim().split(" ")
        expect(owner(uniqueText(key)), name).toEqual({ kind, key: id })
      }
      for (const phone of phones) {
        const ref = owner(uniqueText(contactNumber(acme, phone)))
        expect(facts.rows.get(ref!)?.row?.value, phone).toMatchObject({ id: ref?.key, phone })
      }
      const value = (kind: string, key: string) => facts.rows.get({ kind, key })?.row?.value
      expect(value("account", late)).toMatchObject({
        sharesShortName: true,
        numbers: [{ number: acmes, isShared: true }, { number: shops, isShared: true }, { number: lates }]
      })
      expect(JSON.stringify(value("account", late)).match(/isShared/g)).toHaveLength(2)
      expect(JSON.stringify([value("account", acme), value("account", shop)])).not.toMatch(/isShared|sharesShort/)
      expect(value("message", ids["delivered"]!)).toMatchObject({ reference: { carrier, text: reference } })

      const page = { offset: 0, limit: 10 } as const
      const sought = yield* store.list({ ...page, list: "templates", scope: acme, where: { search: "DRAFT" } })
      expect([sought.total, sought.rows.map(({ key }) => key)]).toEqual([1, ["01a1fd68-e8fd-7000-a463-0e3569698389"]])
      const contacts = yield* store.list({ ...page, list: "contacts", scope: acme, where: { search: "201-555-0102" } })
      expect(contacts.rows.map((row) => row.kind === "contact" ? row.value.phone : null)).toEqual([phones[1]])
      expect((yield* store.list({ ...page, list: "contacts", scope: acme })).total).toBe(5)
      const log = yield* store.list({
        ...page,
        list: "deliveries",
        scope: webhook,
        where: { status: "FAILED", event: "message.sent" }
      })
      expect(log.rows.map(({ value }) => value)).toMatchObject([{ id: delivery, name: "message.sent" }])
      // A row that is put again keeps its key and leaves it when it is deleted.
      const message = facts.rows.get({ kind: "message", key: ids["delivered"]! })!.row!
      const commit = (parts: Partial<Commit>) => store.commit([make(parts)])
      yield* commit({ puts: [message] })
      expect((yield* store.load(Needs.unique(inboundReference(carrier, reference)))).owners.size).toBe(1)
      yield* commit({ deletes: [message] })
      expect([...(yield* store.load(Needs.unique(inboundReference(carrier, reference)))).owners.values()]).toEqual([
        null
      ])
    }).pipe(Effect.provide(PostgresStore.layer({ url: database.url })), Effect.runPromise)
    const left = await database.query(
      `select distinct kind from signalbox.rows where kind in
         ('inbound_reference', 'own_number', 'profile_short_name', 'template_name', 'user_email')`
    )
    expect(left).toEqual([])
    // A node of an earlier version would write there: it is told so, and changes nothing.
    for (const table of ["row", "rows"]) {
      await expect(database.query(
        `insert into signalbox.${table} (kind, key, version, value) values ('template_name', 'a/b', 1, '{}')`
      )).rejects.toThrow()
    }
    // Messages have moved, each of them.
    expect(
      await database.query(
        `select tableoid::regclass::text as place, count(*)::int4 as messages from signalbox.rows
         where kind = 'message' group by 1`
      )
    ).toEqual([{ place: "signalbox.row_message", messages: Object.keys(ids).length - 1 }])
  } finally {
    await database.drop()
  }
})
