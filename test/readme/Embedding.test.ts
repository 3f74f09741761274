/**
 * The first page of the README: its fifteen lines run when they are pasted, and its apps are as short as they say.
 */
import { spawn } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { describe, expect, it, vi } from "vitest"
import { fromSource } from "../FromSource.ts"
import type { Block } from "./Readme.ts"
import * as Readme from "./Readme.ts"

const programs = (heading: string) =>
  Readme.blocks(heading).filter((block): block is Extract<Block, { _tag: "Program" }> => block._tag === "Program")

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe("the first page of the README", () => {
  it("embeds the service in fifteen lines, which send a message and answer the API", { timeout: 120_000 }, async () => {
    const [program, ...others] = programs("Embed it")
    expect(others).toEqual([])
    expect(Readme.length(program!.code)).toBeLessThanOrEqual(15)
    // Inside of the repository, where the packages are found.
    const folder = fileURLToPath(new URL(`../../.cache/readme-${process.pid}/`, import.meta.url))
    mkdirSync(folder, { recursive: true })
    // `npm run examples`, which has the machine for itself, runs the README's very lines. Here tests run side by side, and
    // the port is the one word that must be another: a program of somebody's own may listen on 3000.
    writeFileSync(`${folder}package.json`, "{\"type\":\"module\"}")
    writeFileSync(`${folder}${program!.name}`, program!.code.replaceAll("3000", String(await freePort())))
    const child = spawn(process.execPath, [...fromSource, program!.name], { cwd: folder, timeout: 60_000 })
    let complaints = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => complaints += text)
    try {
      const lines: Array<string> = []
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line)
        if (lines.some((line) => line.startsWith("curl ")) && lines.some((line) => line.startsWith("SMS "))) break
      }
      expect(lines, complaints).toContain("SMS to +12015550123: Hello, welcome to Acme.")
      const [, url = "", key = ""] = /^curl (\S+) -H 'x-api-key: (\S+)'$/m.exec(lines.join("\n")) ?? []
      const answer = await fetch(url, { headers: { "x-api-key": key } })
      expect(await answer.json()).toMatchObject({ success: true, data: { name: "Acme" } })
    } finally {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it(
    "prints of an app with a carrier and a receiver what the README shows, and nothing else",
    { timeout: 120_000 },
    async () => {
      const heading = "A carrier and a receiver of your own"
      const [program] = programs(heading)
      const shown = Readme.blocks(heading).flatMap((block) => block._tag === "Printed" ? block.lines : [])
      const port = String(await freePort())
      const curl = Readme.blocks(heading).flatMap((block) => block._tag === "Shell" ? block.lines : []).find((line) =>
        line.startsWith("curl ")
      )
      const folder = fileURLToPath(new URL(`../../.cache/readme-app-${process.pid}/`, import.meta.url))
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${folder}package.json`, "{\"type\":\"module\"}")
      writeFileSync(`${folder}${program!.name}`, program!.code.replaceAll("3000", port))
      const child = spawn(process.execPath, [...fromSource, program!.name], { cwd: folder, timeout: 60_000 })
      let printed = ""
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => printed += text)
      }
      try {
        const url = /http\S+/.exec(curl!)![0].replace("3000", port)
        await vi.waitFor(() => fetch(url, { method: "POST" }), { timeout: 60_000, interval: 50 })
        await vi.waitFor(() => expect(printed.split("\n")).toEqual([...shown, ""]), { timeout: 60_000, interval: 50 })
      } finally {
        child.kill("SIGKILL")
        rmSync(folder, { recursive: true, force: true })
      }
    }
  )

  it("installs nothing by a name that no registry has", () => {
    const installed = Readme.commands().filter((line) => line.startsWith("npm install "))
    expect(installed.length).toBeGreaterThan(2)
    for (const line of installed) expect(line).not.toMatch(/ (signalbox|@signalbox\/\S*)( |$)/)
  })

  it.each(["A carrier and a receiver of your own", "The same in Hono on Bun"])(
    "shows an app with both in under 60 lines: %s",
    (heading) => {
      const [program, ...others] = programs(heading)
      expect(others).toEqual([])
      expect(Readme.length(program!.code)).toBeLessThan(60)
    }
  )
})
