import { describe, expect, it } from "vitest"
import * as Run from "./Run.ts"

const report = (...assertionResults: ReadonlyArray<object>): string =>
  JSON.stringify({ success: true, testResults: [{ name: "/home/me/it/test/a.test.ts", assertionResults }] })

const result = (status: string, title: string, ...ancestorTitles: ReadonlyArray<string>) => ({
  status,
  title,
  ancestorTitles,
  duration: 1
})

describe("a report", () => {
  it("tells of each test that names rules whether it passed", () => {
    const read = Run.read(
      report(
        result("passed", "are none [BTN-003]", "buttons [BTN-001]", "on SMS"),
        result("failed", "are four [BTN-002]"),
        result("passed", "are blue", "buttons")
      ),
      "/home/me/it"
    )
    expect(read).toEqual([
      { file: "test/a.test.ts", title: "buttons: on SMS: are none", rules: ["BTN-001", "BTN-003"], state: "passed" },
      { file: "test/a.test.ts", title: "are four", rules: ["BTN-002"], state: "failed" }
    ])
  })

  it.each(["skipped", "pending", "todo", "disabled"])("proves nothing by tests that are %s", (status) => {
    expect(Run.read(report(result(status, "are none [BTN-003]")), "/home/me/it")).toEqual([])
  })

  it("is refused if it is none", () => {
    expect(() => Run.read(`{"testResults":[{}]}`, "/")).toThrow()
  })
})
