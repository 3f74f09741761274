/**
 * Residences of accounts in cells.
 */
import type { CellName } from "@signalbox/core/CellName"
import type { AccountId } from "@signalbox/core/Id"
import type { Value } from "@signalbox/core/Row"
import * as fc from "fast-check"
import { uuid } from "../Values.ts"

const cellName = fc.constantFrom("eu", "us", "a", "cell_1-x") as fc.Arbitrary<string> as fc.Arbitrary<CellName>

const place = fc.option(fc.string({ unit: "grapheme", maxLength: 40 }))

type Arriving = Extract<Value<"residence">["state"], { readonly _tag: "Arriving" }>

const progress: fc.Arbitrary<NonNullable<Arriving["progress"]>> = fc.oneof(
  fc.record({ _tag: fc.constant("Copying" as const), place, pages: fc.nat() }),
  fc.constant({ _tag: "Copied" as const }),
  fc.record({ _tag: fc.constant("Undoing" as const), place })
)

export const residence: fc.Arbitrary<Value<"residence">> = fc.record({
  account: uuid<AccountId>(),
  state: fc.oneof(
    fc.constant({ _tag: "Here" as const }),
    fc.record({ _tag: fc.constant("Leaving" as const), to: cellName }),
    fc.record({ _tag: fc.constant("Gone" as const), to: cellName, isCleared: fc.boolean() }),
    fc.record({ _tag: fc.constant("Arriving" as const), from: cellName }),
    fc.record({ _tag: fc.constant("Arriving" as const), from: cellName, progress })
  )
})
