/**
 * Ends a run of tests that hangs. Vitest's timeouts cannot end a file that never finishes its imports or that computes
 * without a pause, so a run would wait for it for as long as whoever started the run is patient, and then say nothing.
 */
import { execFileSync } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"

/** Longer than any test may take by its own timeout. */
const patience = 10 * 60_000

/** A process has so long to say what it is doing. */
const grace = 5000

/** Node listens here for a debugger in a process that is told SIGUSR1, also when it is amid a loop without an end. */
const inspector = "http://127.0.0.1:9229/json/list"

interface InspectorMessage {
  readonly method?: string
  readonly params: {
    readonly scriptId: string
    readonly url: string
    readonly callFrames: ReadonlyArray<{
      readonly functionName: string
      readonly location: { readonly scriptId: string; readonly lineNumber: number }
    }>
  }
}

/** Returns the place in its code where a process is, or null when it runs none and waits. */
const stack = async (worker: number): Promise<string | null> => {
  process.kill(worker, "SIGUSR1")
  await sleep(1000)
  const [target] = await (await fetch(inspector)).json() as ReadonlyArray<{ webSocketDebuggerUrl: string }>
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  const urls = new Map<string, string>()
  const paused = new Promise<string>((resolve) => {
    socket.addEventListener("message", ({ data }) => {
      const { method, params } = JSON.parse(String(data)) as InspectorMessage
      if (method === "Debugger.scriptParsed") urls.set(params.scriptId, params.url)
      if (method !== "Debugger.paused") return
      const frames = params.callFrames.slice(0, 20).map(({ functionName, location: { lineNumber, scriptId } }) =>
        `    at ${functionName} (${urls.get(scriptId)}:${lineNumber + 1})`
      )
      resolve(frames.join("\n"))
    })
  })
  socket.addEventListener("open", () => {
    for (const [id, method] of ["Debugger.enable", "Debugger.pause"].entries()) {
      socket.send(JSON.stringify({ id: id + 1, method }))
    }
  })
  return Promise.race([paused, sleep(grace).then(() => null)])
}

/** Ends this process's workers, one after the other, because they would listen for debuggers at the same port. */
const end = async (): Promise<void> => {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
  for (const line of all.split("\n")) {
    const [worker, parent, ...args] = line.trim().split(/\s+/)
    if (Number(parent) !== process.pid || !args.some((arg) => arg.endsWith("/workers/forks.js"))) continue
    const found = await stack(Number(worker)).catch((error: unknown) => `    ${String(error)}`)
    console.log(`  process ${worker}:\n${found ?? "    waits"}`)
    process.kill(Number(worker), "SIGKILL")
    await sleep(1000)
  }
}

/** Barks when nothing that runs has begun or ended for longer than any test may take, and says what has not ended. */
export class Watchdog {
  readonly #running = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  begins(name: string): void {
    this.#running.add(name)
    this.#wait()
  }

  ends(name: string): void {
    this.#running.delete(name)
    this.#wait()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#bark(), patience)
    this.#timer.unref()
  }

  async #bark(): Promise<void> {
    console.log(`\nNothing has happened for ${patience / 60_000} minutes. These have not ended:`)
    for (const name of this.#running) console.log(`  ${name}`)
    console.log(`What their processes are doing, which end now:`)
    await end()
  }
}
