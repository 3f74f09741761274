/**
 * GET /v3/usage: how much the account has sent and received (decisions 14.7).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as LookUpCount from "../lookup/LookUpCount.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as Reading from "../operation/Reading.ts"
import * as Lookup from "../port/NumberLookup.ts"
import type { Usage, UsageQuery } from "../row/Usage.ts"
import { added, dayOf, keyText, UsageStatus } from "../row/Usage.ts"
import { Shown } from "../value/Channel.ts"
import type { Instant } from "../value/Instant.ts"
import * as Instants from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import * as Timestamp from "../value/Timestamp.ts"

/** Returns the first instant of a day, or null when there is no such day. */
const dayAt = (text: string): Instant | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? Timestamp.parse(`${text}T00:00:00Z`) : null

const day = Field.text((text) => dayAt(text) !== null, {
  message: "must be a day of UTC, for example 2030-01-15",
  toJsonSchema: () => ({ format: "date" })
})

const country = Field.text((text) => /^[A-Z]{2}$/.test(text), {
  message: "must be a country as two capital letters, for example US",
  toJsonSchema: () => ({ pattern: "^[A-Z]{2}$" })
})

const Query = Schema.Struct({
  ...Paging.Query.fields,
  from: Schema.optionalKey(day),
  to: Schema.optionalKey(day),
  channel: Schema.optionalKey(Field.oneOf(Shown.literals)),
  status: Schema.optionalKey(Field.oneOf(UsageStatus.literals)),
  country: Schema.optionalKey(country)
})
type Query = typeof Query.Type

const sums = {
  messages: Schema.Int,
  segments: Schema.Int,
  price: Schema.Finite,
  active_contact_price: Schema.Finite
}

const Sums = Schema.Struct(sums).annotate({ identifier: "UsageTotal" })

const UsageLine = Schema.Struct({
  day: Schema.String.annotate({ format: "date" }),
  channel: Shown,
  status: UsageStatus,
  country: Schema.String,
  ...sums
}).annotate({ identifier: "Usage" })

const LookUps = Schema.Struct({
  count: Schema.Int,
  cost: Schema.optionalKey(Schema.Finite)
}).annotate({ identifier: "UsageLookUps" })

const shownSums = (
  { activeContactPrice, messages, price, segments }: Pick<
    Usage,
    "activeContactPrice" | "messages" | "price" | "segments"
  >
): typeof Sums.Type => ({
  messages,
  segments,
  price: Money.toNumber(price),
  active_contact_price: Money.toNumber(activeContactPrice)
})

const shown = (usage: Usage): typeof UsageLine.Type => ({
  day: usage.day,
  channel: usage.channel,
  status: usage.status,
  country: usage.country,
  ...shownSums(usage)
})

type Days = Pick<UsageQuery, "first" | "last">

interface Consulted extends Days {
  /** The price of a look-up; null: nobody has said. Absent: rules look nothing up. */
  readonly lookUp?: { readonly cost: number | null }
}

interface Asked {
  readonly caller: Caller
  readonly query: Query
  /** The days that are asked for. */
  readonly consulted: Consulted
}

/** Returns the first and the last day, where one that is left out follows from the other one, or from today. */
const days = ({ from, to }: Partial<Query>, now: Instant): Days => {
  const most = (Limit.usageDays - 1) * Instants.day
  const begin = from === undefined ? null : dayAt(from)
  const end = to === undefined ? null : dayAt(to)
  const today = dayAt(dayOf(now))!
  const last = end ?? (begin === null ? today : Instants.make(Math.max(begin, Math.min(today, begin + most))))
  return { first: dayOf(begin ?? Instants.plus(last, -most)), last: dayOf(last) }
}

const queryOf = ({ caller, consulted: { first, last } }: Asked): UsageQuery => ({
  account: caller.account.id,
  first,
  last
})

/** Returns the cost of several look-ups, to the millionth: sums of such numbers are not exact. */
const costOf = (cost: number, count: number): number => Math.round(cost * count * 1e6) / 1e6

