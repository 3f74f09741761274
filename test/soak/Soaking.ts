/**
 * Nodes under load, to which all kinds of things happen, are judged as those of the crash tests are: nothing that was
 * accepted is lost, every message comes to an end and every event to its endpoints, money was taken for what was sent, and
 * whatever went out twice did so for a reason.
 */
import * as Limit from "@signalbox/core/Limit"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import * as Room from "../bench/Room.ts"
import * as Carrier from "../crash/Carrier.ts"
import * as Databases from "../crash/Database.ts"
import * as Furniture from "../crash/Furniture.ts"
import * as Node from "../crash/NodeProcess.ts"
import * as Stages from "../crash/Stage.ts"
import * as Verdict from "../crash/Verdict.ts"
import type { Asked } from "../crash/Workload.ts"
import * as Workload from "../crash/Workload.ts"
import { outages } from "../postgres/Server.ts"
import * as Causes from "./Causes.ts"
import * as Endpoint from "./Endpoint.ts"
import * as Fleet from "./Fleet.ts"
import * as Plan from "./Plan.ts"
import * as Traffic from "./Traffic.ts"

export interface Options extends Plan.Size {
  /** How many messages a second are sent. */
  readonly perSecond: number
  /** Whether nothing is to happen to anybody, to compare with. */
  readonly isCalm?: boolean
}

export interface Found {
  readonly accepted: number
  /** The moment from which the journal counts. */
  readonly began: Date
  readonly journal: ReadonlyArray<string>
  readonly doubles: ReadonlyArray<Causes.Double>
  /** How many events came to the endpoint that always answers, and how many of them came again. */
  readonly events: number
  readonly again: number
  /** How many had not come yet when nobody sent any more, and how long it took until they had, in milliseconds. */
  readonly late: number
  readonly lateMillis: number
  /** How many came in each second while messages were sent. */
  readonly pace: ReadonlyArray<number>
  /** How much more room each table takes than when it is written anew, in lines. */
  readonly room: ReadonlyArray<string>
  /** In sentences; empty when all holds. */
  readonly wrong: ReadonlyArray<string>
}

/** How long the carrier takes to answer, so that some always have something there. */
const carrierMillis = 20

/**
 * For so long nothing may come of what is late. How long all of it takes says how fast the machine is, which tells nothing
 * about losses.
 */
const patience = 60_000

/**
 * One endpoint is away for a tenth of the time, and for no longer than this, in milliseconds: a webhook whose endpoint fails
 * for minutes is switched off, and then nobody waits for its events.
 */
const mostAway = 0.6 * Limit.webhookDisableMinutes * 60_000

/** Whoever wakes, or tells an outcome late, has done so by then, on a machine with much else to do, too. */
const wakeMillis = 5000

const statuses = ["queued", "routed", "sent", "delivered"] as const

const eventsOf = (asked: ReadonlyArray<Asked>): ReadonlyArray<string> =>
  asked.filter(({ apiKey }) => apiKey === Furniture.apiKey).filter(Workload.isAnswered).flatMap(({ answered }) =>
    statuses.map((status) => Endpoint.key(`message.${status}`, answered!.message ?? ""))
  )

const missing = ({ got }: Endpoint.Endpoint, events: ReadonlyArray<string>): ReadonlyArray<string> =>
  events.filter((event) => !got.has(event))

/**
 * Asks for what is left until there is nothing, or has been as much for too long; returns what is left.
 */
const emptied = async <A>(look: () => Promise<ReadonlyArray<A>>): Promise<ReadonlyArray<A>> => {
  let [fewest, since] = [Infinity, performance.now()]
  for (;;) {
    const left = await look()
    if (left.length < fewest) [fewest, since] = [left.length, performance.now()]
    if (left.length === 0 || performance.now() - since > patience) return left
    await sleep(250)
  }
}

