/**
 * GET /v3/privacy/export: what is kept of a recipient, or of an account, page by page (decisions 17.6).
 */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { ListPosition } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Trace } from "../port/Traces.ts"
import { Traces } from "../port/Traces.ts"
import type { Row } from "../row/Row.ts"
import type { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import type { Subject } from "./Erased.ts"
import { includes, owners } from "./Erased.ts"
import { ExportRecord, fromRow, personal } from "./ExportRecord.ts"

/** The lists of an account, one after the other. */
const lists = ["contacts", "messages", "templates"] as const

/** Where an export goes on: its step, and behind which row of that. Of a recipient the rows are in the order of keys. */
const Place = Schema.Tuple([Schema.Int, Schema.NullOr(Instant), Schema.String])
type Place = typeof Place.Type

const longest = 255
const read = Schema.decodeUnknownResult(Schema.fromJsonString(Place))

const beginning: Place = [0, null, ""]

const parse = (text: string | undefined): Place | null => {
  if (text === undefined) return beginning
  const found = text.length > longest ? null : Result.getOrNull(Result.flatMap(Base64Url.decodeString(text), read))
  return found === null || found[0] < 0 ? null : found
}

const write = (place: Place | null): string | null => place === null ? null : Base64Url.encode(JSON.stringify(place))

const after = Schema.String.check(
  Schema.makeFilter((text: string) => parse(text) !== null, {
    message: "must be what a page of an export has given",
    toJsonSchema: () => ({ maxLength: longest })
  })
)

const Query = Schema.Struct({
  phone_number: Schema.optionalKey(PhoneNumber),
  after: Schema.optionalKey(after)
})
type Query = typeof Query.Type

const ExportPage = Schema.Struct({
  records: Schema.Array(ExportRecord),
  after: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ExportPage" })
export type ExportPage = typeof ExportPage.Type

/** The rows that the store has found of a recipient; null where an account is exported, or where all was found. */
type Found = Trace | null

const placeOf = ({ after }: Query): Place => parse(after) ?? beginning

export const search = Effect.fnUntraced(function*(query: Query) {
  const [step, , after] = placeOf(query)
  const kind = personal[step]
  if (query.phone_number === undefined || kind === undefined) return null
  const traces = yield* Traces
  return yield* traces.find({
    kind,
    text: query.phone_number,
    after,
    looked: Limit.recipientErasure.looked,
    found: Limit.pageSize.maximum
  })
})

const listOf = (account: AccountId, [step, at, key]: Place): Needs.ListQuery | null => {
  const list = lists[step]
  if (list === undefined) return null
  const behind: { readonly behind?: ListPosition } = at === null ? {} : { behind: { at, key } }
  return { list, scope: account, offset: 0, limit: Limit.pageSize.maximum, ...behind }
}

const needsOfFound = (found: Trace, [step]: Place, facts: Facts.Facts): Needs.Needs => {
  const kind = personal[step]!
  const refs = found.keys.map((key) => ({ kind, key }))
  const rows = refs.flatMap((ref) => facts.rows.get(ref)?.row ?? [])
  return Needs.all(
    { ...Needs.none, rows: refs },
    owners(rows.flatMap((row) => "account" in row.value ? [row.value.account] : []))
  )
}

/** The lines of a recipient, in the account and in its profiles. */
const recipientPage = (
  subject: Subject,
  found: Trace,
  [step]: Place,
  facts: Facts.Facts,
  now: Instant
): ExportPage => {
  const kind = personal[step]!
  const records = found.keys.flatMap((key) => {
    const row = facts.rows.get({ kind, key })?.row ?? null
    const line = row === null ? null : fromRow(row, now)
    if (line?.phone !== subject.phone) return []
    const owner = facts.rows.get({ kind: "account", key: line.account })?.row
    return owner?.kind === "account" && includes(subject, owner.value) ? [line.record] : []
  })
  const isLast = step + 1 === personal.length
  const next: Place | null = found.next === null ? isLast ? null : [step + 1, null, ""] : [step, null, found.next]
  return { records, after: write(next) }
}

const instantOf = (row: Row): Instant | null => "createdAt" in row.value ? row.value.createdAt : null

const accountPage = (account: AccountId, place: Place, facts: Facts.Facts, now: Instant): ExportPage => {
  const query = listOf(account, place)
  if (query === null) return { records: [], after: null }
  const { rows } = Facts.page(facts, query)
  const [step] = place
  const last = rows.at(-1)
  const next: Place | null = last !== undefined && rows.length === query.limit
    ? [step, instantOf(last), last.key]
    : step + 1 === lists.length
    ? null
    : [step + 1, null, ""]
  return { records: rows.flatMap((row) => fromRow(row, now)?.record ?? []), after: write(next) }
}

export const Export: Operation.Operation<object, Query, object, Found, ExportPage, "privacy.export"> = {
  name: "privacy.export",
  scope: "read",
  summary: "Export what is kept of a recipient or of the account",
  description:
    "Answers page by page what is kept of a phone number, in the account and in its profiles: its contacts, the records of consent, messages and verifications. Without a number it answers the contacts, messages and templates of the account. A page may be short or empty, and there is more as long as `after` is no null. Each record is one line of JSON for whoever writes a file of them.",
  beyond: true,
  path: Schema.Struct({}),
  query: Query,
  body: Schema.Struct({}),
  data: ExportPage,
  status: 200,
  role: "admin",
  readsDeleted: true,
  tier: "standard",
  idempotent: false,
  refuses: ["INTERNAL_005"],
  check: () => [],
  simulate: null,
  consult: ({ query }) => Effect.mapError(search(query), () => Refused.refused("INTERNAL_005")),
  decides: {
    name: "privacy.export",
    needs: ({ caller: { account }, consulted, query }, facts) => {
      const place = placeOf(query)
      if (consulted !== null) return needsOfFound(consulted, place, facts)
      const list = query.phone_number === undefined ? listOf(account.id, place) : null
      return list === null ? Needs.none : Needs.list(list)
    },
    decide: ({ caller: { account }, consulted, query }, { facts, now }) => {
      const { phone_number: phone } = query
      if (phone === undefined) return done(accountPage(account.id, placeOf(query), facts, now))
      return done(
        consulted === null
          ? { records: [], after: null }
          : recipientPage({ account: account.id, phone }, consulted, placeOf(query), facts, now)
      )
    }
  }
}
