/**
 * `signalbox` holds an Effect and a core of its own. Carriers that come as packages bring others, and so does whoever checks
 * carriers: the suites about them run once more with the packages as they are installed, in place of their sources.
 */
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { inRoot } from "./Tarballs.ts"

const suites = [
  "test/smpp/Facade.test.ts",
  "test/http-carrier/Facade.test.ts",
  "test/rcs/Facade.test.ts",
  "test/whatsapp/Service.test.ts",
  "test/facade/CheckCarrier.test.ts",
  "test/facade/Thrown.test.ts"
]

/** These are the installed ones, and with them all that they import. */
const installed = /^(signalbox|@signalbox\/(?:smpp|http-carrier|rcs|whatsapp)|@signalbox\/testing\/CheckCarrier)(\/|$)/

const hooks = (consumer: string): string =>
  `import { registerHooks } from "node:module"
const parentURL = ${JSON.stringify(pathToFileURL(join(consumer, "app.js")).href)}
const conditions = ["node", "import", "module-sync", "node-addons"]
registerHooks({
  resolve: (specifier, context, next) => {
    if (${installed}.test(specifier)) return next(specifier, { ...context, parentURL, conditions })
    const isInside = context.parentURL?.startsWith(new URL(".", parentURL).href)
    return next(specifier, isInside ? { ...context, conditions } : context)
  }
})
`

/** Returns how many tests have passed. Rejects with what was printed when one fails. */
export const tryComposition = async (consumer: string): Promise<string> => {
  const file = join(consumer, "hooks.js")
  writeFileSync(file, hooks(consumer))
  const env = { ...process.env, NODE_OPTIONS: `--import=${pathToFileURL(file).href}`, NO_COLOR: "1" }
  const command = [inRoot("node_modules/vitest/vitest.mjs"), "run", "--config", "test/vitest.config.ts", ...suites]
  const limits = { timeout: 5 * 60_000, maxBuffer: 64 * 1024 * 1024 }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: inRoot("."), env, ...limits })
    return /^\d+ passed/m.exec(stdout)![0]
  } catch (error) {
    const { stdout = "" } = error as { readonly stdout?: string }
    throw new Error(`With the installed packages the suites fail.\n${stdout}`, { cause: error })
  }
}
