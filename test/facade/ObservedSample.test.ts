/**
 * The sample of the guide by which a host sees what its service does, with the real pino: it logs, and its route tells
 * Prometheus.
 */
import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Log } from "signalbox"
import { createSignalbox, memory } from "signalbox"
import { expect, it, vi } from "vitest"
import { fromSource } from "../FromSource.ts"
import * as Exposition from "./Exposition.ts"

const page = readFileSync(new URL("../../docs/guides/observability.md", import.meta.url), "utf8")
const section = page.split("# Logs, metrics and traces\n")[1]!.split("\n## ")[0]!
const sample = /^```ts\n([\s\S]*?)^```$/m.exec(section)![1]!

const patience = { timeout: 60_000, interval: 50 }

/** Any port that is free, which the sample says then. */
const listens = `.listen(0, function() { process.stderr.write("port " + this.address().port + "\\n") })`

it("the sample logs through pino, and serves metrics by one route", { timeout: 120_000 }, async () => {
  // Inside of the repository, where the packages are found.
  const folder = fileURLToPath(new URL(`../../.cache/observed-${process.pid}/`, import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}package.json`, "{\"type\":\"module\"}")
  writeFileSync(`${folder}sample.ts`, sample.replace(".listen(3000)", listens))
  const child = spawn(process.execPath, [...fromSource, "sample.ts"], { cwd: folder, timeout: 60_000 })
  let [printed, said] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text: string) => printed += text)
  child.stderr.setEncoding("utf8").on("data", (text: string) => said += text)
  try {
    await vi.waitFor(() => expect(said).toMatch(/^port \d+$/m), patience)
    const [, port] = /^port (\d+)$/m.exec(said)!
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    const refused = await ask("/v3/me")
    expect(refused.status).toBe(401)
    const answer = await ask("/metrics")
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
    const samples = Exposition.read(await answer.text()).flatMap((family) => family.samples)
    expect(samples).toContainEqual({
      name: "signalbox_requests",
      labels: { operation: "me.get", status: "401" },
      value: 1
    })
    await vi.waitFor(() => expect(printed).toContain("\n"), patience)
    const [line = ""] = printed.split("\n")
    // An account without a balance is warned of.
    expect(JSON.parse(line)).toMatchObject({ level: 40, msg: expect.stringContaining("balance"), pid: child.pid })
  } finally {
    child.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  }
})

it("the console logs by the one line that the guide shows", async () => {
  const [, code = ""] =
    /`log: (\(\{ fields, level, message \}\) => console\[level\]\(message, fields\))`/.exec(section) ?? []
  const log = new Function(`return ${code}`)() as Log
  const spy = vi.spyOn(console, "warn").mockImplementation(() => {})
  try {
    const box = createSignalbox({ storage: memory(), carriers: [], log })
    const { id } = await box.accounts.ensure({ name: "Acme" })
    await box.close({ graceMs: 0 })
    expect(spy.mock.calls).toEqual([[expect.stringContaining("balance"), expect.objectContaining({ account: id })]])
  } finally {
    spy.mockRestore()
  }
})
