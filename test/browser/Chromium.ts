/**
 * A Chromium for tests: the one at CHROMIUM_PATH, else the one in the npm package @sparticuz/chromium, which is unpacked
 * once for each version of it.
 */
import { execFile, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import type { Browser } from "playwright-core"
import { chromium } from "playwright-core"

/** The package has binaries for Linux on x64 only. */
export const isThere = process.env["CHROMIUM_PATH"] !== undefined ||
  (process.platform === "linux" && process.arch === "x64")

const entry = fileURLToPath(import.meta.resolve("@sparticuz/chromium"))

const version = (): string => {
  const manifest = JSON.parse(readFileSync(join(dirname(entry), "..", "package.json"), "utf8")) as {
    readonly version: string
  }
  return manifest.version
}

const cache = fileURLToPath(new URL("../../.cache/chromium", import.meta.url))

/**
 * Unpacks into a folder of its own and then gives that its name: two runs at the same time do not meet half a browser.
 * The package unpacks to where its process keeps temporary files, so a process of its own does it.
 */
const unpacked = async (): Promise<string> => {
  const folder = join(cache, version())
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const making = mkdtempSync(join(cache, "unpacking-"))
  try {
    await promisify(execFile)(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `await (await import("${pathToFileURL(entry).href}")).default.executablePath()`
      ],
      // With this name of a platform it unpacks the libraries too that a machine without a desktop does not have.
      { env: { ...process.env, TMPDIR: making, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" }, timeout: 240_000 }
    )
    renameSync(making, folder)
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

/**
 * Without any font the browser ends itself, and a machine without a desktop may have none. The package's own list looks
 * for its fonts where they are not.
 */
const fontsOf = (folder: string): string => {
  const path = join(folder, "fonts.conf")
  writeFileSync(
    path,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(folder, "fonts")}</dir><cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>
`
  )
  return path
}

const lacksLibraries = (path: string): boolean => spawnSync("ldd", [path]).stdout.toString().includes("not found")

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => value === undefined ? [] : [[name, value]])
  )

/** Starts a browser. Whoever starts it closes it. */
export const launch = async (): Promise<Browser> => {
  const args = ["--no-sandbox"]
  const given = process.env["CHROMIUM_PATH"]
  if (given !== undefined) return chromium.launch({ executablePath: given, args })
  const folder = await unpacked()
  const executablePath = join(folder, "chromium")
  return chromium.launch({
    executablePath,
    args,
    env: {
      ...environment(),
      FONTCONFIG_FILE: fontsOf(folder),
      ...(lacksLibraries(executablePath) ? { LD_LIBRARY_PATH: join(folder, "al2023", "lib") } : {})
    }
  })
}
