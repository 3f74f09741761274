/**
 * Asks the quickest tests of many mutants in few processes. Most mutants die so, in a tenth of the time that a process for
 * each would take; only what lives here has to be asked alone.
 */
import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import type { TreeCopy } from "../../TreeCopy.ts"
import * as Change from "../Change.ts"
import type { Part, Plan } from "../Covering.ts"
import type { Drawn } from "../Draw.ts"
import * as Order from "./Order.ts"

/** A change, with the tests that run its place. */
export interface Planned {
  readonly drawn: Drawn
  readonly plan: Plan
}

/** A mutant gets so much of the tests' time, in milliseconds, beside the files that are named after its source. */
const most = 3000

/** So many mutants share a process: one that hangs, or ends its process, makes the others begin again. */
const together = 40

/** A process that has told nothing for so long hangs, in milliseconds; before it tells anything it loads hundreds of modules. */
const silence = { first: 300_000, later: 60_000 }

/** Returns the quickest parts, and first those that are named after the source. */
const quickest = ({ drawn, plan }: Planned): ReadonlyArray<Part> => {
  const name = basename(drawn.file, ".ts")
  const isOwn = ({ file }: Part): boolean => basename(file).startsWith(name)
  let left = most
  return plan.parts.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one))).filter((part) => {
    if (isOwn(part)) return true
    if (part.ms > left) return false
    left -= part.ms
    return true
  })
}

const mutantOf = (planned: Planned): Order.Mutant => ({
  file: planned.drawn.file,
  text: Change.apply(planned.drawn.change, planned.drawn.source),
  parts: quickest(planned).map(({ file, names }) => ({ file, names }))
})

const eventsOf = (path: string): ReadonlyArray<Order.Event> =>
  existsSync(path)
    ? readFileSync(path, "utf8").split("\n").filter((line) => line !== "").map((line) =>
      JSON.parse(line) as Order.Event
    )
    : []

/** Waits until the process has ended, and ends it when it tells nothing for too long. */
const ended = (copy: TreeCopy, order: string, events: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const vitest = join(copy.root, "node_modules", "vitest", "vitest.mjs")
    const child = spawn(process.execPath, [
      vitest,
      "run",
      "--config",
      "test/mutate/generated/together/together.config.ts"
    ], {
      cwd: copy.root,
      // Where CI is said, no test writes a snapshot that it does not find.
      env: { ...process.env, CI: "true", PROP_RUNS: "1", [Order.variable]: order },
      stdio: "ignore",
      detached: true
    })
    const stop = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
      } catch {
        // All of them have ended.
      }
    }
    process.on("exit", stop)
    let told = { events: 0, until: performance.now() + silence.first }
    const timer = setInterval(() => {
      const now = eventsOf(events).length
      if (now > told.events) told = { events: now, until: performance.now() + silence.later }
      if (performance.now() > told.until) stop()
    }, 500)
    child.on("error", reject)
    child.on("exit", () => {
      clearInterval(timer)
      stop()
      process.off("exit", stop)
      resolve()
    })
  })

const confirmed = (mutants: ReadonlyArray<Order.Mutant>, events: ReadonlyArray<Order.Event>): ReadonlySet<number> => {
  const sure = new Set(events.flatMap((event) => event._tag === "Confirmed" ? [`${event.source} ${event.test}`] : []))
  return new Set(
    events.flatMap((event) =>
      event._tag === "Failed" && sure.has(`${mutants[event.mutant]?.file} ${event.test}`) ? [event.mutant] : []
    )
  )
}

/** Plays some in one process, and again without the one in which it ended before its end. */
const play = async (copy: TreeCopy, name: string, all: ReadonlyArray<Planned>): Promise<ReadonlyArray<Drawn>> => {
  const [order, events] = [join(copy.root, `${name}.json`), join(copy.root, `${name}.jsonl`)]
  let left = all
  while (left.length > 0) {
    rmSync(events, { force: true })
    const mutants = left.map(mutantOf)
    Order.write(order, { mutants, events })
    await ended(copy, order, events)
    const told = eventsOf(events)
    const open = new Set(told.flatMap((event) => event._tag === "Begun" ? [event.mutant] : []))
    for (const event of told) if (event._tag === "Ended") open.delete(event.mutant)
    if (open.size === 0) {
      const dead = confirmed(mutants, told)
      return left.flatMap(({ drawn }, index) => dead.has(index) ? [drawn] : [])
    }
    left = left.filter((_, index) => !open.has(index))
  }
  return []
}

/** Returns those that some test surely notices; of the others nothing is known. Nobody may change the copy meanwhile. */
export const noticed = async (
  copy: TreeCopy,
  all: ReadonlyArray<Planned>,
  processes: number
): Promise<ReadonlySet<Drawn>> => {
  const bySource = all.filter((each) => quickest(each).length > 0)
    .toSorted((one, other) => one.drawn.file < other.drawn.file ? -1 : Number(one.drawn.file > other.drawn.file))
  const waiting: Array<ReadonlyArray<Planned>> = []
  for (let at = 0; at < bySource.length; at += together) waiting.push(bySource.slice(at, at + together))
  const found = new Set<Drawn>()
  const work = async (_: unknown, worker: number): Promise<void> => {
    for (let some = waiting.shift(); some !== undefined; some = waiting.shift()) {
      for (const drawn of await play(copy, `.together${worker}`, some)) found.add(drawn)
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
  return found
}
