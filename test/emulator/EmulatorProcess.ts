/**
 * The emulator as others run it: a process of its own, started by its command, watched over its output.
 */
import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import * as Bundle from "../Bundle.ts"

export interface EmulatorProcess {
  readonly url: string
  readonly apiKey: string
  readonly pid: number
  /** From the start of the process until it was ready. */
  readonly startMillis: number
  /** Returns what it has printed so far. */
  readonly output: () => string
  readonly signal: (signal: NodeJS.Signals) => void
  /** Waits for its end. */
  readonly exited: Promise<Ended>
  /** Ends it, and waits until it has. */
  readonly stop: () => Promise<Ended>
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export type Environment = Readonly<Record<string, string>>

const main = fileURLToPath(new URL("../../packages/emulator/src/main.ts", import.meta.url))
const startLimit = 60_000

const settings = [
  "API_KEY",
  "CONTROL_CLIENTS",
  "CONTROL_HOSTS",
  "DATABASE_URL",
  "DOCS_URL",
  "HOST",
  "NETWORK",
  "PORT",
  "SEED"
]

const launch = async (environment: Environment) => {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.includes(name)))
  const program = await Bundle.of(main)
  const began = performance.now()
  const child = spawn(process.execPath, [program], {
    env: { ...inherited, PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const written = { out: "", err: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => written.out += text)
  child.stderr.setEncoding("utf8").on("data", (text: string) => written.err += text)
  const exited: Promise<Ended> = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ...written
  }))
  return { began, child, written, exited }
}

const live = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of live) child.kill("SIGKILL")
})

/** Ends those of this test process that have not ended, ready or not. */
export const killAll = async (): Promise<void> => {
  const ending = [...live].map((child) => once(child, "close"))
  for (const child of live) child.kill("SIGKILL")
  await Promise.all(ending)
}

/** Starts it with these settings, and waits until it is ready. `PORT` is a free one unless it is given. */
export const start = async (environment: Environment = {}): Promise<EmulatorProcess> => {
  const { began, child, exited, written } = await launch(environment)
  live.add(child)
  void exited.then(() => live.delete(child))
  const ready = new Promise<{ readonly url: string; readonly apiKey: string }>((resolve) => {
    child.stdout!.on("data", () => {
      const url = /^Signalbox emulator on (\S+)$/m.exec(written.out)?.[1]
      const apiKey = /^API key: (\S+)$/m.exec(written.out)?.[1]
      if (url !== undefined && apiKey !== undefined) resolve({ url, apiKey })
    })
  })
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`the emulator is not ready: ${written.out}${written.err}`)), startLimit).unref()
    void exited.then((ended) => reject(new Error(`the emulator ended: ${JSON.stringify(ended)}`)))
  })
  const { apiKey, url } = await Promise.race([ready, late])
  return {
    url,
    apiKey,
    pid: child.pid!,
    startMillis: performance.now() - began,
    output: () => written.out,
    signal: (signal) => child.kill(signal),
    exited,
    stop: () => {
      child.kill("SIGKILL")
      return exited
    }
  }
}

/** Runs it with settings that it cannot start with, and tells how it ended. */
export const fails = async (environment: Environment): Promise<Ended> => {
  const { exited } = await launch(environment)
  return await exited
}
