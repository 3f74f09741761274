/**
 * The reader of Markdown: headings, their anchors, and links.
 */
import { describe, expect, it } from "vitest"
import * as Markdown from "./Markdown.ts"

describe("headings", () => {
  it("have the words that people read, and the anchors of GitHub", () => {
    const text =
      "# 9.4 Bounds\n\n## `GET /v3/me`, and _more_ #\n\n### Late, repeated, reordered receipts\n\n#no heading\n"
    expect(Markdown.headings(text)).toEqual([
      { level: 1, text: "9.4 Bounds", anchor: "94-bounds" },
      { level: 2, text: "GET /v3/me, and more", anchor: "get-v3me-and-more" },
      { level: 3, text: "Late, repeated, reordered receipts", anchor: "late-repeated-reordered-receipts" }
    ])
  })

  it("with equal words have anchors of their own", () => {
    expect(Markdown.headings("## Keys\n## Keys\n## Keys").map(({ anchor }) => anchor)).toEqual([
      "keys",
      "keys-1",
      "keys-2"
    ])
  })

  it("are none in code, and keep the underscores of names", () => {
    expect(Markdown.headings("```sh\n# a comment\n```\n\n## A `sender_profile`\n")).toEqual([
      { level: 2, text: "A sender_profile", anchor: "a-sender_profile" }
    ])
  })
})

describe("links", () => {
  it("are those to the repository, with their lines", () => {
    const text = [
      "[one](a.md), ![a picture](<b.png>) and [the",
      "other](../c.md#part \"its title\").",
      "[away](https://example.com), [mail](mailto:a@b.c)",
      "[two][two]",
      "",
      "[two]: #here"
    ].join("\n")
    expect(Markdown.links(text)).toEqual([
      { target: "a.md", line: 1 },
      { target: "b.png", line: 1 },
      { target: "../c.md#part", line: 2 },
      { target: "#here", line: 6 }
    ])
  })

  it("are none in code", () => {
    expect(Markdown.links("`[a](b.md)` and\n```md\n[a](c.md)\n```\n[a](d.md)")).toEqual([{ target: "d.md", line: 5 }])
  })
})
