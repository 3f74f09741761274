/**
 * Everything that a store keeps has an answer to the question of what ends it (decisions 19.1).
 */
import * as Lifetimes from "@signalbox/core/internal/retention/Lifetimes"
import { kinds } from "@signalbox/core/Row"
import * as Terms from "@signalbox/core/Terms"
import { make } from "@signalbox/postgres/internal/statement/tables"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"

const sorted = (texts: Iterable<string>) => [...texts].toSorted()

it("each kind of row has a lifetime, and nothing else has one [XRE-001]", () => {
  expect(sorted(Object.keys(Lifetimes.rows))).toEqual(sorted(Object.keys(kinds)))
})

it("each table of a database is about rows, or has a lifetime of its own [XRE-001]", () => {
  const known: Readonly<Record<string, ReadonlyArray<string>>> = {
    balance: ["sum"],
    "key of a debit": ["sum_entry"],
    "counter and its keys": ["sum", "sum_entry"],
    "sum of usage": ["usage"],
    "Idempotency-Key and reply": ["claim"],
    work: ["work", "lapsing"],
    lane: ["lane_ready", "pause"],
    node: ["node"],
    "rate window, pace and lockout": ["lockout", "rate_fixed", "rate_share", "rate_taken", "pace_share"],
    document: ["document"],
    "total of a list": ["list_count"]
  }
  expect(sorted(Object.keys(Lifetimes.others))).toEqual(sorted(Object.keys(known)))
  // What is derived from rows goes with them, and the last two are the database's own.
  const derived = [
    "rows",
    "message",
    "message_state",
    "event",
    "delivery",
    "other_key",
    "subscription",
    "sequence",
    "migration"
  ]
  const { isVacant: _, lock: __, next: ___, schema: ____, ...tables } = make("signalbox")
  expect(sorted(new Set([...derived, ...Object.values(known).flat()]))).toEqual(sorted(Object.keys(tables)))
})

it("each setting that removes something is the end of something [XRE-002]", () => {
  const used = [...Object.values(Lifetimes.rows), ...Object.values(Lifetimes.others)]
    .flatMap((each) => each.ends === "retention" ? [each.by] : [])
  const settings = Object.keys(Terms.Retention.fields)
    .filter((name) => !["texts", "media", "numbers", "webhookBodies"].includes(name))
  expect(sorted(new Set(used))).toEqual(sorted(settings))
})

it("the decisions say the same of each kind, in its words [XRE-001]", () => {
  const text = readFileSync(new URL("../../../docs/decisions/19-retention.md", import.meta.url), "utf8")
  const table = new Map(
    [...text.matchAll(/^\| `?([^`|]+?)`? +\| (.+?) +\| (.+?) +\|$/gm)].map(([, name = "", ends = "", says = ""]) =>
      [name, `${ends}: ${says}`] as const
    )
  )
  const written = Object.entries({ ...Lifetimes.rows, ...Lifetimes.others })
  for (const [name, each] of written) {
    const ends = each.ends === "retention" ? `\`${each.by}\`` : each.ends
    expect([name, table.get(name)]).toEqual([name, `${ends}: ${each.says}`])
  }
})
