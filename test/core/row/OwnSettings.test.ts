/** Settings of an account that are taken away by null. */
import { names, withoutNull } from "@signalbox/core/internal/row/OwnSettings"
import { expect, it } from "vitest"

it("a setting that is null goes, and every other value stays as it is", () => {
  const retention = { messages: 3 }
  expect(withoutNull({ retention, spend: null, other: null, more: 1 })).toStrictEqual({
    retention,
    other: null,
    more: 1
  })
  expect(withoutNull({})).toStrictEqual({})
  for (const name of names) expect(withoutNull({ [name]: null })).toStrictEqual({})
})
