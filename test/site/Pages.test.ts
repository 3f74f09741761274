/**
 * Pages with samples and links as the site has them.
 */
import { describe, expect, it } from "vitest"
import * as Flowchart from "./Flowchart.ts"
import * as ForMachines from "./ForMachines.ts"
import * as FrontMatter from "./FrontMatter.ts"
import * as Html from "./Html.ts"
import * as Link from "./Link.ts"
import * as Sample from "./Sample.ts"

const file = `import { a } from "a"
const f = () => {
  // #region inner
  a()
    .then()
  // #endregion inner
}
// #region after
f()
// #endregion after
`

describe("a sample", () => {
  const read = (path: string): string => {
    if (path !== "examples/a.ts") throw new Error(`There is no ${path}.`)
    return file
  }

  it("is a whole file, without the marks of its regions", () => {
    expect(Sample.expanded("One:\n\n<<< @/examples/a.ts\n\nTwo.", read)).toBe(
      "One:\n\n```ts title=\"examples/a.ts\"\nimport { a } from \"a\"\nconst f = () => {\n  a()\n    .then()\n}\nf()\n```\n\nTwo."
    )
  })

  it("is a region, moved to the left", () => {
    expect(Sample.regionOf("a.ts", file, "inner")).toBe("a()\n  .then()")
    expect(Sample.regionOf("a.ts", file, "after")).toBe("f()")
  })

  it("that is not there is refused", () => {
    expect(() => Sample.expanded("<<< @/examples/a.ts#outer", read)).toThrow("no region \"outer\"")
    expect(() => Sample.expanded("<<< @/examples/b.ts", read)).toThrow("There is no examples/b.ts.")
  })
})

describe("a link", () => {
  const place: Link.Place = {
    file: "guides/templates.md",
    forge: "https://forge.example/signalbox/blob/main",
    lighter: (path) => path.replace(/\.png$/, ".webp")
  }

  it.each([
    ["routing.md", "/guides/routing"],
    ["routing.md#fallback", "/guides/routing#fallback"],
    ["README.md", "/guides/"],
    ["../rules/button.md", "/rules/button"],
    ["../index.md", "/"],
    ["#here", "#here"],
    ["/reference/errors#business_011", "/reference/errors#business_011"],
    ["https://example.com/a.md", "https://example.com/a.md"],
    ["../../examples/hono/app.ts", "https://forge.example/signalbox/blob/main/examples/hono/app.ts"],
    ["../../packages/core/README.md", "https://forge.example/signalbox/blob/main/packages/core/README.md"],
    ["../rules/catalogue.jsonl", "https://forge.example/signalbox/blob/main/docs/rules/catalogue.jsonl"],
    ["../inbox/phones-light.png", "/inbox/phones-light.webp"]
  ])("to %s leads to %s", (link, target) => {
    expect(Link.target(place, link)).toBe(target)
  })

  it("in code stays as it is", () => {
    expect(Link.rewritten(place, "[`a`](routing.md) `[b](routing.md)`\n\n```md\n[c](routing.md)\n```\n")).toBe(
      "[`a`](/guides/routing) `[b](routing.md)`\n\n```md\n[c](routing.md)\n```\n"
    )
  })
})

describe("a flowchart", () => {
  it("is drawn for light and for dark pages", () => {
    const chart =
      "flowchart LR\n  a[one] --> b[two: x] -- asks --> c[(Store)]\n  a -. later .-> c\n  c -- \"Done | Stale\" --> a\n"
    expect(Flowchart.edgesOf(chart)).toEqual([
      { from: "one", to: "two: x", label: "" },
      { from: "two: x", to: "Store", label: "asks" },
      { from: "one", to: "Store", label: "later" },
      { from: "Store", to: "one", label: "Done | Stale" }
    ])
    const { pictures, text } = Flowchart.drawn(`Before\n\n\`\`\`mermaid\n${chart}\`\`\`\n`, "page")
    expect([...pictures.keys()]).toEqual(["charts/page-1-light.svg", "charts/page-1-dark.svg"])
    expect(text).toContain("](/charts/page-1-dark.svg){.dark-only}")
    expect(() => Flowchart.edgesOf("sequenceDiagram\n")).toThrow("Only flowcharts")
  })
})

describe("front matter", () => {
  it("stands before the text", () => {
    const page = "---\ndescription: One.\norder: 2\n---\n\n# Title\n"
    expect(FrontMatter.parted(page)).toEqual({ front: { description: "One.", order: 2 }, text: "# Title\n" })
    expect(FrontMatter.joined(FrontMatter.parted(page))).toBe(page)
    expect(FrontMatter.parted("# Title\n")).toEqual({ front: {}, text: "# Title\n" })
  })
})

describe("a page for machines", () => {
  it("has nothing that only the site understands", () => {
    const text = "## Send {#send}\n\n![A](a.svg){.light-only}\n![A](b.svg){.dark-only}\n\n::: tip Note\nText.\n:::\n"
    expect(ForMachines.plain({ file: "a.md", front: {}, text, written: true })).toBe(
      "## Send\n\n![A](a.svg)\n\n**Note**\n\nText.\n"
    )
  })

  it("is beside the page that people read", () => {
    expect(ForMachines.markdownAddress("guides/README.md")).toBe("/guides/index.md")
    expect(ForMachines.markdownAddress("guides/templates.md")).toBe("/guides/templates.md")
  })
})

describe("a built page", () => {
  it("has anchors, links, pictures with words, and what is loaded with it", () => {
    const html = "<link rel=\"stylesheet\" href=\"/a.css\"><h1 id=\"top\">T</h1><a href=\"/b?x=1&amp;y=2#c\">b</a>" +
      "<img src=\"/p.webp\" alt><img src=\"/q.webp\" loading=\"lazy\"><script src=\"/a.js\"></script>"
    expect(Html.read(html)).toEqual({
      ids: new Set(["top"]),
      links: ["/b?x=1&y=2#c"],
      pictures: [{ source: "/p.webp", words: "", lazy: false }, { source: "/q.webp", words: undefined, lazy: true }],
      loaded: ["/a.js", "/a.css"],
      headings: 1
    })
  })
})
