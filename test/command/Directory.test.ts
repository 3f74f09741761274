/** The directory of cells on the command line. */
import * as Program from "@signalbox/command/Program"
import type { CellName } from "@signalbox/core/CellName"
import type { AccountId } from "@signalbox/core/Id"
import type { Contested, DirectoryPlace, RebuiltPart } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const cell = (name: string) => name as CellName

const account: AccountId = Given.accountId(1)

const contested: Contested = {
  kind: "number",
  name: "+12015559001",
  account,
  cell: cell("eu"),
  leadsTo: cell("us"),
  why: "both"
}

/** Calls the command on an operator that answers with these parts, and returns what it asked for besides. */
const call = async (parts: ReadonlyArray<Omit<RebuiltPart, "after">> | null, ...more: ReadonlyArray<string>) => {
  const asked: Array<DirectoryPlace | null> = []
  const rebuildDirectory: Operator["Service"]["rebuildDirectory"] = (after) =>
    Effect.sync(() => {
      const part = parts?.[asked.push(after) - 1]
      const next = { cell: cell("us"), behind: { at: Given.now, key: String(asked.length) } }
      return part === undefined ? null : { ...part, after: asked.length === parts?.length ? null : next }
    })
  const operator = Layer.mock(Operator, { rebuildDirectory })
  const told = { out: "", err: "" }
  const to = (where: "out" | "err") => (text: string) => Effect.sync(() => void (told[where] += `${text}\n`))
  const output = { out: to("out"), err: to("err") }
  const code = await Effect.runPromise(
    Program.run(["directory", "rebuild", ...more], output, () => Result.succeed(operator))
  )
  return { code, asked, ...told }
}

const part = { looked: 500, entered: 3, contested: [], away: [] }

describe("signalbox directory rebuild", () => {
  it("goes on to the end, and says what it has come to", async () => {
    const { asked, ...told } = await call([part, { ...part, looked: 1, entered: 1 }])
    expect(told).toEqual({ code: 0, out: "4 entries made, of 501 accounts.\n", err: "" })
    expect(asked).toEqual([null, { cell: "us", behind: { at: Given.now, key: "1" } }])
  })

  it("lists what is contested and who is away, and has then not done all", async () => {
    const parts = [{ ...part, contested: [contested], away: [cell("us")] }]
    expect(await call(parts)).toMatchObject({
      code: 1,
      out: [
        "3 entries made, of 500 accounts.",
        `KIND    NAME          ACCOUNT${" ".repeat(account.length - 7)}  CELL  LEADS TO  WHY`,
        `number  +12015559001  ${account}  eu    us        both cells have it`,
        ""
      ].join("\n"),
      err: "Away: us. Call it again when they are back.\n"
    })
    const { code, out } = await call(parts, "--json")
    const { leadsTo, ...each } = contested
    expect([code, JSON.parse(out)]).toEqual([1, {
      looked: 500,
      entered: 3,
      contested: [{ ...each, leads_to: leadsTo }],
      contested_total: 1,
      away: ["us"]
    }])
  })

  it("shows a thousand of what is contested, and counts the others", async () => {
    const many = { ...part, contested: Array.from({ length: 700 }, () => contested) }
    const { err, out } = await call([many, many])
    expect(out.split("\n")).toHaveLength(1003)
    expect(err).toBe("400 more are contested.\n")
  })

  it("says that a single database has none", async () => {
    expect(await call(null)).toMatchObject({
      code: 2,
      out: "",
      err: "A single database has no directory: name the cells with --cells.\n"
    })
  })
})
