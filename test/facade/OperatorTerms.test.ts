/**
 * The terms of an account are asked for and told whole, and a call may name as much as is promised: the last page, number and
 * character.
 */
import type { CellName } from "@signalbox/core/CellName"
import { make as money } from "@signalbox/core/Money"
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import * as Given from "../core/Given.ts"
import type { Case, Parts } from "./Operated.ts"
import { answers, cursor, dated, day, id, later, none, place, shouted, unknown, wrong } from "./Operated.ts"

const organization = Given.accountId(20)
const us = "us" as CellName

describe("a call about the terms of an account", () => {
  const profile = Given.account({ id, organization, type: "profile" })
  /** The account is a profile, and each has its own. */
  const both = (own: object, above: object): Parts => ({
    find: (each) => Effect.succeed(each === id ? { ...profile, ...own } : Given.account({ id: each, ...above }))
  })
  const changed: Parts = { change: () => Effect.succeed(Given.account({ id })) }
  const set = (
    group: "frequency" | "purposes" | "numberPools" | "destinations" | "spend" | "retention",
    value: unknown,
    kept: unknown = value
  ): ReadonlyArray<Case> => [
    [
      `sets its ${group}`,
      changed,
      ({ operator }) => (operator[group].set as (...given: ReadonlyArray<unknown>) => Promise<unknown>)(shouted, value),
      undefined,
      [["change", id, { [group]: kept }]]
    ],
    [
      `takes its ${group} away`,
      changed,
      ({ operator }) => operator[group].set(shouted, null),
      undefined,
      [["change", id, { [group]: null }]]
    ],
    [
      `sets the ${group} of nobody`,
      { change: () => Effect.succeed(null) },
      ({ operator }) => operator[group].set(shouted, null),
      unknown
    ]
  ]
  const frequency = [{ per: "day", most: 2 }] as const
  const purposes = [{ name: "news" }] as const
  const pools = [{ channel: "sms", country: "US" }] as const
  const asked = [["find", id], ["find", organization]] as const

  answers([
    ...set("frequency", frequency),
    ...set("purposes", purposes),
    ...set("numberPools", pools),
    ...set("destinations", { allow: ["CH"] }),
    ...set("retention", { messages: 30 }),
    ...set("spend", { day: "1.5" }, expect.objectContaining({ day: 15_000 })),
    [
      "tells how often it writes, by rules of its own",
      both({ frequency }, { frequency: [] }),
      ({ operator }) => operator.frequency.get(shouted),
      frequency,
      asked
    ],
    ["tells of no rules of its own", both({}, { frequency }), ({ operator }) => operator.frequency.get(shouted), null],
    ["tells its purposes", both({ purposes }, {}), ({ operator }) => operator.purposes.get(shouted), purposes],
    ["tells its pools", both({ numberPools: pools }, {}), ({ operator }) => operator.numberPools.get(shouted), pools],
    [
      "tells its destinations beside those of its organization",
      both({ destinations: { allow: ["CH"] } }, { destinations: { forbid: ["+41"] } }),
      ({ operator }) => operator.destinations.get(shouted),
      { own: { allow: ["CH"] }, organization: { forbid: ["+41"] } },
      asked
    ],
    [
      "tells its retention beside that of its organization",
      both({ retention: { messages: 1 } }, {}),
      ({ operator }) => operator.retention.get(shouted),
      { own: { messages: 1 }, organization: null },
      asked
    ],
    ["tells the retention of nobody", none, ({ operator }) => operator.retention.get(shouted), unknown],
    [
      "tells how much of its caps is used up",
      {
        usedCaps: () =>
          Effect.succeed([{
            account: organization,
            region: "CH",
            period: "day",
            startsOn: "2030-01-15",
            cap: money(20_000),
            spent: money(12_345),
            isWarned: true
          }])
      },
      ({ operator }) => operator.spend.used(shouted),
      [{
        account: organization,
        region: "CH",
        period: "day",
        startsOn: "2030-01-15",
        cap: "2.0000",
        spent: "1.2345",
        warned: true
      }],
      [["usedCaps", id]]
    ],
    [
      "sets its limits, and tells all of them",
      { change: () => Effect.succeed(Given.account({ id, webhooks: 3 })) },
      ({ operator }) => operator.limits.set(shouted, { webhooks: 3, dailyMessageLimit: null }),
      expect.objectContaining({ webhooks: 3, requestsPerMinute: 10_000, dailyMessageLimit: null, expiryHours: 72 }),
      [["change", id, { webhooks: 3, dailyMessageLimit: null }]]
    ],
    [
      "tells its rules with their dates",
      {
        find: () =>
          Effect.succeed(Given.account({
            rules: [{
              carrier: Given.carrierId("acme"),
              channel: "sms",
              country: null,
              fallback: true,
              priority: 7,
              action: "DENY",
              expiresAt: later(day)
            }]
          }))
      },
      ({ operator }) => operator.rules.get(shouted),
      [{ carrier: "acme", channel: "sms", fallback: true, priority: 7, action: "DENY", expiresAt: dated(day) }],
      [["find", id]]
    ],
    [
      "sets its quiet hours",
      changed,
      ({ operator }) => operator.quietHours.set(shouted, { windows: { US: { start: "21:00", end: "08:00" } } }),
      undefined,
      [["change", id, { quietHours: { windows: { US: { start: "21:00", end: "08:00" } }, exempt: [] } }]]
    ]
  ])
})

