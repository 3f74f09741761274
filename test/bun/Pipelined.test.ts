/**
 * Clients without a key that pipeline on Bun (decisions 9.4 "pipelined requests"), and what Bun's own server does not let
 * Signalbox do, which docs/guides/mounts.md tells.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { fromSource } from "../FromSource.ts"
import { pipelined, unanswered } from "../hostile/Pipelined.ts"
import * as BunSubject from "../http/BunSubject.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const requests = ["HEAD /docs", "HEAD /openapi.json", "GET /healthcheck", "POST /carriers/nobody", "GET /v3/me"]

test("whoever pipelines is answered, or told to come again", { timeout: 120_000 }, async () => {
  const { subject } = await BunSubject.host(BunSubject.memory)
  try {
    const port = Number(new URL(subject.baseUrl).port)
    // The script of the page is loaded by the first request for it, which has to wait.
    await fetch(`${subject.baseUrl}/docs`)
    let answered = 0
    for (const request of requests) {
      const turn = await Promise.all(Array.from({ length: 20 }, () => pipelined(port, request, 500)))
      answered += turn.reduce((sum, { answers }) => sum + answers, 0)
      // Whoever has no answer to all has one that ends the connection: others' requests come after that.
      expect(turn.filter(({ answers, isEnded }) => answers < 500 && !isEnded)).toEqual([])
      expect(Math.min(...turn.map(({ answers }) => answers))).toBeGreaterThan(0)
      expect(await unanswered(port, request, 500)).toBe(0)
    }
    // Ten thousand requests in one turn take longer on any machine than a turn may.
    expect(answered).toBeLessThan(requests.length * 20 * 500)
  } finally {
    await subject.stop()
  }
})

test(
  "Bun.serve answers nobody who pipelines behind an open request, node:http on Bun does",
  { timeout: 120_000 },
  async () => {
    const script = `${root}/test/bun/servers/pipelining.ts`
    const child = spawn(`${root}/node_modules/.bin/bun`, [...fromSource, script], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    try {
      const [line] = await once(createInterface(child.stdout), "line") as [string]
      const { mounted, nodes, plain }: Record<string, number> = JSON.parse(line)
      // When this fails, Bun has learned it, and the page about mounts has a paragraph too many.
      expect(await pipelined(plain!, "GET /", 2)).toEqual({ answers: 0, isEnded: false })
      expect((await pipelined(nodes!, "GET /", 500)).answers).toBe(500)
      for (const request of requests) expect((await pipelined(mounted!, request, 500)).answers).toBe(500)
    } finally {
      child.kill()
    }
  }
)
