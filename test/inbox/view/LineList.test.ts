/**
 * The line of a message as it is drawn: a mark for each kind of station and branch, the rail in the colour of what follows,
 * and the time since the stop before.
 */
import { lineList } from "@signalbox/inbox/internal/view/lineList"
import type { Branch, Element, Station } from "@signalbox/inbox/Line"
import { afterEach, expect, it } from "vitest"
import * as Shown from "./Shown.ts"

afterEach(Shown.forget)

const station = (more: Partial<Station> = {}): Station => ({
  kind: "station",
  title: "SENT",
  notes: [],
  activities: [],
  at: Shown.wall(11, 30),
  after: 2000,
  lamp: "go",
  mark: "plain",
  ...more
})

const branch = (more: Partial<Branch> = {}): Branch => ({
  kind: "branch",
  title: "RCS",
  notes: [],
  activities: [],
  at: null,
  after: null,
  outcome: "refused",
  ...more
})

const draw = async (...elements: ReadonlyArray<Element>) => {
  const page = await Shown.view(() => lineList(elements))
  const drawn = page.document.querySelectorAll("li").map((row) => {
    const rail = row.querySelectorAll(".rail")[0]?.attributes.get("class") ?? null
    const marks = row.querySelectorAll("svg").flatMap((svg) => svg.within()).map(({ attributes, localName }) =>
      [localName, ...["class", "cx", "cy", "r", "d", "stroke-dasharray"].flatMap((name) => attributes.get(name) ?? [])]
        .join(" ")
    )
    return { kind: row.attributes.get("class"), rail, marks, told: Shown.sketch(row) }
  })
  const spoken = page.document.querySelectorAll(".hidden").map(({ textContent }) => textContent)
  await page.close()
  return { drawn, spoken }
}

it.each<readonly [Station["mark"], ReadonlyArray<string>]>([
  ["plain", ["circle go-line 24 12 7"]],
  ["terminus", ["circle end go-line 24 12 8"]],
  ["siding", ["path t go-line M48 4V12C48 24 24 20 24 34", "path t go-line M40 3H56", "circle go-line 48 12 6"]],
  ["signal", ["circle go-line 24 12 7", "path t go-line M48 26V14", "circle end go-line 48 9 5"]],
  ["loop", ["path t wait-line M24 2C54 -6 54 26 30 14", "circle go-line 24 12 7"]]
])("a station that is %s has its own mark", async (mark, marks) => {
  const { drawn } = await draw(station({ mark }))
  expect(drawn.map((each) => each.marks)).toStrictEqual([marks])
})

it("a branch ends at a buffer stop where it was refused, and is a stub where it was not tried", async () => {
  const { drawn } = await draw(branch(), branch({ outcome: "not tried" }), station())
  expect(drawn.map(({ marks }) => marks)).toStrictEqual([
    ["path t stop-line M24 -6C24 10 52 2 52 14V20", "path t stop-line M43 24H61"],
    ["path t none-line M24 -6C24 10 52 2 52 14V19 1 9", "path t none-line M43 24H61"],
    ["circle go-line 24 12 7"]
  ])
})

it("has a rail in the colour of the next station, which begins and ends with the line", async () => {
  const { drawn, spoken } = await draw(
    station({ title: "QUEUED", lamp: "wait", notes: ["accepted", ""], after: 0 }),
    branch({ notes: ["refused: it is not there"], at: Shown.wall(11, 31), after: 60_000 }),
    station({ title: "SENT", lamp: "info", after: null, at: Shown.wall(11, 32) }),
    branch({ title: "MMS", outcome: "not tried" })
  )
  expect(drawn.map(({ kind, rail, told }) => [kind, rail, ...told])).toStrictEqual([
    ["station", "rail info first", "QUEUED", "accepted", "11:30:00.000"],
    ["branch", "rail info", "RCS", "refused: it is not there", "+60 s"],
    ["station", null, "SENT", "11:32:00.000"],
    ["branch", "rail go last", "MMS"]
  ])
  expect(spoken).toHaveLength(4)
  const alone = await draw(station({ lamp: "stop" }))
  expect(alone.drawn.map(({ rail }) => rail)).toStrictEqual(["rail stop first last"])
})
