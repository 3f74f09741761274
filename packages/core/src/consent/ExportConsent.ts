/**
 * GET /v3/consent/export: the changes of consent of all contacts of the account that still stand, the newest first
 * (decisions 17.5). The deletion of a contact discards its changes.
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Cursor from "../operation/Cursor.ts"
import * as Format from "../operation/Format.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import type { ConsentRecord } from "../row/ConsentRecord.ts"
import { ConsentSource } from "../row/ConsentRecord.ts"
import { PurposeConsent } from "../row/Purpose.ts"
import { Channel } from "../value/Channel.ts"
import { toMillis } from "../value/Instant.ts"

const Resource = Schema.Struct({
  id: Format.uuid,
  contact_id: Format.uuid,
  phone_number: Format.phone,
  purpose: Schema.NullOr(Schema.String),
  consent: Schema.NullOr(PurposeConsent),
  source: Format.open(ConsentSource.literals),
  channel: Schema.NullOr(Channel),
  message_id: Schema.NullOr(Format.uuid),
  text: Schema.NullOr(Schema.String),
  created_at: Format.timestamp
}).annotate({ identifier: "ConsentRecord" })

/** Returns a change of consent as the API shows it. */
export const fromRecord = (record: ConsentRecord): typeof Resource.Type => ({
  id: record.id,
  contact_id: record.contact,
  phone_number: record.phone,
  purpose: record.purpose ?? null,
  consent: record.consent,
  source: record.source,
  channel: record.channel,
  message_id: record.message,
  text: record.text,
  created_at: toMillis(record.at)
})

const listOf = ({ caller: { account }, query }: {
  readonly caller: Caller
  readonly query: Cursor.Query
}): Needs.ListQuery => ({
  ...Cursor.part(query),
  list: "consent_records",
  scope: account.id,
  bound: Limit.consentsLookedAt
})

/** The list has no filters. */
const filters = Cursor.filtersOf({})

export const ExportConsent = Operation.make({
  ...Reading.history,
  name: "consent.export",
  beyond: true,
  summary: "Export the changes of consent, the newest first",
  description:
    "Lists every change of consent that still stands, of all contacts: when, how, on which channel and through which message " +
    "it was given or taken back, and for which purpose. The deletion of a contact discards its changes. The cursors go on " +
    `from a page, whatever was added meanwhile. \`total_count\` counts the newest ${Limit.consentsLookedAt} at most.`,
  path: Schema.Struct({}),
  query: Cursor.Query,
  check: ({ query }) => Cursor.flaws(query, filters).map((flaw) => ({ ...flaw, code: "VALIDATION_001" as const })),
  data: Schema.Struct({ records: Schema.Array(Resource), pagination: Cursor.Pagination }),
  decides: {
    name: "consent.export",
    needs: (asked) => Needs.list(listOf(asked)),
    decide: (asked, { facts }) => {
      const { next = null, rows, total } = Facts.page(facts, listOf(asked))
      const records = rows.flatMap((row) => row.kind === "consent_record" ? [row.value] : [])
      const place = (record: ConsentRecord | undefined) =>
        record === undefined ? null : { at: record.at, key: record.id }
      const page = { first: place(records[0]), last: place(records.at(-1)), next, total }
      return Reading.answer({
        records: records.map(fromRecord),
        pagination: Cursor.pagination(asked.query, page, filters)
      })
    }
  }
})
