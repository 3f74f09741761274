/**
 * `npm run examples`: does each example do what it says, where nothing but the packed packages is installed? And do
 * the README and the page of the new app, in empty folders?
 *
 * Names as arguments run only those: `npm run examples -- express hono README`.
 */
import { execFile } from "node:child_process"
import { cpSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import pg from "pg"
import * as PostgresServer from "../postgres/Server.ts"
import * as Readme from "../readme/Readme.ts"
import * as Apps from "./Apps.ts"
import * as Consumer from "./Consumer.ts"
import { consume, end, folder, say } from "./Packing.ts"
import { inRoot, run, workspaces } from "./Tarballs.ts"
import * as Trial from "./Trial.ts"

const limitMillis = 120_000

/** Somebody new tries these, in this order. */
const headings = [
  { page: Readme.first, heading: "First steps" },
  { page: Readme.first, heading: "Embed it" },
  { page: Readme.newApp, heading: "The packages" },
  { page: Readme.newApp, heading: "Express on PostgreSQL" },
  { page: Readme.newApp, heading: "The same in Hono on Bun" }
]

/** A database of the reader's own, in which nobody else's keys have sealed anything. */
const ownDatabase = async () => {
  const url = new URL(await PostgresServer.server())
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const name = `reader_${process.pid}`
  await client.query(`create database ${name}`)
  url.pathname = `/${name}`
  const drop = async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
  return { database: url.href, drop }
}

interface Example {
  readonly scripts: { readonly start: string }
}

/** Runs what `npm start` runs, in the folder of the example. Rejects unless it ends by itself with 0. */
const runExample = async (path: string, environment: NodeJS.ProcessEnv): Promise<string> => {
  const { scripts } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Example
  const [runtime = "", ...options] = scripts.start.split(" ")
  const program = runtime === "bun" ? inRoot("node_modules/.bin/bun") : process.execPath
  try {
    const { stdout } = await promisify(execFile)(program, options, {
      cwd: path,
      env: environment,
      timeout: limitMillis
    })
    return stdout.trim().split("\n").at(-1) ?? ""
  } catch (error) {
    const { code, signal, stderr = "", stdout = "" } = error as {
      readonly code?: unknown
      readonly signal?: unknown
      readonly stdout?: string
      readonly stderr?: string
    }
    throw new Error(`The example ${basename(path)} ends with ${code ?? signal}.\n${stdout}${stderr}`, { cause: error })
  }
}

await end(async () => {
  const wanted = process.argv.slice(2)
  const installed = await consume()
  const { consumer } = installed
  const names = workspaces("examples").map((path) => basename(path))
  const all = [...names, ...Apps.names]
  const unknown = wanted.filter((name) => name !== "README" && !all.includes(name))
  if (unknown.length > 0) throw new Error(`There is no example ${unknown.join(", ")}. There are ${all.join(", ")}.`)
  const isChosen = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
  const chosen = names.filter(isChosen)
  const apps = Apps.names.filter(isChosen)
  const examples = folder("consumer/examples")
  cpSync(inRoot("examples"), examples, {
    recursive: true,
    filter: (path) => !["node_modules", "apps"].includes(basename(path))
  })
  Consumer.writeProject(consumer, "examples")
  await run(consumer, process.execPath, inRoot("node_modules/typescript/bin/tsc"), "--project", "examples.json")
  say(`${names.length} examples are sound in TypeScript`)

  const environment = {
    ...process.env,
    DATABASE_URL: await PostgresServer.server(),
    SECRET_KEYS: `example:${Buffer.alloc(32, "an example").toString("base64")}`,
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_NO_WARNINGS: "1"
  }
  const tryExamples = async (): Promise<void> => {
    for (const name of chosen) say(`${name}: ${await runExample(join(examples, name), environment)}`)
    for (const name of apps) say(`${name}, in a folder of its own: ${await Apps.tryApp(name, installed, environment)}`)
  }
  const tryPages = async (): Promise<void> => {
    if (wanted.length > 0 && !wanted.includes("README")) return
    Trial.tryTests("Its tests")
    const copy = Trial.clone()
    const { database, drop } = await ownDatabase()
    for (const each of headings) {
      await Trial.tryHeading(each, copy, { DATABASE_URL: database })
      say(`${each.page}, "${each.heading}": it runs as it stands there`)
    }
    await drop()
  }
  // One on each of two cores. Only the programs of the pages listen on a port that somebody else has chosen.
  await Promise.all([tryExamples(), tryPages()])
  console.log(`${chosen.length + apps.length} examples do what they say.`)
})
