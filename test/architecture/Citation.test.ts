/**
 * The reader of citations: which forms it knows, and where a citation ends.
 */
import { describe, expect, it } from "vitest"
import * as Citation from "./Citation.ts"

const shown = (text: string): ReadonlyArray<string> => Citation.all(text).map(Citation.show)

describe("citations of decisions", () => {
  it.each<readonly [text: string, cited: ReadonlyArray<string>]>([
    ["(decisions 9.4).", ["decisions 9.4"]],
    ["as decisions 8.3. Then", ["decisions 8.3"]],
    ["Decisions 4.1 \"Senders\".", ["decisions 4.1 \"Senders\""]],
    ["decisions part 6", ["decisions part 6"]],
    ["decisions 7", ["decisions part 7"]],
    ["decisions parts 1 and 6", ["decisions part 1", "decisions part 6"]],
    ["decisions part 1, steps 7 and 9", ["decisions part 1"]],
    ["decisions part 1 \"Health endpoints\"", ["decisions part 1 \"Health endpoints\""]],
    ["decisions 3.1 and 5.5", ["decisions 3.1", "decisions 5.5"]],
    ["decisions 4.3, 5.6)", ["decisions 4.3", "decisions 5.6"]],
    ["decisions 9.1 and 9.2, part 6)", ["decisions 9.1", "decisions 9.2", "decisions part 6"]],
    ["decisions 3, 4, 6 and 9", ["decisions part 3", "decisions part 4", "decisions part 6", "decisions part 9"]],
    ["decisions 5.1 and 5.2 \"Cancel\"", ["decisions 5.1", "decisions 5.2 \"Cancel\""]],
    ["decisions 3.2 \"When charged\", 4.1, 7.2", ["decisions 3.2 \"When charged\"", "decisions 4.1", "decisions 7.2"]],
    ["decisions 4.1 \"Routing\", \"Senders\"", ["decisions 4.1 \"Routing\"", "decisions 4.1 \"Senders\""]],
    ["decisions 4.1 \"Hand-over\" to \"Expiry\"", ["decisions 4.1 \"Hand-over\"", "decisions 4.1 \"Expiry\""]],
    ["decisions 8.3, BUSINESS_020", ["decisions 8.3"]],
    ["a set of 512 decisions", []],
    ["decisions of 9.4", []]
  ])("%s", (text, cited) => {
    expect(shown(text)).toEqual(cited)
  })

  it("run over the line ends of comments, and say where they begin", () => {
    const text = [
      "/**",
      " * A message waits for others (decisions",
      " * 4.1 \"Waiting in",
      " * line\").",
      " */",
      "  // It never ends before (specification \"Message",
      "  // statuses\", decisions part",
      "  // 2)."
    ].join("\n")
    expect(Citation.all(text)).toEqual([
      { _tag: "Decision", number: "4.1", title: "Waiting in line", line: 2 },
      { _tag: "Specification", title: "Message statuses", line: 6 },
      { _tag: "Decision", number: "2", title: null, line: 7 }
    ])
  })

  it("end with their text in a program", () => {
    expect(shown("it(\"of decisions 7.1\", () => f(\"Senders\"))")).toEqual(["decisions 7.1"])
  })

  it("end with their comment", () => {
    expect(shown("/** See decisions 9.4 */\n\"Senders\"")).toEqual(["decisions 9.4"])
    expect(shown("/**\n * See decisions 9.4\n */\n5.1")).toEqual(["decisions 9.4"])
  })
})

describe("citations of the specification", () => {
  it.each<readonly [text: string, cited: ReadonlyArray<string>]>([
    ["(specification \"Sender profiles\", \"Events\")", [
      "specification \"Sender profiles\"",
      "specification \"Events\""
    ]],
    ["The specification, \"Message statuses\".", ["specification \"Message statuses\""]],
    ["of the specification (\"Limits\")", ["specification \"Limits\""]],
    ["(specification \"Errors\", decisions 8.1)", ["decisions 8.1", "specification \"Errors\""]],
    ["(specification \"Errors\": \"Unexpected\" is told)", ["specification \"Errors\""]],
    ["the specification's \"every response\"", []],
    ["the specification says \"on create\"", []]
  ])("%s", (text, cited) => {
    expect(shown(text).toSorted()).toEqual(cited.toSorted())
  })
})
