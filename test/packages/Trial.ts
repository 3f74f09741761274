/**
 * Somebody new follows the README, or the page of the new app, word by word: every line runs as it stands there, in a copy of
 * this repository and in the folders that the lines make beside it, and every program is written down under its name. Only
 * where the reader is to put something of theirs, such as the address of their database, theirs is taken.
 */
import type { ChildProcess } from "node:child_process"
import { execFile, execFileSync, spawn } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { delimiter, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import type { Block } from "../readme/Readme.ts"
import * as Readme from "../readme/Readme.ts"
import { folder } from "./Packing.ts"
import { inRoot } from "./Tarballs.ts"

/** Long, because others may use the machine: it ends what hangs. */
const limitMillis = 180_000
/** The README's programs listen on this port. */
const port = 3000

/** Two terminals as somebody new sees them. */
interface Terminals {
  /** The next line runs in this folder. */
  folder: string
  readonly environment: NodeJS.ProcessEnv
  /** The settings that this reader has, whatever the page gives as an example. */
  readonly own: Readonly<Record<string, string>>
  program: ChildProcess | null
  output: string
}

/** A copy of what is, or could be, committed. */
export const clone = (): string => {
  const copy = join(folder("readme"), "signalbox")
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
  for (const path of execFileSync("git", listed, { cwd: inRoot("."), encoding: "utf8" }).split("\0")) {
    if (path === "") continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(inRoot(path), join(copy, path))
  }
  return copy
}

const isListening = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false)).once("close", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })

const until = async (terminals: Terminals, what: string, isThere: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + limitMillis
  while (!await isThere()) {
    if (performance.now() > end || terminals.program?.exitCode != null) {
      throw new Error(`${what} does not come. What was printed:\n${terminals.output}`)
    }
    await sleep(20)
  }
}

/** Runs a line that ends by itself, and stays where it leads. */
const shell = async (terminals: Terminals, line: string): Promise<string> => {
  const options = { cwd: terminals.folder, env: terminals.environment, timeout: limitMillis }
  const { stdout } = await promisify(execFile)("bash", ["-e", "-c", `${line}\necho\npwd`], options)
  const lines = stdout.trimEnd().split("\n")
  terminals.folder = lines.pop()!
  return lines.join("\n")
}

/** Runs a line that goes on, in a process group of its own. */
const start = async (terminals: Terminals, line: string): Promise<void> => {
  if (await isListening()) throw new Error(`Something else listens on port ${port}, where the README's programs do.`)
  const options = { cwd: terminals.folder, env: terminals.environment, detached: true }
  const program = spawn("bash", ["-e", "-c", line], options)
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => terminals.output += text)
  }
  terminals.program = program
}

const stop = async ({ program }: Terminals): Promise<void> => {
  if (program?.pid === undefined || program.exitCode !== null) return
  const ended = new Promise((resolve) => program.once("exit", resolve))
  process.kill(-program.pid, "SIGKILL")
  await ended
  while (await isListening()) await sleep(20)
}

/** A reader sees that this is printed; "…" stands for what is never the same. */
const isPrinted = (terminals: Terminals, line: string): boolean => {
  const [before = "", after] = line.split("…")
  return terminals.output.split("\n").some((each) =>
    after === undefined ? each === line : each.startsWith(before) && each.endsWith(after)
  )
}

/** A line that sets a variable holds for the lines behind it. */
const set = async (terminals: Terminals, name: string, line: string): Promise<void> => {
  const own = terminals.own[name]
  terminals.environment[name] = own ?? await shell(terminals, `${line}\nprintf %s "$${name}"`)
}

const follow = async (terminals: Terminals, block: Block): Promise<void> => {
  if (block._tag === "Program") {
    writeFileSync(join(terminals.folder, block.name), block.code)
  } else if (block._tag === "Printed") {
    for (const line of block.lines) await until(terminals, `"${line}"`, () => isPrinted(terminals, line))
  } else {
    for (const line of block.lines) {
      const [, variable] = /^export (\w+)=/.exec(line) ?? []
      if (variable !== undefined) await set(terminals, variable, line)
      else if (/^(node|bun) |npm start$/.test(line)) await start(terminals, line)
      else {
        // A person tries again until the server is up.
        if (line.startsWith("curl ")) await until(terminals, "The server", isListening)
        await shell(terminals, line)
      }
    }
  }
}

const printsCurl = ({ output }: Terminals): boolean => /^ *curl .+$/m.test(output)

/** A line that a program prints for its reader to paste. */
const pasted = async (terminals: Terminals): Promise<void> => {
  const find = () => /^ *curl .+$/m.exec(terminals.output)?.[0]
  await until(terminals, "A line to paste", () => find() !== undefined)
  const answer = await shell(terminals, find()!)
  if (!answer.includes("\"success\":true")) throw new Error(`The pasted line is answered ${answer}`)
}

/** Does what stands under a heading of a page, from the copy on. */
export const tryHeading = async (
  { heading, page }: { readonly heading: string; readonly page: string },
  copy: string,
  own: Readonly<Record<string, string>>
): Promise<void> => {
  const terminals: Terminals = {
    folder: copy,
    // The Node and the Bun of the repository come first.
    environment: { ...process.env, PATH: `${inRoot("node_modules/.bin")}${delimiter}${process.env["PATH"]}` },
    own,
    program: null,
    output: ""
  }
  try {
    const blocks = Readme.blocks(heading, page)
    for (const block of blocks) await follow(terminals, block)
    if (terminals.program !== null && (printsCurl(terminals) || blocks.every(({ _tag }) => _tag !== "Printed"))) {
      await pasted(terminals)
    }
  } finally {
    await stop(terminals)
  }
}

/** The line of the README that tests everything takes minutes: it has to be what the gate runs itself. */
export const tryTests = (heading: string): void => {
  const [first] = Readme.blocks(heading)
  const gate = readFileSync(inRoot(".ci/run"), "utf8").split("\n").map((line) =>
    line.replace(/^(?:MATRIX=whole )?step | \| .*$/g, "")
  )
  const commands = first?._tag === "Shell" ? first.lines.flatMap((line) => line.split(" && ")) : []
  const missing = commands.filter((command) => !gate.includes(command))
  if (commands.length === 0 || missing.length > 0) throw new Error(`The gate does not run "${missing.join(", ")}".`)
}
