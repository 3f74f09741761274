/**
 * The walks of the page about the emulator, word for word, in a shell, against the emulator.
 */
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { EmulatorProcess } from "../emulator/EmulatorProcess.ts"
import * as Process from "../emulator/EmulatorProcess.ts"

const page = readFileSync(new URL("../../docs/guides/emulator.md", import.meta.url), "utf8")
const apiKey = /^API_KEY=(\S+) npm start$/m.exec(page)?.[1] ?? ""

/** The shell blocks under a heading. */
const blocks = (heading: string): ReadonlyArray<string> => {
  const section = page.split(`## ${heading}`)[1]?.split(/^#{2,3} /m)[0] ?? ""
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!)
}

describe("the walk of the page about the emulator", () => {
  let emulator: EmulatorProcess

  beforeAll(async () => {
    emulator = await Process.start({ API_KEY: apiKey })
  })

  const ends: Array<() => void> = []

  afterAll(async () => {
    for (const end of ends) end()
    await emulator.stop()
  })

  it("shows a message that WhatsApp refused arrive by SMS, why, and one from tomorrow", async () => {
    const [start, ...walk] = blocks("A walk: WhatsApp refuses, SMS delivers")
    expect(start).toContain("npm start")
    // One answer a line, and the emulator where it is: the lines themselves run as they stand there.
    const home = mkdtempSync(join(tmpdir(), "signalbox-walk-"))
    ends.push(() => rmSync(home, { recursive: true }))
    writeFileSync(join(home, ".curlrc"), "write-out = \"\\n\"\n")
    const { stdout } = await promisify(execFile)("bash", ["-e", "-c", walk.join("\n")], {
      env: { ...process.env, CURL_HOME: home, PORT: new URL(emulator.url).port },
      timeout: 20_000
    })
    const answers: unknown = stdout.trim().split("\n").map((line) => JSON.parse(line) as unknown)
    const [, , received, activities, , none, clock, later] = answers as readonly [
      unknown,
      unknown,
      ReadonlyArray<{ readonly carrier: string; readonly body: string }>,
      { readonly data: { readonly activities: ReadonlyArray<{ readonly reason_code?: string }> } },
      unknown,
      ReadonlyArray<unknown>,
      { readonly offset_ms: number; readonly idle: boolean },
      ReadonlyArray<{ readonly body: string }>
    ]
    expect(received).toMatchObject([{ carrier: "sms-a", body: "Hello Ada, welcome to Signalbox." }])
    expect(activities.data.activities.flatMap(({ reason_code: code }) => code ?? [])).toEqual([
      "DELIVERY_007",
      "DELIVERY_007"
    ])
    expect(none).toEqual([])
    expect(clock).toMatchObject({ offset_ms: 86_400_000, idle: true })
    expect(later).toMatchObject([{ body: "Hello Grace, welcome to Signalbox." }])
  })
})
