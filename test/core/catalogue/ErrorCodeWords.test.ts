/**
 * The words of all catalogues: clients branch on codes, and people read the sentence beside each. Whoever changes one sees
 * here what will be read. `npm test -- test/core/catalogue/ErrorCodeWords -u` writes them down anew.
 */
import { ChannelOutcome } from "@signalbox/core/ChannelOutcome"
import * as ErrorCode from "@signalbox/core/ErrorCode"
import * as ChannelCode from "@signalbox/core/internal/catalogue/ChannelCode"
import * as DropReason from "@signalbox/core/internal/catalogue/DropReason"
import * as PublishedPace from "@signalbox/core/internal/catalogue/PublishedPace"
import * as KeyScope from "@signalbox/core/KeyScope"
import * as OutcomeCode from "@signalbox/core/OutcomeCode"
import { expect, it } from "vitest"

it("each code has its sentence, and no other one's", async () => {
  const told = [
    ...ErrorCode.codes.map((code) => [code, ErrorCode.status(code), ErrorCode.meaning(code)]),
    ...OutcomeCode.OutcomeCode.literals.map((code) => [code, OutcomeCode.endedAs(code), OutcomeCode.reason(code)]),
    ...ChannelCode.ChannelCode.literals.map((code) => [code, ChannelCode.status(code), ChannelCode.meaning(code)]),
    ...DropReason.DropReason.literals.map((reason) => [reason, "dropped", DropReason.sentence(reason)]),
    ...KeyScope.KeyScope.literals.map((scope) => [scope, "scope", KeyScope.meanings[scope]])
  ]
  const sentences = told.map(([, , sentence]) => sentence)
  expect(sentences.every((sentence) => typeof sentence === "string" && sentence.length > 5)).toBe(true)
  await expect(`${told.map((line) => line.join("  ")).join("\n")}\n`).toMatchFileSnapshot("words.txt")
})

it("a channel is reported to have come to one of seven ends", () => {
  // Decisions 4.3.
  expect(ChannelOutcome.literals).toStrictEqual([
    "approve",
    "activate",
    "request_changes",
    "reject",
    "deactivate",
    "lack_account",
    "lack_number"
  ])
})

it("networks take so much from each kind of sender, and from letters nobody knows how much", () => {
  // Decisions 18.6.
  const paces = (sender: string) =>
    ["US", "CA", "DE"].map((country) =>
      (["sms", "mms", "whatsapp", "rcs"] as const).map((channel) => PublishedPace.of(sender, country, channel))
    )
  const [none, unknown] = [[null, null, null, null], [null, null]]
  expect(paces("+12015550123")).toStrictEqual([[1, 1, ...unknown], [1, 1, ...unknown], none])
  expect(paces("+18005550123")).toStrictEqual([[3, 3, ...unknown], [3, 3, ...unknown], none])
  for (const code of ["123", "12345678"]) {
    expect(paces(code)).toStrictEqual([[100, 40, ...unknown], [100, 40, ...unknown], none])
  }
  for (const other of ["ACME", "12", "123456789", "", "12a"]) expect(paces(other)).toStrictEqual([none, none, none])
  expect(PublishedPace.kinds).toStrictEqual(["long code", "toll-free", "short code"])
})
