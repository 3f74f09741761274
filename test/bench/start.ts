/**
 * `npm run bench:start`: how long what `signalbox` ships takes from the start of a process to its first accepted message,
 * and how much memory the process has then, on memory and on PostgreSQL; beside it a process that does nothing, and one
 * that answers one request with a bare server of Node's.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import * as Start from "../packages/Start.ts"
import * as Database from "../postgres/Database.ts"

const mark = `({ millis: performance.now(), rss: process.memoryUsage.rss(), files: [] })`

const empty = `const now = ${mark}
console.log(JSON.stringify({ imported: now, ready: now, accepted: now }))
`

const bare = `import { createServer, request } from "node:http"
const imported = ${mark}
const server = createServer((_, response) => response.writeHead(202).end("{}")).listen(0, "127.0.0.1")
await new Promise((resolve) => server.once("listening", resolve))
const ready = ${mark}
const { port } = server.address()
await new Promise((resolve) => request({ port, method: "POST" }, (response) => response.resume().on("end", resolve)).end("{}"))
console.log(JSON.stringify({ imported, ready, accepted: ${mark} }))
server.close()
server.closeAllConnections()
`

const median = (numbers: ReadonlyArray<number>): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

const moments = ["imported", "ready", "accepted"] as const

type Moment = typeof moments[number]

/** The middle of each moment's milliseconds since the process began, and megabytes. */
export type Medians = Readonly<Record<Moment, { readonly millis: number; readonly megabytes: number }>>

const mediansOf = (all: ReadonlyArray<Start.Marks>): Medians => {
  const at = (moment: Moment) => ({
    millis: Math.round(median(all.map((marks) => marks[moment].millis))),
    megabytes: Math.round(median(all.map((marks) => marks[moment].rss)) / 2 ** 20)
  })
  return { imported: at("imported"), ready: at("ready"), accepted: at("accepted") }
}

export const measure = async (turns: number): Promise<Readonly<Record<string, Medians>>> => {
  const place = await Start.make()
  const database = await Database.fresh()
  try {
    writeFileSync(join(place.folder, "empty.js"), empty)
    writeFileSync(join(place.folder, "bare.js"), bare)
    const kinds: Readonly<Record<string, Start.RunOptions>> = {
      "an empty process": { script: "empty.js" },
      "a bare server": { script: "bare.js" },
      "signalbox, memory": {},
      "signalbox, PostgreSQL": { url: database.url }
    }
    // The first start makes the tables, and brings the files from the disk.
    for (const options of Object.values(kinds)) await Start.run(place.folder, options)
    const found = new Map<string, Array<Start.Marks>>(Object.keys(kinds).map((kind) => [kind, []]))
    for (let turn = 0; turn < turns; turn++) {
      for (const [kind, options] of Object.entries(kinds)) found.get(kind)!.push(await Start.run(place.folder, options))
    }
    return Object.fromEntries([...found].map(([kind, all]) => [kind, mediansOf(all)]))
  } finally {
    await database.drop()
    place.remove()
  }
}

export const show = (medians: Readonly<Record<string, Medians>>): string =>
  [
    `${"until it is".padEnd(24)}${moments.map((moment) => moment.padStart(20)).join("")}`,
    ...Object.entries(medians).map(([kind, at]) => {
      const cells = moments.map((moment) => `${at[moment].millis} ms, ${at[moment].megabytes} MB`.padStart(20))
      return `${kind.padEnd(24)}${cells.join("")}`
    })
  ].join("\n")

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { turns: { type: "string", default: "5" } } })
  const medians = await measure(Number(values.turns))
  console.log(
    `node ${process.version}, medians of ${values.turns}; milliseconds since the process began, MB resident\n`
  )
  console.log(show(medians))
  console.log(`\n${JSON.stringify(medians)}`)
}
