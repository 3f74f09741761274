/**
 * Two servers of their own: a primary, and a standby that follows it and can take its place.
 */
import { chownSync, existsSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import type { Own } from "./Server.ts"
import { own } from "./Server.ts"

export interface Replicated {
  readonly primary: Own
  readonly standby: Own
  /** Makes a standby a primary, and returns when it takes writes. */
  readonly promote: (server?: Own) => Promise<void>
  /** Makes of the primary, which has been stopped in good order, a standby of the other server. */
  readonly follow: () => Promise<void>
  readonly remove: () => void
}

const ask = async <Row extends object>(url: string, text: string): Promise<Row | undefined> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows[0]
  } finally {
    await client.end()
  }
}

const isStandby = (server: Own) =>
  ask<{ readonly is: boolean }>(server.url, "select pg_is_in_recovery() as is").then((row) => row?.is === true)

/** An empty file that tells the server something, in its user's name. */
const tell = (server: Own, name: string): void => {
  const path = join(server.data, name)
  writeFileSync(path, "")
  const { gid, uid } = statSync(server.data)
  chownSync(path, uid, gid)
}

const follower = (primary: Own) => ({
  primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`,
  // A timeline that the primary does not have yet is found when it does.
  recovery_target_timeline: "latest",
  wal_retrieve_retry_interval: "100ms"
})

const primarySettings = { wal_keep_size: "512MB" }

/**
 * @param synchronous whether the primary answers to a commit when the standby has it too
 */
export const start = async ({ synchronous }: { readonly synchronous: boolean }): Promise<Replicated> => {
  const primary = await own()
  const standby = await own({ original: primary })
  tell(standby, "standby.signal")
  await primary.start({ ...primarySettings, synchronous_standby_names: synchronous ? "standby" : "" })
  await standby.start({ ...primarySettings, ...follower(primary) })
  const replicas = `select count(*)::int4 as count from pg_stat_replication
    where state = 'streaming' and (sync_state = 'sync' or not ${synchronous})`
  while ((await ask<{ readonly count: number }>(primary.url, replicas))?.count !== 1) await sleep(20)
  return {
    primary,
    standby,
    promote: async (server = standby) => {
      await ask(server.url, "select pg_promote(true, 30)")
      while (await isStandby(server)) await sleep(20)
    },
    follow: async () => {
      if (existsSync(join(primary.data, "postmaster.pid"))) await primary.gone()
      tell(primary, "standby.signal")
      await primary.start({ ...primarySettings, ...follower(standby) })
    },
    remove: () => {
      primary.remove()
      standby.remove()
    }
  }
}