describe("a call that names as much as it may", () => {
  const numbers = Array.from({ length: 10_000 }, () => Given.phone(1))

  answers([
    [
      "lists a thousand accounts behind the longest cursor",
      { accounts: () => Effect.succeed({ accounts: [], total: 0, after: null }) },
      ({ operator }) => operator.accounts.list({ limit: 1000, after: `-${"9".repeat(16)}.${"k".repeat(600)}` }),
      { accounts: [], total: 0, after: null },
      [["accounts", { at: -Number("9".repeat(16)), key: "k".repeat(600) }, 1000]]
    ],
    ...[`1.${"k".repeat(601)}`, `${"1".repeat(17)}.k`, "--1.k", ".k"].map((after): Case => [
      `lists none behind ${after.slice(0, 20)}`,
      {},
      ({ operator }) => operator.accounts.list({ after }),
      wrong("accounts.list", "page.after must be the `after` of the page before")
    ]),
    [
      "adds ten thousand suppressions",
      { importSuppressions: () => Effect.succeed({ added: 1, known: 9999, refused: [] }) },
      ({ operator }) => operator.suppressions.add(shouted, numbers),
      { added: 1, known: 9999, refused: [] },
      [["importSuppressions", id, numbers]]
    ],
    [
      "lets a carrier go on whose name has 255 characters",
      { lift: () => Effect.succeed("Changed") },
      ({ operator }) => operator.carriers.resume("a".repeat(255)),
      true,
      [["lift", { carrier: "a".repeat(255) }]]
    ],
    [
      "makes a part of the directory anew, and tells where to go on",
      {
        rebuildDirectory: () =>
          Effect.succeed({ looked: 7, entered: 3, contested: [], away: [], after: { cell: us, behind: place } })
      },
      ({ operator }) => operator.directory.rebuild({ after: `eu/${cursor}`, limit: 1000 }),
      { looked: 7, entered: 3, contested: [], away: [], after: `us/${cursor}` },
      [["rebuildDirectory", { cell: "eu", behind: place }, 1000]]
    ],
    [
      "begins the directory anew, a hundred accounts in each part",
      {
        rebuildDirectory: () =>
          Effect.succeed({ looked: 7, entered: 3, contested: [], away: [], after: { cell: us, behind: null } })
      },
      ({ operator }) => operator.directory.rebuild(),
      { looked: 7, entered: 3, contested: [], away: [], after: "us/" },
      [["rebuildDirectory", null, 100]]
    ],
    [
      "goes on with the directory where a cell begins",
      { rebuildDirectory: () => Effect.succeed({ looked: 0, entered: 0, contested: [], away: [], after: null }) },
      ({ operator }) => operator.directory.rebuild({ after: "us/", limit: 1 }),
      { looked: 0, entered: 0, contested: [], away: [], after: null },
      [["rebuildDirectory", { cell: "us", behind: null }, 1]]
    ],
    ...["us", "US/", "us/x", `/${cursor}`].map((after): Case => [
      `makes nothing anew behind ${after}`,
      {},
      ({ operator }) => operator.directory.rebuild({ after }),
      wrong("directory.rebuild", "options.after must be the `after` of the call before")
    ])
  ])
})
