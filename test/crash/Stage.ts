/**
 * A crash test plays on a database that keeps what it said, a carrier and a webhook's receiver that outlive every node,
 * and a template that is ready to be sent.
 */
import * as ReceiverModule from "@signalbox/testing/http/Receiver"
import { randomUUID } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { outages } from "../postgres/Server.ts"
import * as Carrier from "./Carrier.ts"
import type { Point } from "./CrashPoint.ts"
import type { Database } from "./Database.ts"
import * as Databases from "./Database.ts"
import * as Furniture from "./Furniture.ts"
import type { NodeProcess, Wanted } from "./NodeProcess.ts"
import * as Node from "./NodeProcess.ts"
import * as Verdict from "./Verdict.ts"
import type { History } from "./Workload.ts"
import * as Workload from "./Workload.ts"

export interface Stage {
  readonly carrier: Carrier.Carrier
  /** Boots a node of this name, which gets the carrier's receipts from now on. */
  readonly boot: (id: string, wanted?: Partial<Wanted>) => Promise<NodeProcess>
  /** Kills the node at this point of its work, and returns what its clients were told. */
  readonly die: (node: NodeProcess, at: Point) => Promise<History>
  /** Waits until all that clients were told has come true, and tells what has not. */
  readonly judge: (url: string, history: History, most?: Partial<Most>) => Promise<ReadonlyArray<string>>
  /**
   * Asks again what was never answered, in all histories that were judged, waits for it as well, and tells what is
   * wrong with that, and with the sums of it all.
   */
  readonly settle: (url: string, most?: Partial<Most>) => Promise<ReadonlyArray<string>>
  readonly stop: () => Promise<void>
}

export interface Most {
  /** How often a handset may ring. */
  readonly rings: number
  /** How long it may take until all is done. */
  readonly millis: number
}

/** Makes a webhook of the organization, for every event of its messages unless told otherwise. */
export const subscribe = async (
  url: string,
  endpoint: string,
  selected: object = { event_types: ["message"] }
): Promise<void> => {
  const answer = await fetch(`${url}/v3/webhooks`, {
    method: "POST",
    headers: { "x-api-key": Furniture.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ display_name: "crash", endpoint_url: endpoint, ...selected })
  })
  if (answer.status !== 201) throw new Error(await answer.text())
}

/** Until the templates are approved a message is BLOCKED, rightly: nothing is killed before that. */
export const ready = async (url: string, apiKey: string): Promise<void> => {
  const headers = { "x-api-key": apiKey, "content-type": "application/json" }
  for (;;) {
    const sent = await fetch(`${url}/v3/messages`, {
      method: "POST",
      headers,
      body: JSON.stringify({ to: ["+12015550123"], template: { name: "hello_welcome_to_signalbox" } })
    })
    const { data } = await sent.json() as {
      readonly data: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> } | null
    }
    if (data === null) throw new Error(`no template: ${sent.status}`)
    for (;;) {
      const answer = await fetch(`${url}/v3/messages/${data.recipients[0]!.message_id}`, { headers })
      const { data: found } = await answer.json() as { readonly data: { status: string; reason_code?: string } }
      if (found.reason_code === "VALIDATION_008") return
      if (found.status === "BLOCKED") break
      await sleep(20)
    }
  }
}

export interface Options {
  /** One of PostgreSQL unless given. The stage removes it at its end. */
  readonly database?: Database
  /** Whether the carrier knows a message again that it has had before. */
  readonly remembers?: boolean
  /** The first node, which makes all that is there, gets these in its environment. */
  readonly more?: Readonly<Record<string, string>>
}

export const open = async ({ database: given, more = {}, remembers = true }: Options = {}): Promise<Stage> => {
  const carrier = await Carrier.start(remembers)
  const receiver = await ReceiverModule.start()
  const database = given ?? await Databases.postgres()
  const histories: Array<History> = []

  const boot = async (id: string, wanted: Partial<Wanted> = {}): Promise<NodeProcess> => {
    const node = await Node.boot({
      database: database.settings,
      carrierUrl: carrier.url,
      id,
      ...wanted
    })
    carrier.connect(node.url)
    return node
  }

  const first = await boot("node-first", { more })
  await ready(first.url, Furniture.apiKey)
  await ready(first.url, Furniture.limitedKey)
  const path = `/${randomUUID()}`
  await subscribe(first.url, receiver.url(path))
  await first.kill()

  const evidence = (url: string): Verdict.Evidence => {
    carrier.connect(url)
    return { url, database, carrier, webhook: { receiver, path } }
  }
  const kept = async (found: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    // The nodes get over an outage of the database; here nobody has made one.
    const wrong = [...found, ...outages()]
    if (wrong.length > 0) keep({ wrong, tables: await database.tables(), histories })
    return wrong
  }

  return {
    carrier,
    boot,
    die: async (node, at) => {
      await node.crash({ at, passes: 3, signal: "SIGKILL" })
      const work = Workload.run(node.url, 4, 20)
      await node.exited
      carrier.connect(null)
      await work.ended
      return work.history
    },
    judge: async (url, history, { millis = 60_000, rings = 1 } = {}) => {
      if (!histories.includes(history)) histories.push(history)
      return kept([
        ...await Workload.repeat(url, history),
        ...await Verdict.ofClients(evidence(url), history, { rings, millis }),
        ...await Verdict.ofSums(evidence(url), histories)
      ])
    },
    settle: async (url, { millis = 60_000, rings = 1 } = {}) => {
      const all: History = { asked: histories.flatMap(({ asked }) => asked) }
      return kept([
        ...await Workload.finish(url, all),
        ...await Verdict.ofClients(evidence(url), all, { rings, millis }),
        ...await Verdict.ofStore(evidence(url), histories)
      ])
    },
    stop: async () => {
      await carrier.stop()
      await receiver.stop()
      await database.remove()
    }
  }
}

/** Writes a failed history to a file, so that somebody can look at it. */
const keep = (found: object): void => {
  const folder = join(tmpdir(), "signalbox-crash")
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${Date.now()}.json`)
  writeFileSync(file, JSON.stringify(found, null, 2))
  console.log(`the history is in ${file}`)
}
