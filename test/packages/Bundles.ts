/**
 * An app that embeds the service, in one file as bundlers make it: it runs where nothing is installed, and sends a message
 * that comes in chunks.
 */
import * as esbuild from "esbuild"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { folder } from "./Packing.ts"
import { run } from "./Tarballs.ts"

/** Without a top-level await, which CommonJS has not. PostgreSQL is in the file, and not asked. */
const app = `import { carrier, createServer, createSignalbox, memory, postgres } from "signalbox"

const main = async () => {
  let hand
  const handed = new Promise((resolve) => hand = resolve)
  const submit = ({ attempt, text, to }) => {
    console.log("SMS to " + to + ": " + text)
    hand()
    return attempt
  }
  const storage = process.argv[2] === undefined ? memory() : postgres(process.argv[2])
  const box = createSignalbox({ storage, carriers: [carrier({ id: "console", channels: ["sms"], submit })] })
  const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
  const definition = { body: { multiChannel: { template: "Hello from one file." } } }
  await box.as(id).templates.ensure({ name: "hello", definition })
  const server = createServer(box.node).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const answer = await fetch("http://127.0.0.1:" + server.address().port + "/v3/messages", {
    method: "POST",
    headers: { "x-api-key": await box.keys.create(id), "content-type": "application/json" },
    body: new Blob([JSON.stringify({ to: ["+12015550123"], template: { name: "hello" } })]).stream(),
    duplex: "half"
  })
  const { data } = await answer.json()
  console.log(answer.status + " " + (await box.as(id).messages.get(data.recipients[0].message_id)).status)
  await handed
  server.close()
  server.closeAllConnections()
  await box.close()
}
main()
`

const printed = "SMS to +12015550123: Hello from one file."

const formats = ["esm", "cjs"] as const

type Format = (typeof formats)[number]

/** Each makes of a file another one, as it does when nobody has told it more. */
const bundlers: Readonly<Record<string, (input: string, file: string, format: Format) => Promise<unknown>>> = {
  esbuild: (input, outfile, format) =>
    esbuild.build({ entryPoints: [input], outfile, format, bundle: true, platform: "node", logLevel: "error" }),
  rolldown: async (input, file, format) => {
    const made = await rolldown({ input, platform: "node", logLevel: "silent" })
    await made.write({ file, format, codeSplitting: false })
    await made.close()
  }
}

const check = (what: string, output: string): void => {
  if (output.split("\n").includes(printed) && /^202 (ROUTED|SENT)$/m.test(output)) return
  throw new Error(`One file of ${what} does not send a message. It printed:\n${output}`)
}

/** One line for each thing that works. */
export const tryBundles = async (consumer: string): Promise<ReadonlyArray<string>> => {
  const sources = join(consumer, "bundles")
  mkdirSync(sources, { recursive: true })
  const input = join(sources, "app.js")
  writeFileSync(input, app)
  const alone = folder("bundles")
  for (const [name, bundle] of Object.entries(bundlers)) {
    for (const format of formats) {
      const file = join(alone, `${name}.${format === "esm" ? "mjs" : "cjs"}`)
      await bundle(input, file, format)
      check(`${name} as ${format}`, await run(alone, process.execPath, file))
    }
  }
  return Object.keys(bundlers).map((name) => `an app in one file by ${name} runs and sends, as ESM and as CommonJS`)
}

const evaluated = "import(\"signalbox\").then(({ createSignalbox }) => console.log(typeof createSignalbox))"

/** A text on the command line is a script with names of its own. */
export const tryEvaluation = async (consumer: string, program: string): Promise<void> => {
  const said = await run(consumer, program, "-e", evaluated)
  if (said.trim() !== "function") throw new Error(`import("signalbox") on the command line gives ${said}`)
}
