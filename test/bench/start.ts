/**
 * `npm run bench:start`: how long what `signalbox` ships takes from the start of a process to its first accepted message,
 * and how much memory the process has then, on memory and on PostgreSQL; beside it a process that does nothing, and one
 * that answers one request with a bare server of Node's.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Start from "../packages/Start.ts"
import * as Database from "../postgres/Database.ts"

const { values } = parseArgs({ options: { turns: { type: "string", default: "5" } } })
const turns = Number(values.turns)

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
  const medians = Object.fromEntries(
    [...found].map(([kind, all]) => [
      kind,
      Object.fromEntries(moments.map((moment) => [moment, {
        millis: Math.round(median(all.map((marks) => marks[moment].millis))),
        megabytes: Math.round(median(all.map((marks) => marks[moment].rss)) / 2 ** 20)
      }]))
    ])
  )
  console.log(`node ${process.version}, medians of ${turns}; milliseconds since the process began, MB resident\n`)
  console.log(`${"".padEnd(24)}${moments.map((moment) => moment.padStart(20)).join("")}`)
  for (const [kind, at] of Object.entries(medians)) {
    const cells = moments.map((moment) => `${at[moment]!.millis} ms, ${at[moment]!.megabytes} MB`.padStart(20))
    console.log(`${kind.padEnd(24)}${cells.join("")}`)
  }
  console.log(`\n${JSON.stringify(medians)}`)
} finally {
  await database.drop()
  place.remove()
}
