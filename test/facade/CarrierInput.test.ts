/**
 * Receipts as the host's carriers tell them.
 */
import type { CarrierId } from "@signalbox/core/Id"
import * as Result from "effect/Result"
import * as CarrierInput from "signalbox/internal/carrierInput"
import { expect, it } from "vitest"

const given = { reference: "a", status: "failed", failure: "handset_unreachable" }

it.each([
  [{ code: "7", text: "gone" }, { code: "7", text: "gone" }],
  [{ code: "7" }, { code: "7", text: "" }],
  [{ text: "gone" }, { code: "", text: "gone" }],
  [{}, undefined]
])("a receipt with %j tells the carrier's own words so: %j", (words, detail) => {
  const read = CarrierInput.receipt("acme" as CarrierId, { ...given, ...words })
  expect(Result.isSuccess(read) ? [read.success.detail, "detail" in read.success] : read)
    .toEqual([detail, detail !== undefined])
})
