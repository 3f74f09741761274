/**
 * The table of Twilio's codes as its error dictionary has them: which of them mean which failure, and what follows besides.
 */
import * as ErrorCode from "@signalbox/twilio/ErrorCode"
import { expect, it } from "vitest"

/** The codes by the failure that they mean. */
const byFailure: Readonly<Record<string, string>> = {
  provider_unavailable:
    "10001 20003 20005 20006 20008 20403 20404 20410 20503 21609 30002 30020 30021 30500 63001 63008 63009 " +
    "63010 63012",
  content_not_acceptable:
    "11751 20422 21602 21605 21617 21619 21620 21623 21624 21652 21654 21655 21656 21658 30012 30013 " +
    "30019 63005 63006 63011 63019 63021 63025 63027 63028 63029 63030 63034 63040 63041 63042",
  invalid_number: "14101 21211 21214 21217 21604 21614 21635 30005 30014",
  sender_refused:
    "14102 21212 21601 21603 21606 21607 21616 21621 21622 21659 21660 21661 21701 21703 21704 21712 21910 " +
    "30015 30016 30018 30024 30032 30033 30034 30035 30042 63002 63007 63020 63022 63026 63062",
  rate_limited: "14107 20429 21611 30001 30022 30023 30027 63017 63018 63038",
  undeliverable_by_route: "21266 21608 30006 30010 30011 63015 63016 63031 63032 63049",
  no_route_to_network: "21408 21612",
  carrier_filtered: "21610 21618 30004 30007 30038 30450 30453 63013 63014 63033",
  handset_unreachable: "30003",
  unknown: "30008 30410 63023",
  temporary_carrier_error: "30017 30036",
  recipient_not_on_channel: "63003 63024 63036"
}

it("the codes have the failure that their words mean", () => {
  const found = Object.keys(byFailure).map((failure) => [
    failure,
    ErrorCode.table.filter((row) => row.failure === failure).map(({ code }) => code).join(" ")
  ])
  expect(Object.fromEntries(found)).toEqual(byFailure)
  const count = Object.values(byFailure).join(" ").split(" ").length
  expect(ErrorCode.table.length).toBe(count)
})

it("the line or the recipient waits by some, and one says that the recipient has opted out", () => {
  const [second, minute] = [1000, 60_000]
  expect(ErrorCode.table.flatMap(({ code, consequence }) => consequence === null ? [] : [[code, consequence]])).toEqual(
    [
      [14_107, { busy: "recipient", pause: minute }],
      [20_429, { busy: "lane", pause: second }],
      [21_610, "opted out"],
      [21_611, { busy: "lane", pause: minute }],
      [30_001, { busy: "lane", pause: minute }],
      [63_017, { busy: "lane", pause: second }],
      [63_018, { busy: "lane", pause: second }],
      [63_038, { busy: "lane", pause: 15 * minute }]
    ]
  )
})

/** The codes that say the same. */
const alike: ReadonlyArray<string> = [
  "10001 20005",
  "21266 63031",
  "21601 21661",
  "21602 21619",
  "21910 30016",
  "30450 30453",
  "30500 63010",
  "63009 63012",
  "63024 63036"
]

it("the words of a code are its own, but for codes that say the same", () => {
  const byWords = new Map<string, ReadonlyArray<number>>()
  for (const { code, words } of ErrorCode.table) byWords.set(words, [...byWords.get(words) ?? [], code])
  const shared = [...byWords.values()].filter((codes) => codes.length > 1).map((codes) => codes.join(" "))
  expect(shared.toSorted()).toEqual(alike)
  const wrong = [...byWords.keys()].filter((words) =>
    !/^(?:the|a|an|too many|access|test|sender|several|variables|there|scheduling|Twilio|Meta|WhatsApp) .+[^.]$/.test(
      words
    )
  )
  expect(wrong).toEqual([])
})

it("a code that the table does not have means an unknown failure", () => {
  expect(ErrorCode.of(7)).toEqual({
    code: 7,
    words: "a code that is not in the table",
    failure: "unknown",
    consequence: null
  })
  expect([ErrorCode.isKnown(7), ErrorCode.isKnown(21_610)]).toEqual([false, true])
})
