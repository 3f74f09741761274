/**
 * The command line as a program: its two outputs, its exit codes, and how it ends when it is told to.
 */
import * as Entry from "@signalbox/command/Entry"
import * as Program from "@signalbox/command/Program"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire, syncBuiltinESMExports } from "node:module"
import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest"

const { version } = JSON.parse(
  readFileSync(new URL("../../packages/command/package.json", import.meta.url), "utf8")
) as {
  readonly version: string
}

type Signal = "SIGINT" | "SIGTERM"

let told: { out: string; err: string; codes: Array<unknown> }
let before: ReadonlyArray<NodeJS.SignalsListener>
const outputs = [["out", process.stdout], ["err", process.stderr]] as const
const listenersOf = () => outputs.map(([, stream]) => stream.listeners("error"))
let errorListeners: ReturnType<typeof listenersOf>

beforeEach(() => {
  told = { out: "", err: "", codes: [] }
  before = process.listeners("SIGTERM")
  errorListeners = listenersOf()
  vi.spyOn(process, "exit").mockImplementation((code) => {
    told.codes.push(code)
    return undefined as never
  })
  for (const [name, stream] of outputs) {
    vi.spyOn(stream, "write").mockImplementation((text: unknown, ...rest: ReadonlyArray<unknown>) => {
      told[name] += String(text)
      const done = rest.at(-1)
      if (typeof done === "function") done()
      return true
    })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  for (const [index, [, stream]] of outputs.entries()) {
    for (const each of stream.listeners("error")) {
      if (!errorListeners[index]!.includes(each)) stream.off("error", each as () => void)
    }
  }
})

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { interval: 2, timeout: 20_000 })

/** Tells the program that was started last that it is to end. */
const end = (signal: Signal): void => {
  const [own] = process.listeners("SIGTERM").filter((each) => !before.includes(each))
  own!(signal)
}

describe("the program", () => {
  it("prints to its standard output, and ends by itself where all is well", async () => {
    Program.main(["--version"])
    await until(() => told.out !== "")
    expect(told).toEqual({ out: `${version}\n`, err: "", codes: [] })
  })

  it("prints to its error output, and ends with the code of what is wrong", async () => {
    Program.main(["acounts"])
    await until(() => told.codes.length > 0)
    expect(told).toEqual({
      out: "",
      err: "There is no command acounts. Did you mean accounts?\n",
      codes: [2]
    })
  })

  it("ends with 1 when it fails in a way that nobody has thought of, and prints nothing", async () => {
    vi.spyOn(process.stdout, "write").mockImplementation(() => {
      throw new Error("no output")
    })
    Program.main(["--version"])
    await until(() => told.codes.length > 0)
    expect(told).toEqual({ out: "", err: "", codes: [1] })
  })

  it("goes on when nobody reads its outputs any more", async () => {
    Program.main(["--version"])
    const added = outputs.map(([, stream], index) => stream.listenerCount("error") - errorListeners[index]!.length)
    expect(added).toEqual([1, 1])
    for (const [index, [, stream]] of outputs.entries()) {
      const [own] = stream.listeners("error").filter((each) => !errorListeners[index]!.includes(each))
      expect(own!(new Error("EPIPE"))).toBeUndefined()
    }
    await until(() => told.out !== "")
  })
})

describe("a signal", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-program-"))
  const file = join(folder, "order.json")
  writeFileSync(file, "{}")

  afterAll(() => rmSync(folder, { recursive: true }))

  /** Nobody answers whoever connects. */
  const silent = async (use: (url: string, connected: () => boolean) => Promise<void>): Promise<void> => {
    let count = 0
    const server = createServer((socket) => {
      count += 1
      socket.on("error", () => {})
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    try {
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => count > 0)
    } finally {
      server.close()
    }
  }

  it("ends what is under way as interrupted, and what goes on until it is stopped in good order", async () => {
    vi.stubEnv("SIGNALBOX_API_KEY", "a key")
    await silent(async (url, connected) => {
      Program.main(["messages", "explain", file, "--url", url])
      await until(connected)
      end("SIGINT")
      await until(() => told.codes.length === 1)
      Program.main(["mcp", "--url", url])
      await until(() => process.listenerCount("SIGTERM") > before.length)
      end("SIGTERM")
      await until(() => told.codes.length === 2)
      const lines = vi.spyOn(console, "log").mockImplementation(() => {})
      Program.main(["dev", "--port", "0"])
      await until(() => lines.mock.calls.flat().join("\n").includes("Signalbox emulator on "))
      end("SIGTERM")
      await until(() => told.codes.length === 3)
    })
    vi.unstubAllEnvs()
    expect(told.codes).toEqual([130, 0, 0])
  })
})

describe("the entry", () => {
  const module: { enableCompileCache?: () => void } = createRequire(import.meta.url)("node:module")
  const enable = module.enableCompileCache
  const { argv, exitCode, versions } = process

  afterEach(() => {
    module.enableCompileCache = enable!
    syncBuiltinESMExports()
    Object.defineProperty(process, "versions", { value: versions })
    process.argv = argv
    process.exitCode = exitCode
  })

  it.each<[node: string, isRun: boolean]>([["22.19.0", true], ["22.18.9", false]])(
    "on Node %s runs what the process was called with, or says what is needed: %s",
    async (node, isRun) => {
      let caches = 0
      module.enableCompileCache = () => void (caches += 1)
      syncBuiltinESMExports()
      Object.defineProperty(process, "versions", { value: { ...versions, node } })
      process.argv = ["node", "signalbox", "--version"]
      const complaints = vi.spyOn(console, "error").mockImplementation(() => {})
      Entry.start()
      await until(() => told.out !== "" || complaints.mock.calls.length > 0)
      const needed = `Signalbox needs Node.js 22.19 or newer, or Bun. This is Node.js ${node}.`
      expect([told.out, complaints.mock.calls, process.exitCode, caches]).toEqual(
        isRun ? [`${version}\n`, [], exitCode, 1] : ["", [[needed]], 1, 0]
      )
    }
  )
})
