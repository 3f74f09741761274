/**
 * PostgreSQL 18 crashes when a statement has to choose, while it runs, the partition of a row that it locks, or of one that
 * it reads beside such a lock (docs/postgres-18.md). So whatever locks, updates or deletes rows names their partition, and
 * the table of all rows is read where nothing is locked.
 */
import { describe, expect, it } from "vitest"
import type { Node } from "./Tree.ts"
import { sources, visit } from "./Tree.ts"

/** Migrations run alone. */
const adapter = sources.filter(({ path }) =>
  path.startsWith("adapters/postgres/src/") && !path.endsWith("/migrations.ts")
)

/** The modules with statements that read rows of any kind, and lock nothing. */
const readers: ReadonlySet<string> = new Set(
  ["rows/loading", "rows/listing", "schema/deriving"].map((name) => `adapters/postgres/src/internal/${name}.ts`)
)

const locks = /\bfor (no key update|update|key share|share)\b|\b(update|delete|merge)\b/i

/** A place where a template of SQL names the table of all rows. */
interface Mention {
  readonly path: string
  readonly at: string
  /** The template's text before the mention, and all of its text. */
  readonly before: string
  readonly sql: string
}

const mentions: ReadonlyArray<Mention> = adapter.flatMap((source) => {
  const found: Array<Mention> = []
  visit(source.program, (node) => {
    if (node.type !== "TemplateLiteral") return
    const texts = (node["quasis"] as ReadonlyArray<Node & { readonly value: { readonly raw: string } }>).map(
      ({ value }) => value.raw
    )
    for (const [index, each] of (node["expressions"] as ReadonlyArray<Node & { readonly end: number }>).entries()) {
      if (!/^(\w+\.)*(t|tables)\.rows$/.test(source.text.slice(each.start, each.end))) continue
      const at = `${source.path}:${source.lineOf(each)}`
      found.push({ path: source.path, at, before: texts[index]!.trimEnd(), sql: texts.join(" … ") })
    }
  })
  return found
})

describe("the table of all rows", () => {
  it("is named in templates of SQL alone, where this test sees it", () => {
    const named = adapter.flatMap(({ path, text }) => text.match(/\b(t|tables)(\.|\[")rows\b/g)?.map(() => path) ?? [])
    expect(named.toSorted()).toEqual(mentions.map(({ path }) => path).toSorted())
  })

  it("is inserted into, or read by a statement that locks nothing", () => {
    const isAllowed = ({ before, path, sql }: Mention): boolean =>
      (/\binsert into$/.test(before) && !/\bdo update\b/.test(sql)) ||
      (/\b(?<!delete )(from|join)$/.test(before) && readers.has(path) && !locks.test(sql))
    expect(mentions.filter((each) => !isAllowed(each)).map(({ at }) => at)).toEqual([])
  })
})