/** Waits until the endpoint has had all of them; returns those that have not come. */
const arrived = (endpoint: Endpoint.Endpoint, events: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  emptied(() => Promise.resolve(missing(endpoint, events)))

/** So many are asked about at the same time. */
const side = 16

/** Returns the messages that have not come to their end, in sentences. */
const unended = async (url: string, asked: ReadonlyArray<Asked>): Promise<ReadonlyArray<string>> => {
  let open = asked.filter(({ apiKey }) => apiKey === Furniture.apiKey).map((each) => ({ each, status: "" }))
  const left = await emptied(async () => {
    const still: typeof open = []
    for (let from = 0; from < open.length; from += side) {
      const found = await Promise.all(
        open.slice(from, from + side).map(async ({ each }) => {
          const { reason_code: code, status } = await Verdict.message(url, each)
          return { each, status: `${status}${code === undefined ? "" : ` ${code}`}` }
        })
      )
      still.push(...found.filter(({ status }) => status !== "DELIVERED"))
    }
    return open = still
  })
  return left.map(({ each, status }) => `${each.answered?.message} to ${each.phone} is ${status}`)
}

/** When the store has it that messages were sent, by the service's clock, which is the database's. */
const outcomesOf = async (
  url: string,
  asked: ReadonlyArray<Asked>,
  messages: ReadonlyArray<string>
): Promise<Causes.Outcomes> => {
  const wanted = new Set(messages)
  const found = new Map<string, number>()
  const open = asked.filter(({ answered }) => wanted.has(answered?.message ?? ""))
  for (let from = 0; from < open.length; from += side) {
    await Promise.all(
      open.slice(from, from + side).map(async (each) => {
        const sent = (await Verdict.message(url, each)).events.find(({ status }) => status === "SENT")
        if (sent !== undefined) found.set(each.answered!.message!, Date.parse(sent.timestamp))
      })
    )
  }
  return found
}

/** A send asked with one key is one message, and it goes out twice at most. */
const repeated = (carrier: Carrier.Carrier): ReadonlyArray<string> => {
  const messages = new Map<string, Set<string>>()
  const times = new Map<string, number>()
  for (const { message, to } of carrier.hands) {
    messages.set(to, (messages.get(to) ?? new Set()).add(message))
    times.set(message, (times.get(message) ?? 0) + 1)
  }
  return [
    ...[...messages].flatMap(([to, of]) => of.size === 1 ? [] : [`${to} got ${of.size} messages for one send`]),
    ...[...times].flatMap(([message, count]) => count <= 2 ? [] : [`${message} went out ${count} times`])
  ]
}

export const play = async (options: Options): Promise<Found> => {
  const { heartbeatMillis, perSecond, seconds } = options
  const database = await Databases.postgres()
  const carrier = await Carrier.start(false, carrierMillis)
  const [steady, shaky] = [await Endpoint.start(), await Endpoint.start()]
  const client = new pg.Client({ connectionString: database.schema.url })
  try {
    await client.connect()
    const wanted = { database: database.settings, carrierUrl: carrier.url, heartbeatMillis }
    const first = await Node.boot({ ...wanted, id: "node-first" })
    await Stages.ready(first.url, Furniture.apiKey)
    await Stages.ready(first.url, Furniture.limitedKey)
    await Stages.subscribe(first.url, steady.url)
    await Stages.subscribe(first.url, shaky.url)
    await first.kill()

    const fleet = await Fleet.start(database, carrier.url, options)
    carrier.connect(fleet.some)
    const traffic = Traffic.start(fleet.some, perSecond)
    const half = sleep(500 * seconds).then(() => Room.of(client, database.schema.name))
    const began = performance.now()
    const gone = 0.4 * seconds * 1000
    const away = [gone, gone + Math.min(0.1 * seconds * 1000, mostAway)].map((millis, index) =>
      setTimeout(() => shaky.refuse(index === 0), millis)
    )
    const applied: Array<Promise<void>> = []
    for (const { at, what } of options.isCalm === true ? [] : Plan.make(options)) {
      await sleep(Math.max(0, began + at - performance.now()))
      applied.push(fleet.apply(what))
    }
    await sleep(Math.max(0, began + seconds * 1000 - performance.now()))
    const pace = steady.pace(began, performance.now())
    const { asked } = traffic.history
    await Promise.all([traffic.stop(), ...applied])
    await fleet.calm()
    for (const each of away) clearTimeout(each)
    const due = eventsOf(asked)
    const [late, since] = [missing(steady, due).length, performance.now()]
    const never = (await arrived(steady, due)).length
    const lateMillis = Math.round(performance.now() - since)
    await fleet.end()

    // A key whose first answer got lost may be held for a minute, and an attempt at an endpoint comes again after one.
    const last = await Node.boot({ ...wanted, id: "node-last", aheadMillis: 62_000 })
    carrier.connect(last.url)
    const histories = [traffic.history]
    const evidence = { url: last.url, database }
    const wrong = [
      ...(never === 0 ? [] : [`${never} events had not come when none had for ${patience / 1000} s`]),
      ...await Workload.finish(last.url, traffic.history),
      ...await Workload.repeat(last.url, traffic.history),
      ...await unended(last.url, asked)
    ]
    const all = eventsOf(asked)
    for (const [name, endpoint] of [["steady", steady], ["shaky", shaky]] as const) {
      const left = await arrived(endpoint, all)
      if (left.length > 0) wrong.push(`${left.length} events never came to the ${name} endpoint, such as ${left[0]}`)
    }
    wrong.push(...await Verdict.ofStore(evidence, histories), ...outages(), ...repeated(carrier))
    const outcomes = await outcomesOf(last.url, asked, Causes.doubled(carrier.hands))
    await last.kill()
    const room = await Room.compared(client, database.schema.name, await half)
    const terms = { leaseMillis: heartbeatMillis / 2, wakeMillis }
    const doubles = Causes.of(carrier.hands, fleet.happened, terms, outcomes)
    const counts = [...steady.got.values()]
    return {
      accepted: asked.filter(Workload.isAnswered).length,
      began: fleet.began,
      journal: fleet.journal,
      doubles,
      events: counts.length,
      again: counts.filter((count) => count > 1).length,
      late,
      lateMillis,
      pace,
      room,
      wrong: [
        ...wrong,
        ...doubles.flatMap(({ cause, first, message, second }) =>
          cause === null
            ? [
              `${message} went out twice without a cause, ${second.at - first.at} ms apart, by ${first.node} at ${
                new Date(first.at).toISOString()
              }, answered at ${
                first.answeredAt === null ? "no time" : new Date(first.answeredAt).toISOString()
              }, and ${second.node}; sent at ${new Date(outcomes.get(message) ?? 0).toISOString()}`
            ]
            : []
        )
      ]
    }
  } finally {
    await client.end()
    await carrier.stop()
    await steady.stop()
    await shaky.stop()
    await database.remove()
  }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Returns the length of the longest row of seconds in which nothing came. */
const silence = (pace: ReadonlyArray<number>): number => {
  let [longest, now] = [0, 0]
  for (const each of pace) {
    now = each === 0 ? now + 1 : 0
    longest = Math.max(longest, now)
  }
  return longest
}

export const told = ({ accepted, again, doubles, events, late, lateMillis, pace, wrong }: Found): string =>
  [
    `${accepted} accepted${wrong.length === 0 ? ", none lost" : ""}`,
    `${doubles.length} went out twice${
      doubles.every(({ cause }) => cause !== null) ? ", each for a reason" : ", not each for a reason"
    }`,
    `${events} events came, ${again} of them again`,
    `one endpoint got ${median(pace)} a second, and none for ${silence(pace)} s at most`,
    `${late} were late at the end and had come after ${(lateMillis / 1000).toFixed(1)} s`
  ].join("; ")
