/**
 * The carriers and lanes that the operator has paused or drained, and the carriers that are unwell. All of them are one
 * row, because whatever is dispatched or handed over looks at it, and most of the time there is nothing in it.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../value/Instant.ts"
import { CarrierMark, CarrierPin } from "./CarrierMark.ts"
import * as Kind from "./Kind.ts"

/** `paused`: nothing is taken from it. `drained`: nothing new goes there, and what waits is still done. */
export const Mode = Schema.Literals(["paused", "drained"])
export type Mode = typeof Mode.Type

export const Restriction = Schema.Struct({
  /** A lane, or a group of lanes: those of one carrier. */
  on: Schema.TemplateLiteral([Schema.String, ":", Schema.String]),
  mode: Mode,
  since: Instant
})
export type Restriction = typeof Restriction.Type

const Restrictions = Schema.Struct({
  all: Schema.Array(Restriction),
  /** Carriers whose weight has fallen. Absent: none. */
  marks: Schema.optionalKey(Schema.Array(CarrierMark)),
  /** The weights that the operator has set. Absent: none. */
  pins: Schema.optionalKey(Schema.Array(CarrierPin))
})
export type Restrictions = typeof Restrictions.Type

export const none: Restrictions = { all: [] }

/** The key of the one row. */
export const restrictionsKey = "all"

export const RestrictionRows = Kind.make({
  name: "restrictions",
  schema: Restrictions,
  key: () => restrictionsKey
})
