/**
 * Tests hold docs/architecture.md to its lists of adding something: each has as many places as its title says, and the
 * thing that it shows is named nowhere else in the product.
 */
import { posix } from "node:path"
import { describe, expect, it } from "vitest"
import * as Markdown from "./Markdown.ts"
import { files, read } from "./Tree.ts"

const page = "docs/architecture.md"

interface Path {
  readonly title: string
  readonly places: number
  readonly text: string
}

const numbers = ["no", "one", "two", "three", "four", "five", "six"]

const paths: ReadonlyArray<Path> = read(page).split(/^### /m).flatMap((text) => {
  const [, title, number = ""] = /^(.*): (\w+) places?\n/.exec(text) ?? []
  return title === undefined ? [] : [{ title, places: numbers.indexOf(number), text }]
})

/** The files to which the numbered places of a path lead. */
const linked = ({ text }: Path): ReadonlyArray<string> =>
  Markdown.links(text.slice(text.indexOf("\n1. "))).map(({ target }) => posix.join("docs", target.split("#")[0]!))

/** The files that people write by hand: the facade's types and the recorded examples are made. */
const product = files.filter((path) =>
  (/^(packages|adapters)\/[^/]+\/src\/.*\.ts$/.test(path) || path.startsWith("test/openapi/examples/")) &&
  !path.startsWith("packages/signalbox/src/calls/")
)

/** These names tell a file that is about the thing that a path shows. */
const shown: Readonly<Record<string, RegExp>> = {
  "An operation of the operator": /\b[Dd]iscardDeadLetter\b/,
  "An endpoint": /\bLookUpNumber\b|"numbers\.lookup"/,
  "A kind of work": /\bErasure(Work|Job)\b|"consent_erasure"/
}

describe("the paths of whoever adds something", () => {
  it("are those of an endpoint, an operation of the operator, a kind of work, a store, a carrier and a rule", () => {
    expect(paths.map(({ title }) => title)).toEqual([
      "An endpoint",
      "An operation of the operator",
      "A kind of work",
      "A store",
      "A carrier",
      "A rule"
    ])
  })

  it.each(paths)("$title: has as many places as its title says, each with a file", (path) => {
    const steps = path.text.split(/^\d+\. /m).slice(1)
    expect(steps).toHaveLength(path.places)
    for (const step of steps) expect(Markdown.links(step)).not.toEqual([])
  })

  it.each(paths.filter(({ title }) => title in shown))(
    "$title: leads to all places that name what it shows",
    (path) => {
      const naming = product.filter((file) => shown[path.title]!.test(read(file)))
      expect(naming.length).toBeGreaterThan(2)
      expect(naming.filter((file) => !linked(path).includes(file))).toEqual([])
    }
  )

  it("lead to a test that holds the rule, and to its sentence", () => {
    const rule = paths.find(({ title }) => title === "A rule")!
    const id = /\b[A-Z]{3}-\d{3}\b/.exec(rule.text)![0]
    expect(linked(rule).filter((path) => path.endsWith(".test.ts") && read(path).includes(id))).toHaveLength(1)
    expect(linked(rule).filter((path) => path.endsWith(".jsonl") && read(path).includes(`"${id}"`))).toHaveLength(1)
  })
})
