/**
 * The README, whose fifteen lines run when they are pasted, and the page that goes on from there to an app on PostgreSQL with
 * a carrier and a receiver.
 */
import { execFile, spawn } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it, vi } from "vitest"
import { fromSource } from "../FromSource.ts"
import * as Database from "../postgres/Database.ts"
import type { Block } from "./Readme.ts"
import * as Readme from "./Readme.ts"

const programs = (heading: string, page = Readme.first) =>
  Readme.blocks(heading, page).filter((block): block is Extract<Block, { _tag: "Program" }> => block._tag === "Program")

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * Another port than 3000, where a program of somebody's own may listen, and where the README's other programs do: tests run
 * side by side.
 */
const elsewhere = async (): Promise<NodeJS.ProcessEnv> => ({ ...process.env, PORT: String(await freePort()) })

/** Runs a line as it stands there. */
const shell = (line: string, env = process.env) =>
  promisify(execFile)("bash", ["-e", "-c", line], { env, timeout: 20_000 })

describe("the README", () => {
  it("embeds the service in fifteen lines, which send a message and answer the API", { timeout: 120_000 }, async () => {
    const [program, ...others] = programs("Embed it")
    expect(others).toEqual([])
    expect(Readme.length(program!.code)).toBeLessThanOrEqual(15)
    // Inside of the repository, where the packages are found.
    const folder = fileURLToPath(new URL(`../../.cache/readme-${process.pid}/`, import.meta.url))
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}package.json`, "{\"type\":\"module\"}")
    writeFileSync(`${folder}${program!.name}`, program!.code)
    const child = spawn(process.execPath, [...fromSource, program!.name], {
      cwd: folder,
      env: await elsewhere(),
      timeout: 60_000
    })
    let complaints = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => complaints += text)
    try {
      const lines: Array<string> = []
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line)
        if (lines.some((line) => line.startsWith("curl ")) && lines.some((line) => line.startsWith("SMS "))) break
      }
      expect(lines, complaints).toContain("SMS to +12015550123: Hello, welcome to Acme.")
      const { stdout } = await shell(lines.find((line) => line.startsWith("curl "))!)
      expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { name: "Acme" } })
    } finally {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("installs nothing by a name that no registry has", () => {
    const installed = [Readme.first, Readme.newApp].flatMap(Readme.commands).filter((line) =>
      line.startsWith("npm install ")
    )
    expect(installed.length).toBeGreaterThan(2)
    for (const line of installed) expect(line).not.toMatch(/ (signalbox|@signalbox\/\S*)( |$)/)
  })

  it("fits on one page", () => {
    expect(Readme.lines(Readme.first)).toBeLessThan(150)
  })
})

describe("the page of the new app", () => {
  it("has an app on PostgreSQL print what it shows, and nothing else", { timeout: 120_000 }, async () => {
    const heading = "Express on PostgreSQL"
    const blocks = Readme.blocks(heading, Readme.newApp)
    const [program] = programs(heading, Readme.newApp)
    const shown = blocks.flatMap((block) => block._tag === "Printed" ? block.lines : [])
    const curl = blocks.flatMap((block) => block._tag === "Shell" ? block.lines : []).find((line) =>
      line.startsWith("curl ")
    )
    const database = await Database.fresh()
    const env = {
      ...await elsewhere(),
      DATABASE_URL: database.url,
      SECRET_KEYS: `main:${Buffer.alloc(32, "a test").toString("base64")}`
    }
    const folder = fileURLToPath(new URL(`../../.cache/readme-app-${process.pid}/`, import.meta.url))
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}package.json`, "{\"type\":\"module\"}")
    writeFileSync(`${folder}${program!.name}`, program!.code)
    const child = spawn(process.execPath, [...fromSource, program!.name], { cwd: folder, env, timeout: 60_000 })
    let printed = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => printed += text)
    }
    try {
      // A person tries again until the server is up.
      await vi.waitFor(() => shell(curl!, env), { timeout: 60_000, interval: 50 })
      await vi.waitFor(() => expect(printed.split("\n")).toEqual([...shown, ""]), { timeout: 60_000, interval: 50 })
    } finally {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
      await database.drop()
    }
  })

  it.each(["Express on PostgreSQL", "The same in Hono on Bun"])("shows an app in under 60 lines: %s", (heading) => {
    const [program, ...others] = programs(heading, Readme.newApp)
    expect(others).toEqual([])
    expect(Readme.length(program!.code)).toBeLessThan(60)
  })
})
