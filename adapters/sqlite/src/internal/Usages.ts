/**
 * The sums of usage, by account, day, channel, outcome and country.
 */
import type { AccountId } from "@signalbox/core/Id"
import { make as money } from "@signalbox/core/Money"
import type { UsageForgetting } from "@signalbox/core/Traces"
import type { Usage, UsageQuery } from "@signalbox/core/Usage"
import type { Database } from "./Database.ts"
import { number, text } from "./Database.ts"

export const add = (db: Database, tallies: ReadonlyArray<Usage>): void => {
  for (const tally of tallies) {
    const { account, activeContactPrice, channel, country, day, messages, price, segments, status } = tally
    db.run(
      `INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
         messages = messages + excluded.messages, segments = segments + excluded.segments,
         price = price + excluded.price, active_contact_price = active_contact_price + excluded.active_contact_price`,
      account,
      day,
      channel,
      status,
      country,
      messages,
      segments,
      price,
      activeContactPrice
    )
  }
}

export const of = (db: Database, { account, first, last }: UsageQuery): ReadonlyArray<Usage> =>
  db.all(
    `SELECT * FROM usage WHERE account = ? AND day BETWEEN ? AND ?
     AND (messages, segments, price, active_contact_price) <> (0, 0, 0, 0)`,
    account,
    first,
    last
  ).map((found) => ({
    account: text(found["account"]) as AccountId,
    day: text(found["day"]),
    channel: text(found["channel"]) as Usage["channel"],
    status: text(found["status"]) as Usage["status"],
    country: text(found["country"]),
    messages: number(found["messages"]),
    segments: number(found["segments"]),
    price: money(number(found["price"])),
    activeContactPrice: money(number(found["active_contact_price"]))
  }))

export const forget = (db: Database, { account, before, most }: UsageForgetting): number =>
  db.all(
    `DELETE FROM usage WHERE (account, day, channel, status, country) IN (
       SELECT account, day, channel, status, country FROM usage WHERE account = ? AND day < ? LIMIT ?
     ) RETURNING 1`,
    account,
    before,
    most
  ).length
