/**
 * A built site that is held against itself.
 */
import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import * as Links from "./Links.ts"
import { forge } from "./Repository.ts"

const folders: Array<string> = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const flaws = (files: Readonly<Record<string, string | Buffer>>): ReadonlyArray<string> => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-site-"))
  folders.push(folder)
  for (const [path, content] of Object.entries({ "other.html": "<h1 id=\"part\">Other</h1>", ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return Links.check(folder).flaws
}

const page = (inner: string): string => `<h1 id="top">Page</h1>${inner}`

describe("a site", () => {
  it("is sound when its links and pictures lead somewhere", () => {
    const links = ["/other#part", "/", "#top", "/a.json", "https://example.com/", `${forge}/package.json`]
    const inner = links.map((link) => `<a href="${link}">x</a>`).join("")
    expect(flaws({ "index.html": page(`${inner}<img src="/a.svg" alt="A">`), "a.json": "{}", "a.svg": "<svg/>" }))
      .toEqual([])
  })

  it.each([
    ["<a href=\"/none\">x</a>", "/ links to /none: there is no such page."],
    ["<a href=\"/other#none\">x</a>", "/ links to /other#none: that page has no such anchor."],
    ["<a href=\"#none\">x</a>", "/ links to #none: that page has no such anchor."],
    [`<a href="${forge}/none.ts">x</a>`, `/ links to ${forge}/none.ts: the repository has no none.ts.`],
    ["<img src=\"/none.svg\" alt=\"A\">", "/ shows /none.svg, which is not there."],
    ["<img src=\"/other.html\">", "/ shows /other.html without words."],
    [
      "<script src=\"https://cdn.example/a.js\"></script>",
      "/ loads https://cdn.example/a.js from somebody else."
    ],
    ["<h1>Again</h1>", "/ has 2 headings of the first level."]
  ])("with %s is not", (inner, flaw) => {
    expect(flaws({ "index.html": page(inner) })).toEqual([flaw])
  })

  it("with a page that is too heavy is not, whatever it shows lazily", () => {
    const heavy = randomBytes(201 * 1024)
    expect(flaws({ "index.html": page("<img src=\"/a.webp\" alt=\"A\" loading=\"lazy\">"), "a.webp": heavy })).toEqual([
      "/ loads 201 KB."
    ])
  })
})
