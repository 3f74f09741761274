/** `signalbox-conformance` reads its command line, and reports the cases that it has run. */
import * as Orders from "@signalbox/testing/conformance/Orders"
import * as RuleReport from "@signalbox/testing/conformance/RuleReport"
import * as Target from "@signalbox/testing/conformance/Target"
import { describe, expect, it } from "vitest"

const base = "http://127.0.0.1:3000"

describe("the command line", () => {
  it("names an address, and keys or a control", () => {
    expect(Target.parse([`${base}/`, "--key", "mine", "--other-key", "other", "--parts", "mount,life"])).toEqual({
      name: base,
      target: { baseUrl: base, apiKey: "mine", otherApiKey: "other", callsBack: true, parts: ["mount", "life"] }
    })
    expect(Target.parse(["https://api.example.com", "--emulator", "--name", "ours", "--json", "a.json"])).toEqual({
      name: "ours",
      json: "a.json",
      target: { baseUrl: "https://api.example.com", emulator: true, callsBack: false }
    })
  })

  it.each([
    [[], "The base URL is missing, or is none."],
    [["nowhere", "--key", "mine"], "The base URL is missing, or is none."],
    [[base], "One of --key, --emulator and --control is needed."],
    [[base, "--key", "mine", "--parts", "half"], "--parts takes mount, life or both."]
  ])("%j is refused: %s", (args, problem) => {
    expect(Target.parse(args)).toBe(problem)
  })

  it("with an option that there is not is refused", () => {
    expect(Target.parse([base, "--keys", "mine"])).toContain("--keys")
  })
})

const passed = (title: string): RuleReport.Case => ({ title, state: "passed", note: "" })
const failed = (title: string): RuleReport.Case => ({ title, state: "failed", note: "expected 200 to be 201" })
const skipped = (title: string, note: string): RuleReport.Case => ({ title, state: "skipped", note })

describe("the report", () => {
  const report = RuleReport.make([
    passed("a [ENV-001, ENV-002]"),
    passed("b [ENV-002, ENV-003]"),
    failed("c [ENV-003]"),
    skipped("d [ENV-002]", "no accounts"),
    skipped("e [ENV-004]", "no accounts"),
    passed("f, of no rule"),
    passed("g [V2-003, ENV-001]")
  ])

  it("says of each rule whether it holds, by all cases that name it", () => {
    expect([...report.rules]).toEqual([
      ["ENV-001", "holds"],
      ["ENV-002", "in part"],
      ["ENV-003", "broken"],
      ["ENV-004", "left out"],
      ["V2-003", "holds"]
    ])
    expect(report.cases).toEqual({ passed: 4, failed: 1, skipped: 2 })
    expect([...report.reasons]).toEqual([["no accounts", 2]])
  })

  it("tells people what is broken, in the words of the rule, and why cases were left out", () => {
    const text = RuleReport.print(report)
    expect(text).toContain("1 rules are BROKEN:\n  ENV-003")
    expect(text).toContain("ENV-003  All properties of resources and of the envelope are named in snake_case")
    expect(text).toContain("> expected 200 to be 201")
    expect(text).toContain("2 x no accounts")
    expect(text).toContain("4 cases passed, 1 failed, 2 left out.")
  })

  it("conforms when something passed and nothing failed", () => {
    expect(RuleReport.conforms(report)).toBe(false)
    expect(RuleReport.conforms(RuleReport.make([passed("a [ENV-001]"), skipped("b", "why")]))).toBe(true)
    expect(RuleReport.conforms(RuleReport.make([skipped("b", "why")]))).toBe(false)
    expect(RuleReport.conforms(RuleReport.make([]))).toBe(false)
  })
})

describe("orders", () => {
  const cast = {
    apiKey: "a",
    otherApiKey: "b",
    profileId: "c",
    siblingProfileId: "d",
    profileApiKey: "e"
  }

  it("reach the powers that a server has, and only those", async () => {
    const users: Array<unknown> = []
    const { stop, url } = await Orders.serve({
      addUser: (account, user) => {
        users.push([account, user])
        return Promise.resolve("an id")
      },
      script: () => Promise.reject(new Error("no such handset"))
    }, () => Promise.resolve(cast))
    try {
      const remote = await Orders.remote(url)
      expect(Object.keys(remote.powers).toSorted()).toEqual(["addUser", "script"])
      expect(await remote.cast()).toEqual(cast)
      const user = { email: "ada@example.com", role: "admin", status: "active" } as const
      expect(await remote.powers.addUser!("account", user)).toBe("an id")
      expect(users).toEqual([["account", user]])
      await expect(remote.powers.script!("+12015550100", [])).rejects.toThrow("no such handset")
    } finally {
      await stop()
    }
  })
})
