/** The nodes of a soak, with what happens to each of them, and a journal of it. */
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import type { Postgres } from "../crash/Database.ts"
import type { NodeProcess } from "../crash/NodeProcess.ts"
import * as Node from "../crash/NodeProcess.ts"
import type { Schema } from "../postgres/Schema.ts"
import type { Happened } from "./Causes.ts"
import type { Disturbance, Size } from "./Plan.ts"

interface Member {
  readonly id: string
  readonly node: NodeProcess
  stands: boolean
  /** Whether another one is about to take its place, so that nothing else happens to it. */
  leaves: boolean
}

export interface Fleet {
  readonly began: Date
  readonly happened: ReadonlyArray<Happened>
  /** It tells in words what happened, with the second of it. */
  readonly journal: ReadonlyArray<string>
  /** The address of some node that is up and does not stand still, in turns. */
  readonly some: () => string | null
  readonly apply: (what: Disturbance) => Promise<void>
  /** Ends when everybody is up, goes on, and shows the right time. */
  readonly calm: () => Promise<void>
  readonly end: () => Promise<void>
}

/** A node that is told to end has so long to give back what it holds. */
const graceMillis = 3000

/** So often a node is started that ends before it serves. */
const mostStarts = 5

const cut = async (url: string, every: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: "soak" })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from (
       select pid, row_number() over (order by backend_start) as number from pg_stat_activity
       where application_name = 'signalbox' and datname = current_database()
     ) s where number % $1 = 0`,
    [every]
  )
  await client.end()
}

/** How long each node has been silent, in milliseconds by the database's clock. */
interface Silence {
  readonly id: string
  readonly silent: number
}

/** How often it is looked who is silent, in milliseconds. */
const lookMillis = 500

/** Tells again and again how long each node has been silent, until it is stopped. */
const watch = async ({ name, url }: Schema, tell: (found: Silence) => void): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: url, application_name: "soak" })
  await client.connect()
  const state = { isOver: false }
  const watching = (async () => {
    while (!state.isOver) {
      const { rows } = await client.query<Silence>(
        `select id, extract(epoch from clock_timestamp() - seen_at)::float8 * 1000 as silent from "${name}".node`
      )
      rows.forEach(tell)
      await sleep(lookMillis)
    }
  })()
  return async () => {
    state.isOver = true
    await watching
    await client.end()
  }
}

export const start = async (database: Postgres, carrierUrl: string, size: Size): Promise<Fleet> => {
  const [began, beganAt] = [performance.now(), new Date()]
  const happened: Array<Happened> = []
  const journal: Array<string> = []
  const members = new Map<number, Member>()
  const underWay = new Set<Promise<void>>()
  let isOver = false
  let named = 0
  let guests = 0
  let turn = 0

  const note = (text: string): void => {
    journal.push(`${((performance.now() - began) / 1000).toFixed(1)} s: ${text}`)
  }
  const happens = (what: Happened["what"], node: string | null): Happened => {
    const now = Date.now()
    const found: Happened = { what, node, from: now, to: now }
    happened.push(found)
    return found
  }

  /** Whoever is cut off while it starts may end, and is started again, as an operator would have it. */
  const boot = async (id: string, starts: number): Promise<NodeProcess> => {
    try {
      return await Node.boot({
        database: database.settings,
        carrierUrl,
        id,
        heartbeatMillis: size.heartbeatMillis,
        more: { SIGNAL: "on", POLL_MILLIS: "1000", GRACE_MILLIS: String(graceMillis) }
      })
    } catch (error) {
      note(`${id} has not started: ${error instanceof Error ? error.message : String(error)}`)
      if (starts === 1) throw error
      return boot(id, starts - 1)
    }
  }

  const join = async (place: number): Promise<void> => {
    const id = `node-${++named}`
    const node = await boot(id, mostStarts)
    if (isOver) return node.kill()
    members.set(place, { id, node, stands: false, leaves: false })
  }

  const leave = async ({ id, node }: Member): Promise<void> => {
    const leaving = happens("replaced", id)
    const index = happened.indexOf(leaving)
    node.signal("SIGTERM")
    await Promise.race([node.exited, sleep(3 * graceMillis).then(node.kill)])
    happened[index] = { ...leaving, to: Date.now() }
  }

  const going = (): ReadonlyArray<Member> => [...members.values()].filter(({ leaves, stands }) => !stands && !leaves)

  const kill = async (place: number, { id, node }: Member, absentMillis: number): Promise<void> => {
    note(`${id} is killed`)
    members.delete(place)
    happens("killed", id)
    await node.kill()
    await sleep(absentMillis)
    await join(place)
  }

  const stop = async (member: Member, millis: number): Promise<void> => {
    note(`${member.id} stands still for ${(millis / 1000).toFixed(1)} s`)
    member.stands = true
    // How long it stands is known before it does, for whoever looks for a cause meanwhile.
    const { from } = happens("stopped", member.id)
    happened[happened.length - 1] = { what: "stopped", node: member.id, from, to: from + millis }
    member.node.signal("SIGSTOP")
    await sleep(millis)
    member.node.signal("SIGCONT")
    member.stands = false
  }

  const set = async ({ id, node }: Member, ahead: number): Promise<void> => {
    note(`the clock of ${id} is set ${(ahead / 1000).toFixed(0)} s ahead`)
    const signal = AbortSignal.timeout(5000)
    await fetch(`${node.url}/clock`, { method: "POST", body: JSON.stringify({ ahead }), signal }).catch(() => undefined)
  }

  const guest = async (millis: number): Promise<void> => {
    const place = size.nodes + guests++
    await join(place)
    const member = members.get(place)
    if (member === undefined) return
    note(`${member.id} has joined`)
    await sleep(millis)
    if (members.get(place) !== member) return
    members.delete(place)
    await leave(member)
  }

  const carriedOut = async (what: Disturbance): Promise<void> => {
    if (what._tag === "Guest") return guest(what.millis)
    if (what._tag === "Cut") {
      note(what.every === 1 ? "all sessions are cut" : `1 of ${what.every} sessions is cut`)
      happens("cut", null)
      return cut(database.schema.url, what.every)
    }
    const member = members.get(what.place)
    // Somebody has to be left who works, and whoever stands still stays as it is.
    if (member === undefined || member.stands || member.leaves) return
    const isAlone = going().length < 2
    switch (what._tag) {
      case "Kill":
        return isAlone ? undefined : kill(what.place, member, what.absentMillis)
      case "Replace":
        note(`${member.id} is replaced`)
        member.leaves = true
        await join(what.place)
        return leave(member)
      case "Stop":
        return isAlone ? undefined : stop(member, what.millis)
      case "Clock":
        return set(member, what.aheadMillis)
    }
  }

  const silences = new Map<string, Happened>()
  const unwatch = await watch(database.schema, ({ id, silent }) => {
    // One whose session was cut counts as dead half a heartbeat later than that.
    if (silent < 1.2 * size.heartbeatMillis || !going().some((member) => member.id === id)) return
    const now = Date.now()
    const known = silences.get(id)
    const began = Math.round(now - silent)
    const silence: Happened = { what: "silent", node: id, from: began, to: now }
    if (known !== undefined && began - known.from < size.heartbeatMillis) happened[happened.indexOf(known)] = silence
    else happened.push(silence)
    silences.set(id, silence)
  })
  await Promise.all(Array.from({ length: size.nodes }, (_, place) => join(place)))
  return {
    began: beganAt,
    happened,
    journal,
    some: () => {
      const up = going()
      return up.length === 0 ? null : up[turn++ % up.length]!.node.url
    },
    apply: (what) => {
      const ends = carriedOut(what).finally(() => underWay.delete(ends))
      underWay.add(ends)
      return ends
    },
    calm: async () => {
      await Promise.all(underWay)
      await Promise.all([...members.values()].map((member) => set(member, 0)))
    },
    end: async () => {
      isOver = true
      await unwatch()
      await Promise.all([...members.values()].map(({ node }) => {
        node.signal("SIGCONT")
        return node.kill()
      }))
    }
  }
}
