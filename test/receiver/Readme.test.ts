/**
 * The README of the receiver kit: its server prints what stands below it.
 */
import type { WebhookId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as Signature from "@signalbox/core/internal/delivery/Signature"
import type { SigningSecret } from "@signalbox/core/Secret"
import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { expect, it, vi } from "vitest"
import { fromSource } from "../FromSource.ts"

const readme = readFileSync(new URL("../../packages/receiver/README.md", import.meta.url), "utf8")
const blocks = [...readme.matchAll(/^```(ts|text)\n([\s\S]*?)^```$/gm)]
const [program = ""] = blocks.flatMap(([, language, text]) => language === "ts" ? [text!] : [])
const shown = blocks.flatMap(([, language, text]) => language === "text" ? [text!] : [])

const patience = { timeout: 60_000, interval: 50 }

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

it(
  "its server prints what the README shows, for what was signed and for what was not",
  { timeout: 120_000 },
  async () => {
    const secret = /whsec_[^"]+/.exec(program)![0] as SigningSecret
    const [number, words] = /^(\S+) (.*)$/m.exec(shown[0]!)!.slice(1)
    const body = JSON.stringify({
      field: "message",
      event: "message.received",
      timestamp: "2025-10-09T08:53:20Z",
      event_id: "one",
      payload: { inbound_number: number, text: words }
    })
    const webhook = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" as WebhookId
    const headers = {
      ...Signature.headers({ secret, webhook, eventId: "one", number: 1, at: instant(Date.now()), body })
    }
    const port = String(await freePort())
    // Inside of the repository, where the packages are found.
    const folder = fileURLToPath(new URL(`../../.cache/receiver-${process.pid}/`, import.meta.url))
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}package.json`, "{\"type\":\"module\"}")
    writeFileSync(`${folder}server.ts`, program.replace("4000", port))
    const child = spawn(process.execPath, [...fromSource, "server.ts"], { cwd: folder, timeout: 60_000 })
    let printed = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => printed += text)
    }
    const post = (text: string) => fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: text })
    try {
      const answer = await vi.waitFor(() => post(body), patience)
      expect(answer.status).toBe(204)
      expect((await post(`${body} `)).status).toBe(401)
      await vi.waitFor(() => expect(printed).toBe(shown.join("")), patience)
    } finally {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    }
  }
)
