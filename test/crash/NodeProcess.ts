/**
 * Starts nodes as processes, and ends them in the ways in which nodes end.
 */
import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import * as Bundle from "../Bundle.ts"
import type * as CrashPoint from "./CrashPoint.ts"

const script = fileURLToPath(new URL("./node.ts", import.meta.url))

export interface NodeProcess {
  readonly url: string
  readonly pid: number
  /** Ends when the process has. */
  readonly exited: Promise<void>
  readonly kill: () => Promise<void>
  /** Tells the node at which point it is to end. */
  readonly crash: (plan: CrashPoint.Plan) => Promise<void>
  readonly signal: (signal: NodeJS.Signals) => void
}

export interface Wanted {
  /** The database that it uses, in its environment. */
  readonly database: Readonly<Record<string, string>>
  readonly carrierUrl: string
  readonly id: string
  readonly heartbeatMillis?: number
  /** How far its clock is ahead of the real time. */
  readonly aheadMillis?: number
  readonly maxConnections?: number
  /** The node gets these besides, in its environment. */
  readonly more?: Readonly<Record<string, string>>
}

const live = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of live) child.kill("SIGKILL")
})

type Launched = Omit<NodeProcess, "crash">

/** Starts a program in a process of its own, and ends when it says `listening <url>`. */
export const launch = async (program: string, env: Readonly<Record<string, string>>): Promise<Launched> => {
  const child = spawn(process.execPath, [await Bundle.of(program)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  live.add(child)
  const exited = once(child, "exit").then(() => {
    live.delete(child)
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const found = /^listening (\S+)$/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once("exit", (code, signal) => reject(new Error(`the node ended with ${code ?? signal}`)))
  })
  return {
    url,
    pid: child.pid!,
    exited,
    signal: (signal) => child.kill(signal),
    kill: () => {
      child.kill("SIGKILL")
      return exited
    }
  }
}

/** Ends when the node serves. */
export const boot = async (wanted: Wanted): Promise<NodeProcess> => {
  const { aheadMillis = 0, heartbeatMillis = 300, maxConnections = 10, more = {} } = wanted
  const node = await launch(script, {
    CARRIER_URL: wanted.carrierUrl,
    ...wanted.database,
    NODE_ID: wanted.id,
    HEARTBEAT_MILLIS: String(heartbeatMillis),
    MAX_CONNECTIONS: String(maxConnections),
    CLOCK_AHEAD_MILLIS: String(aheadMillis),
    ...more
  })
  return {
    ...node,
    crash: async (plan) => {
      await fetch(`${node.url}/crash`, {
        method: "POST",
        body: JSON.stringify(plan),
        signal: AbortSignal.timeout(10_000)
      })
    }
  }
}
