/** The help is read by people and by the site: each word of it is what somebody has decided. */
import { commands } from "@signalbox/command/Commands"
import { expect, it } from "vitest"
import * as Mocked from "./Mocked.ts"

const mark = "\nOptions:\n"

it("is told in these words: of all commands, of each group, and of each command", async () => {
  const groups = [...new Set(commands.map(({ path }) => path[0]!))]
  const asked = [[], ...groups.map((group) => [group]), ...commands.map(({ path }) => path)]
  const [told, seen] = [new Array<string>(), new Set<string>()]
  for (const path of new Set(asked.map((each) => each.join(" ")))) {
    const call = [...path.split(" ").filter((word) => word !== ""), "--help"]
    const { code, err, out } = await Mocked.call({}, ...call)
    expect([code, err]).toEqual([0, ""])
    const [before = "", after = ""] = out.split(mark)
    const lines = after.split("\n").filter((line) => line !== "")
    // Most commands take the same options, which are shown in full where they come first.
    const known = lines.filter((line) => seen.has(line.replaceAll(/ +/g, " ")))
    for (const line of lines) seen.add(line.replaceAll(/ +/g, " "))
    told.push(
      `$ signalbox ${call.join(" ")}`,
      lines.length === 0 ? before : `${before}${mark}`.trimEnd(),
      ...lines.filter((line) => !known.includes(line)),
      ...(known.length === 0 ? [] : [`  [${known.map((line) => line.trim().split(" ")[0]).join(" ")}]`]),
      ""
    )
  }
  await expect(told.join("\n")).toMatchFileSnapshot("help.txt")
})
