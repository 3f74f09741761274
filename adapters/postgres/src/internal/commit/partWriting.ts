/**
 * Writes where messages stand in the table of the parts that they move through. A step goes from one part to another at
 * the instant that the message keeps; whatever else is written of a message may change its instant, and take it out of the
 * table or into it.
 */
import type { Placed } from "../rows/rows.ts"
import { movingOf } from "../rows/rows.ts"
import type { Part } from "../statement/parts.ts"
import { is } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"
import { instant, partitionOf } from "../statement/tables.ts"
import type { Changes } from "./changes.ts"

const isMessage = ({ kind }: { readonly kind: string }): boolean => partitionOf(kind) === "row_message"

/** Those of which it is known that they stay in their part are left out. */
const moves = (steps: ReadonlyArray<Placed>): ReadonlyArray<object> =>
  steps.flatMap(({ key, movedFrom = null, places: { at1 }, row }) => {
    const part = movingOf(row)
    return part === movedFrom ? [] : [{ key, part, at: at1, was: movedFrom }]
  })

/** Where they stood is looked up: nobody has read these messages at their versions, or their places change. */
const replacements = (others: ReadonlyArray<Placed>): ReadonlyArray<object> =>
  others.map(({ key, kind, places: { at1 }, row }) => ({ kind, key, part: movingOf(row), at: at1 }))

/** @param made whether messages are inserted, by the part `written` */
export const partParts = (t: Tables, { deletes, updates }: Changes, made: boolean): ReadonlyArray<Part> => {
  const messages = updates.filter(isMessage)
  const replaced = replacements(messages.filter(({ keepsPlaces }) => !keepsPlaces))
  const withReplaced = replaced.length === 0 ? [] : null
  return [
    {
      name: "entered_parts",
      rows: made ? null : [],
      text: () =>
        `insert into ${t.row_moving} (part, at1, key) select moving, at1, key::uuid from written where moving is not null`
    },
    {
      name: "moved",
      rows: moves(messages.filter(({ keepsPlaces }) => keepsPlaces)),
      text: (p) =>
        `update ${t.row_moving} m set part = x.part
         from json_to_recordset(${p}) as x(key text, part int8, at int8, was int8)
         where ${is("m.part", "x.was")} and m.at1 = ${instant("x.at")} and m.key = x.key::uuid`
    },
    {
      name: "stood",
      rows: replaced,
      text: (p) =>
        `select x.key::uuid as key, x.part, ${instant("x.at")} as at1, r.moving as was, r.at1 as was_at
         from json_to_recordset(${p}) as x(kind text, key text, part int8, at int8)
         join ${t.row_message} r on ${is("r.kind", "x.kind")} and r.key = x.key
         where (r.moving, r.at1) is distinct from (x.part, ${instant("x.at")})`
    },
    {
      name: "moved_otherwise",
      rows: withReplaced,
      text: () =>
        `update ${t.row_moving} m set part = x.part, at1 = x.at1 from stood x
         where ${is("m.part", "x.was")} and m.at1 = x.was_at and m.key = x.key and x.part is not null`
    },
    {
      name: "came_in",
      rows: withReplaced,
      text: () =>
        `insert into ${t.row_moving} (part, at1, key)
         select part, at1, key from stood where was is null and part is not null`
    },
    {
      name: "went_out",
      rows: withReplaced,
      text: () =>
        `delete from ${t.row_moving} m using stood x
         where ${is("m.part", "x.was")} and m.at1 = x.was_at and m.key = x.key and x.part is null`
    },
    {
      name: "left_parts",
      rows: deletes.some(isMessage) ? null : [],
      text: () =>
        `delete from ${t.row_moving} m using deleted_messages x
         where ${is("m.part", "x.moving")} and m.at1 = x.at1 and m.key = x.key::uuid`
    }
  ]
}
