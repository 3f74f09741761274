/**
 * Somebody new follows the README, word by word, in an empty folder: each command is run as it stands there, and each
 * program is written down under its name. Only the registry is another one: the packages of this repository come from
 * their tarballs.
 */
import type { ChildProcess } from "node:child_process"
import { execFile, spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { delimiter, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import type { Block } from "../readme/Readme.ts"
import * as Readme from "../readme/Readme.ts"
import { folder, inRoot } from "./Packing.ts"

const limitMillis = 60_000

/** What somebody new sees in one terminal and in another one. */
interface Terminals {
  readonly folder: string
  readonly port: string
  readonly environment: NodeJS.ProcessEnv
  readonly tarballs: Readonly<Record<string, string>>
  program: ChildProcess | null
  output: string
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const shell = async ({ environment, folder }: Terminals, command: string): Promise<string> => {
  const options = { cwd: folder, env: environment, timeout: 3 * limitMillis }
  return (await promisify(execFile)("bash", ["-e", "-c", command], options)).stdout
}

const until = async (terminals: Terminals, what: string, isThere: () => boolean): Promise<void> => {
  const end = performance.now() + limitMillis
  while (!isThere()) {
    if (performance.now() > end || terminals.program?.exitCode != null) {
      throw new Error(`${what} does not come. What was printed:\n${terminals.output}`)
    }
    await sleep(20)
  }
}

/** `npm install`, with the tarballs where the registry would be. */
const install = async (terminals: Terminals, command: string): Promise<void> => {
  const { folder, tarballs } = terminals
  const named = command.split(" ").slice(2)
  const path = join(folder, "package.json")
  const manifest = JSON.parse(readFileSync(path, "utf8")) as object
  // What the packages need of each other comes from here too.
  const others = Object.entries(tarballs).filter(([name]) => !named.includes(name))
  const overrides = Object.fromEntries(others.map(([name, tarball]) => [name, `file:${tarball}`]))
  writeFileSync(path, JSON.stringify({ ...manifest, overrides }))
  await shell(terminals, ["npm install --no-audit --no-fund", ...named.map((name) => tarballs[name] ?? name)].join(" "))
}

const start = (terminals: Terminals, command: string): void => {
  const [runtime = "", ...options] = command.split(" ")
  const program = spawn(runtime, options, { cwd: terminals.folder, env: terminals.environment })
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => terminals.output += text)
  }
  terminals.program = program
}

/** A person tries again until the server is up. */
const curl = async (terminals: Terminals, command: string): Promise<void> => {
  const patient = command.replace(/^curl /, "curl -sS --fail --retry 60 --retry-delay 1 --retry-connrefused ")
  await shell(terminals, patient.replaceAll("3000", terminals.port))
}

const follow = async (terminals: Terminals, block: Block): Promise<void> => {
  if (block._tag === "Program") {
    writeFileSync(join(terminals.folder, block.name), block.code.replaceAll("3000", terminals.port))
  } else if (block._tag === "Printed") {
    for (const line of block.lines) {
      await until(terminals, `"${line}"`, () => terminals.output.split("\n").includes(line))
    }
  } else {
    for (const line of block.lines) {
      if (line.startsWith("npm install ")) await install(terminals, line)
      else if (/^(node|bun) /.test(line)) start(terminals, line)
      else if (line.startsWith("curl ")) await curl(terminals, line)
      else await shell(terminals, line)
    }
  }
}

/** A line that a program prints for its reader to paste. */
const pasted = async (terminals: Terminals): Promise<void> => {
  const find = () => /^curl .+$/m.exec(terminals.output)?.[0]
  await until(terminals, "A line to paste", () => find() !== undefined)
  await curl({ ...terminals, port: "3000" }, find()!)
}

/** Does what stands under a heading, from an empty folder on. */
export const tryHeading = async (heading: string, tarballs: Readonly<Record<string, string>>): Promise<void> => {
  const terminals: Terminals = {
    folder: folder(`trial-${heading.replaceAll(/\W+/g, "-").toLowerCase()}`),
    port: String(await freePort()),
    // The Node and the Bun of this repository come first.
    environment: { ...process.env, PATH: `${inRoot("node_modules/.bin")}${delimiter}${process.env["PATH"]}` },
    tarballs,
    program: null,
    output: ""
  }
  try {
    const blocks = Readme.blocks(heading)
    for (const block of blocks) await follow(terminals, block)
    if (!blocks.some(({ _tag }) => _tag === "Printed")) await pasted(terminals)
  } finally {
    terminals.program?.kill("SIGKILL")
  }
}
