/**
 * The connections to endpoints. Each owner has a pool, by host and port: what one keeps busy, another one has still. The
 * guard checked the address when it was dialled, so a connection that is used again needs no second check.
 */
import * as Http from "node:http"
import * as Https from "node:https"
import type { Duplex } from "node:stream"
import type * as Sockets from "./Sockets.ts"
import type { Target } from "./Target.ts"

export interface Options {
  /**
   * The largest number of connections, those that are kept for the next request among them; 512 unless given. Further
   * attempts wait for as long as each may take, and are `Unsent` then.
   */
  readonly maxSockets?: number | undefined
  /** The largest number of connections of one organization that are in use; a quarter of them all unless given. */
  readonly maxSocketsPerOrganization?: number | undefined
  /**
   * The largest number of connections of one owner to one host and port. Further requests wait, within their own time
   * limit.
   */
  readonly maxSocketsPerHost?: number | undefined
  /** The certificates to trust, as PEM, in place of the runtime's. */
  readonly ca?: string | undefined
}

/** On whose behalf a request is made, and whether on a connection of its own. */
export interface For {
  readonly owner: string
  readonly fresh: boolean
}

export interface Connections {
  /** Makes a request that has not been sent yet. */
  readonly request: (target: Target, options: Http.RequestOptions, by: For) => Http.ClientRequest
  readonly close: () => void
}

/**
 * Most servers close an idle connection after 5 s or later; this closes it first, so that no request meets a closed
 * one.
 */
const idleMillis = 4000

const mostSockets = 512

/** Returns how many attempts may be under way. */
export const bounds = ({ maxSockets: all = mostSockets, maxSocketsPerOrganization }: Options): Sockets.Bounds => ({
  all,
  organization: maxSocketsPerOrganization ?? Math.ceil(all / 4)
})

/**
 * Keeps the connections of all agents to so many. Not more are in use at the same time, so a new one takes the place of
 * that which has been idle for longest.
 */
const closingIdle = (most: number) => {
  const open = new Set<Duplex>()
  const idle = new Set<Duplex>()

  const forget = (socket: Duplex): void => {
    open.delete(socket)
    idle.delete(socket)
  }

  const opened = (socket: Duplex): void => {
    open.add(socket)
    socket.on("close", () => forget(socket))
    for (const oldest of idle) {
      if (open.size <= most) return
      forget(oldest)
      oldest.destroy()
    }
  }

  return {
    /** Counts what an agent opens, and what it keeps for the next request. */
    watch: <A extends Http.Agent>(agent: A): A => {
      const create = agent.createConnection.bind(agent)
      agent.createConnection = (options, callback) => {
        const socket = create(options, callback)
        if (socket) opened(socket)
        return socket
      }
      return agent.on("free", (socket) => {
        if (open.has(socket)) idle.add(socket)
      })
    },
    /** The connection that a request gets is not idle any more. */
    used: (outgoing: Http.ClientRequest): Http.ClientRequest => outgoing.on("socket", (socket) => idle.delete(socket))
  }
}

/** From so many pools on, those that have no connection are looked for and forgotten. */
const crowd = 256

interface Pool {
  readonly http: Http.Agent
  readonly https: Https.Agent
}

const agents = ({ http, https }: Pool): ReadonlyArray<Http.Agent> => [http, https]

const isIdle = (pool: Pool): boolean =>
  agents(pool).every(({ freeSockets, requests, sockets }) =>
    [freeSockets, requests, sockets].every((each) => Object.keys(each).length === 0)
  )

export const make = (options: Options): Connections => {
  const { all } = bounds(options)
  const { ca, maxSocketsPerHost = all } = options
  const { used, watch } = closingIdle(all)
  const tls = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) }
  const single = { keepAlive: false, maxSockets: maxSocketsPerHost }
  const pooled = { ...single, keepAlive: true, timeout: idleMillis }
  const poolOf = (options: Http.AgentOptions): Pool => ({
    http: watch(new Http.Agent(options)),
    https: watch(new Https.Agent({ ...options, ...tls }))
  })
  const fresh = poolOf(single)
  const pools = new Map<string, Pool>()
  let sweepAt = crowd

  const sweep = (): void => {
    for (const [owner, pool] of pools) if (isIdle(pool)) pools.delete(owner)
    sweepAt = Math.max(crowd, 2 * pools.size)
  }

  const ownPool = (owner: string): Pool => {
    const known = pools.get(owner)
    if (known !== undefined) return known
    if (pools.size >= sweepAt) sweep()
    const pool = poolOf(pooled)
    pools.set(owner, pool)
    return pool
  }

  return {
    request: (target, options, by) => {
      const pool = by.fresh ? fresh : ownPool(by.owner)
      return used(
        target.protocol === "https:"
          ? Https.request({ ...target, ...options, ...tls, agent: pool.https })
          : Http.request({ ...target, ...options, agent: pool.http })
      )
    },
    close: () => {
      for (const pool of [fresh, ...pools.values()]) for (const agent of agents(pool)) agent.destroy()
    }
  }
}
