/** The commands that read a file print what the operator answers, to the letter. */
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Parts } from "./Mocked.ts"
import * as Mocked from "./Mocked.ts"
import { changed, prints } from "./Mocked.ts"

const folder = mkdtempSync(join(tmpdir(), "signalbox-terms-"))

afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const id = Given.accountId(1)
const phone = Given.phone(1)
const nothing = file("null.json", "null")
const none = file("none.json", "\uFEFF[]")

describe("a command that sets a term of an account's own", () => {
  it.each([
    ["prices", file("prices.json", "{}"), "the prices", { rates: null, billing: null }],
    ["rules", none, "the routing rules", []],
    ["destinations", nothing, "the destinations", null],
    ["spend", nothing, "the spend caps", null],
    ["retention", nothing, "the retention", null],
    ["frequency", nothing, "the rules", null],
    ["purposes", nothing, "the purposes", null],
    ["number-pools", nothing, "the pools", null]
  ])("says that %s are those of the file", async (command, path, name, json) => {
    const parts = changed({ name: "A\nB" })
    expect(await Mocked.call(parts, command, "set", id, path)).toEqual({
      code: 0,
      out: `A B has ${name} of the file.\n`,
      err: ""
    })
    const { out } = await Mocked.call(parts, command, "set", id, path, "--json")
    expect(JSON.parse(out)).toEqual(json)
  })

  const limits = {
    requestsPerMinute: 10_000,
    dailyMessageLimit: null,
    allowMms: true,
    expiryHours: 72,
    smartEncoding: false,
    keyLastUsed: false,
    auditLogDays: null,
    pumping: null,
    webhooks: 100,
    webhookDisableMinutes: 5
  }
  const limited = Object.entries(limits).map(([name, value]) => `${name}=${value}`)
  const preferring = (answer: "Changed" | "Unchanged"): Parts => ({ prefer: () => Effect.succeed(answer) })
  const preferences = file("preferences.json", "{\"news\":\"opt_in\"}")

  it("are no preferences of an account that is not there", async () => {
    const parts: Parts = { prefer: () => Effect.succeed("UnknownAccount") }
    expect(await Mocked.call(parts, "purposes", "prefer", id, phone, preferences)).toEqual({
      code: 1,
      out: "",
      err: `There is no account ${id}.\n`
    })
  })

  prints([
    [["limits", "set", id, "webhooks=100"], changed({}), { out: limited, json: limits }],
    [["quiet-hours", "set", id, "off"], changed({ name: "A\nB" }), {
      out: ["A B has other quiet hours."],
      json: "off"
    }],
    [["purposes", "prefer", id, phone, preferences], preferring("Changed"), {
      out: [`${phone} has other preferences.`],
      json: { changed: true }
    }],
    [["purposes", "prefer", id, phone, preferences], preferring("Unchanged"), {
      out: [`${phone} had these preferences.`],
      json: { changed: false }
    }],
    [["retention", "set-all", nothing], { setServiceRetention: () => Effect.void }, {
      out: ["All accounts without one have the retention of the file."],
      json: null
    }]
  ])

  it("says which purposes the account has not, and what is wrong with the first five fields of a file", async () => {
    const unknown: Parts = { prefer: () => Effect.succeed("UnknownPurpose") }
    expect(await Mocked.call(unknown, "purposes", "prefer", id, phone, preferences)).toEqual({
      code: 2,
      out: "",
      err: `${preferences}: the account has not all of these purposes.\n`
    })
    const wrong = file("wrong.json", JSON.stringify(Array.from({ length: 7 }, () => ({ action: "deny" }))))
    const { err } = await Mocked.call({}, "rules", "set", id, wrong)
    const flaws = [0, 1, 2, 3, 4].map((at) => `[${at}].action must be one of: ALLOW, DENY`)
    expect(err).toBe(`${wrong}: ${flaws.join("; ")}\n`)
  })
})

describe("an import of suppressed numbers", () => {
  it("leaves out empty lines and remarks, and names the first twenty lines that are no numbers", async () => {
    const path = file("numbers.txt", `\uFEFF+12015550100\r  # a remark\n\n \t\r\n+12015550101 \n#x`)
    const given: Array<ReadonlyArray<string>> = []
    const refused = Array.from({ length: 22 }, (_, at) => `${at}\u001b${"9".repeat(100)}`)
    const parts: Parts = {
      importSuppressions: (_, numbers) =>
        Effect.sync(() => {
          given.push(numbers)
          return { added: 1, known: 2, refused }
        })
    }
    expect(await Mocked.call(parts, "suppressions", "import", id, path)).toEqual({
      code: 1,
      out: "1 number added, 2 known already, 22 refused.\n",
      err: [
        ...refused.slice(0, 20).map((each) =>
          `Not in the form of E.164: ${each.replace("\u001b", " ").slice(0, 80)}\n`
        ),
        "and 2 more\n"
      ].join("")
    })
    expect(given).toEqual([["+12015550100", "+12015550101 "]])
    const { err, out } = await Mocked.call(parts, "suppressions", "import", id, path, "--json")
    expect([JSON.parse(out), err]).toEqual([{ added: 1, known: 2, refused }, ""])
    const twenty: Parts = {
      importSuppressions: () => Effect.succeed({ added: 0, known: 0, refused: refused.slice(2) })
    }
    expect((await Mocked.call(twenty, "suppressions", "import", id, path)).err).not.toContain("more")
    const all: Parts = { importSuppressions: () => Effect.succeed({ added: 2, known: 0, refused: [] }) }
    expect(await Mocked.call(all, "suppressions", "import", id, path)).toEqual({
      code: 0,
      out: "2 numbers added, 0 known already, 0 refused.\n",
      err: ""
    })
  })
})
