/** The report of a public face: what it takes from declarations, what it leaves out, and what it tells of a change. */
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { filesBelow } from "../packages/Files.ts"
import { inRoot, workspaces } from "../packages/Tarballs.ts"
import * as Declarations from "./Declarations.ts"
import * as Deprecation from "./Deprecation.ts"
import * as Surface from "./Surface.ts"

const source = `/**
 * A module.
 *
 * @beta
 */
import type { A } from "./A.ts";
declare const hidden: unique symbol;
/** Says what it does. */
export interface B {
    /** The id. */
    readonly id: string;

    /**
     * Old.
     *
     * @deprecated Use \`id\`. Removed in 0.9.0.
     */
    readonly key: "/* no comment */" | '// none' | A;
}
/** @beta */
export declare const a: (b: B) => \`x\${string}\`;
export declare function over(b: string): string;
export declare function over(a: number): number;
export * from "./C.ts";
export {};
`

describe("the declarations of a module", () => {
  const { declarations, tags } = Declarations.parse(source)

  it("are sorted by name, without what documents them", () => {
    expect(tags).toEqual(["beta"])
    expect(declarations).toEqual([
      {
        name: "B",
        isExported: true,
        text:
          "interface B {\n    readonly id: string;\n    // @deprecated\n    readonly key: \"/* no comment */\" | '// none' | A;\n}"
            .replace("    // @deprecated", "    // @deprecated")
      },
      { name: "a", isExported: true, text: "// @beta\nconst a: (b: B) => `x${string}`;" },
      { name: "export * from \"./C.ts\";", isExported: true, text: "export * from \"./C.ts\";" },
      { name: "hidden", isExported: false, text: "const hidden: unique symbol;" },
      { name: "over", isExported: true, text: "function over(b: string): string;" },
      { name: "over", isExported: true, text: "function over(a: number): number;" }
    ])
  })

  const statement = fc.record({ name: fc.stringMatching(/^[a-z]\w{3,8}$/), doc: fc.stringMatching(/^[\w ]{0,20}$/) })

  prop(
    "do not depend on their order in the file, nor on their comments",
    fc.uniqueArray(statement, { selector: ({ name }) => name, maxLength: 6 }).chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))
    ),
    ([all, shuffled]) => {
      const text = (documented: boolean) => ({ doc, name }: { readonly name: string; readonly doc: string }) =>
        `${documented ? `/** ${doc} */\n` : ""}export declare const ${name}: 1;\n`
      const first = "import x from \"x\";\n"
      expect(Declarations.parse(first + shuffled.map(text(true)).join("")))
        .toEqual(Declarations.parse(first + all.map(text(false)).join("")))
    }
  )
})

describe("a change of a report", () => {
  it("is told by the lines that only one side has", () => {
    expect(Surface.changes("a\nb\nb\n", "b\nc\na\n")).toEqual(["- b", "+ c"])
    expect(Surface.changes("a\n", "a\n")).toEqual([])
  })

  it("is found in its section", () => {
    expect([...Surface.divide("# A\n\n## a/B\nx\n## a/C\ny\n")]).toEqual([["## a/B", "## a/B\nx\n"], [
      "## a/C",
      "## a/C\ny\n"
    ]])
  })
})

describe("a deprecation", () => {
  const said = (sentence: string) => `/**\n * Does.\n *\n * @deprecated ${sentence}\n */\nexport const a = 1\n`

  it("says in which later version it is removed", () => {
    expect(Deprecation.flaws(said("Use b.\n * Removed in 0.10.0."), "0.9.1")).toEqual([])
    expect(Deprecation.flaws(said("Use b."), "0.9.1")).toHaveLength(1)
    expect(Deprecation.flaws(said("Use b. Removed in 0.9.1."), "0.9.1")).toHaveLength(1)
    expect(Deprecation.flaws("/** @deprecated Use b. Removed in 0.9.0. */", "0.9.1")).toHaveLength(1)
  })

  prop(
    "is due by numbers, not by letters",
    fc.tuple(fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)), fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20))),
    ([left, right]) => {
      const number = ([major, minor, patch]: readonly [number, number, number]) => major * 10_000 + minor * 100 + patch
      expect(Deprecation.isLater(left.join("."), right.join("."))).toBe(number(left) > number(right))
    }
  )

  it("of every package is not due yet", () => {
    const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { readonly version: string }
    const flaws = [...workspaces("packages"), ...workspaces("adapters")].flatMap((path) =>
      filesBelow(inRoot(`${path}/src`)).filter((file) => file.endsWith(".ts")).flatMap((file) =>
        Deprecation.flaws(readFileSync(inRoot(`${path}/src/${file}`), "utf8"), version)
          .map((flaw) => `${path}/src/${file}: ${flaw}`)
      )
    )
    expect(flaws).toEqual([])
  })
})