/** Returns how many look-ups there were, whatever lines are asked for; nothing where there was none. */
const lookUps = (asked: Asked, facts: Facts.Facts): { readonly look_ups?: typeof LookUps.Type } => {
  const { lookUp } = asked.consulted
  const count = lookUp === undefined ? 0 : LookUpCount.sum(queryOf(asked), facts)
  if (lookUp === undefined || count === 0) return {}
  return { look_ups: { count, ...(lookUp.cost === null ? {} : { cost: costOf(lookUp.cost, count) }) } }
}

/** Returns whether a line is asked for. */
const isWanted = ({ channel, country, status }: Query) => (usage: Usage): boolean =>
  (channel === undefined || usage.channel === channel) && (status === undefined || usage.status === status) &&
  (country === undefined || usage.country === country)

/** The latest day first; within a day by channel, status and country. */
const inOrder = (all: ReadonlyArray<Usage>): ReadonlyArray<Usage> =>
  all.toSorted((one, other) =>
    one.day === other.day ? (keyText(one) < keyText(other) ? -1 : 1) : one.day < other.day ? 1 : -1
  )

const nothing = { messages: 0, segments: 0, price: Money.zero, activeContactPrice: Money.zero }

const flaws = ({ from, to }: Partial<Query>): ReadonlyArray<{ field: string; message: string }> => {
  const [begin, end] = [from === undefined ? null : dayAt(from), to === undefined ? null : dayAt(to)]
  if (begin === null || end === null) return []
  if (end < begin) return [{ field: "to", message: "must not be earlier than from" }]
  return end - begin >= Limit.usageDays * Instants.day
    ? [{ field: "to", message: `must be so that there are ${Limit.usageDays} days at most` }]
    : []
}

export const GetUsage = Operation.consulting({
  ...Reading.history,
  name: "usage.get",
  beyond: true,
  summary: "Read how much was sent and received, by day, channel, outcome and country",
  description:
    "Adds up messages, segments and prices. The sums are changed together with the messages: they are at every moment " +
    "what counting the messages would give. A message counts on the day of UTC on which it was accepted, with the outcome " +
    `that it has now; a receipt that comes later moves it. \`from\` and \`to\` are days, ${Limit.usageDays} at most; without ` +
    "them the latest days are answered. The latest day comes first. `total` is the sum of all lines, those of other " +
    "pages too. Sandbox counts nothing.",
  path: Schema.Struct({}),
  query: Query,
  check: ({ query }) => flaws(query).map((flaw) => ({ ...flaw, code: "VALIDATION_001" as const })),
  data: Schema.Struct({
    usage: Schema.Array(UsageLine),
    total: Sums,
    look_ups: Schema.optionalKey(LookUps),
    pagination: Paging.Pagination
  }),
  // What is needed must not depend on when it is asked.
  consult: ({ query }, _, { now }) =>
    Effect.map(Lookup.NumberLookup, (lookup): Consulted => ({
      ...days(query, now),
      ...(Lookup.isRegistry(lookup) ? { lookUp: { cost: lookup.cost ?? null } } : {})
    })),
  decides: {
    name: "usage.get",
    needs: (asked: Asked) =>
      asked.consulted.lookUp === undefined
        ? Needs.usage(queryOf(asked))
        : Needs.all(Needs.usage(queryOf(asked)), LookUpCount.needs(queryOf(asked))),
    decide: (asked: Asked, { facts }: Grounds) => {
      const lines = inOrder(Facts.usage(facts, queryOf(asked)).filter(isWanted(asked.query)))
      const { limit, offset } = Paging.part(asked.query)
      return Reading.answer({
        usage: lines.slice(offset, offset + limit).map(shown),
        total: shownSums(lines.reduce<typeof nothing>((sum, line) => added({ ...line, ...sum }, line), nothing)),
        ...lookUps(asked, facts),
        pagination: Paging.pagination(asked.query, lines.length)
      })
    }
  }
})
