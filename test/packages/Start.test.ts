/**
 * How much a host loads of what `signalbox` ships. Counts, since times are for `npm run bench:start`.
 */
import { execFile } from "node:child_process"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Start from "./Start.ts"

let place: Start.Place
beforeAll(async () => {
  place = await Start.make()
})
afterAll(() => place.remove())

/** The files by their names, with the sources in each. */
const shipped = () =>
  new Map(
    Object.entries(place.metafile.outputs)
      .filter(([path]) => path.endsWith(".js"))
      .map(([path, output]) => [basename(path), output])
  )

const bytesOf = (files: ReadonlyArray<string>): number =>
  files.reduce((sum, file) => sum + shipped().get(file)!.bytes, 0)

const sourcesOf = (files: ReadonlyArray<string>): ReadonlyArray<string> =>
  files.flatMap((file) => Object.keys(shipped().get(file)!.inputs))

/**
 * `SqliteFile` is but the name of a service, by which `backup` asks for it, and `ConnectionUrl` reads what the options say.
 */
const databases =
  /adapters\/(postgres\/(?!src\/ConnectionUrl)|sqlite\/src\/(?!SqliteFile))|@effect\/sql-|\/effect\/dist\/sql\//
const pages = /\/effect\/dist\/http-api\/|packages\/http\/src\/(Api|Endpoint|Pages|openapi\/|internal\/)/
const programs = /packages\/(emulator|command)\/(?!src\/(Spelling|internal\/)).*|adapters\/smpp\//

describe("what signalbox ships", () => {
  it("is loaded in few files until the first message on memory, and a database and the pages when they are asked for", async () => {
    const { accepted, imported, ready, "/openapi.json": document, "/docs": page } = await Start.run(place.folder, {
      isCounting: true,
      asks: ["/openapi.json", "/docs"]
    })
    expect(imported.files.length).toBeGreaterThan(0)
    expect(imported.files.length).toBeLessThanOrEqual(20)
    expect(bytesOf(imported.files)).toBeLessThan(2_765_000)
    expect(ready.files).toEqual(imported.files)
    expect(accepted.files).toEqual(imported.files)
    const sources = sourcesOf(accepted.files)
    expect(sources.length).toBeGreaterThan(500)
    expect(sources.filter((path) => databases.test(path) || pages.test(path) || programs.test(path))).toEqual([])

    const written = sourcesOf(document!.files)
    expect(written).toContain("packages/http/src/Api.ts")
    expect(written.filter((path) => databases.test(path) || path.includes("Scalar.js"))).toEqual([
      expect.stringContaining("HttpApiScalar.js")
    ])
    expect(sourcesOf(page!.files).join()).toContain("internal/httpApiScalar.js")
  })

  it("holds PostgreSQL in files that are loaded where it is the storage", async () => {
    const database = await Database.fresh()
    const { accepted, imported } = await Start.run(place.folder, { isCounting: true, url: database.url })
    await database.drop()
    expect(sourcesOf(imported.files).filter((path) => databases.test(path))).toEqual([])
    expect(sourcesOf(accepted.files)).toContain("adapters/postgres/src/PostgresStore.ts")
    expect(sourcesOf(accepted.files).filter((path) => pages.test(path))).toEqual([])
  })

  it("says how to get what `signalbox mcp` needs, which is not among it", async () => {
    const main = join(place.folder, "main.js")
    const asked = promisify(execFile)(process.execPath, [main, "mcp"], { timeout: 60_000 })
    const sentence = "signalbox mcp needs a package of its own: npm install --save-dev @signalbox/mcp\n"
    await expect(asked).rejects.toMatchObject({ code: 1, stdout: "", stderr: sentence })
  })
})
