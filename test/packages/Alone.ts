/**
 * `npm install signalbox` in an empty folder: nothing else comes with it, neither for Node nor for TypeScript.
 */
import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Budget from "./Budget.ts"
import * as Consumer from "./Consumer.ts"
import { folder, install } from "./Packing.ts"
import { inRoot, run } from "./Tarballs.ts"

const program = `import { createServer, createSignalbox, memory, SignalboxError } from "signalbox"
import type { Signalbox } from "signalbox"
import { SignalboxError as Same } from "signalbox/SignalboxError"

const box: Signalbox = createSignalbox({ storage: memory(), carriers: [] })
createServer(box.node)
const error: SignalboxError = await box.as("nobody").me.get().then(() => { throw new Error("answered") }, (said) => said)
if (!(error instanceof SignalboxError) || !(error instanceof Same)) throw error
console.log(error.code)
await box.close()
`

/** Returns what an app on it loads, and a line that says so. */
export const tryAlone = async (tarball: string): Promise<readonly [Budget.Loaded, string]> => {
  const path = folder("alone")
  Consumer.writeManifest(path, { signalbox: tarball }, {})
  await install(path)
  const modules = readdirSync(join(path, "node_modules")).filter((name) => !name.startsWith("."))
  if (modules.join() !== "signalbox") throw new Error(`signalbox brings others with it: ${modules.join(", ")}`)

  writeFileSync(join(path, "app.ts"), program)
  for (const skipLibCheck of [false, true]) {
    Consumer.writeCheck(path, inRoot("node_modules/@types"), { skipLibCheck })
    await run(path, process.execPath, inRoot("node_modules/typescript/bin/tsc"), "--project", "check.json")
  }
  const said = await run(path, process.execPath, "app.ts")
  if (said.trim() !== "RESOURCE_004") throw new Error(`An error of the facade is told as ${said}`)

  return await Budget.load(path)
}
