/**
 * The database fails over to its standby, or its disk is full until somebody makes room. Its servers are those of the other
 * tests, so Debian is not needed.
 */
import * as Effect from "effect/Effect"
import { strict as assert } from "node:assert"
import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import * as Databases from "../crash/Database.ts"
import * as Replicated from "../postgres/Replicated.ts"
import type { Own } from "../postgres/Server.ts"
import { own } from "../postgres/Server.ts"
import * as Outage from "./Outage.ts"
import type { Run } from "./Run.ts"

const pair = (synchronous: boolean) =>
  Effect.acquireRelease(
    Effect.promise(() => Replicated.start({ synchronous })),
    (servers) => Effect.sync(servers.remove)
  )

const played = (
  { primary, standby }: Replicated.Replicated,
  fault: Outage.Fault,
  options: Outage.Options = {}
): Promise<Outage.Found> => {
  const url = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`
  return Outage.play(Databases.on({ url, name: "signalbox" }, () => Promise.resolve()), [fault], options)
}

const failover = (name: string, fail: (servers: Replicated.Replicated) => Promise<void>): Run => ({
  name: `failover: ${name}`,
  needs: [],
  run: Effect.flatMap(
    pair(true),
    (servers) => Effect.promise(async () => Outage.told(await played(servers, { name, fail: () => fail(servers) })))
  )
})

/** For so long the standby gets nothing before the primary dies, in milliseconds. */
const lagMillis = 1000

/** Has the process stand still that sends the standby what is committed, and then kills the primary. */
const killBehind = async ({ primary, promote }: Replicated.Replicated): Promise<void> => {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  const { rows } = await client.query<{ readonly pid: number }>("select pid from pg_stat_replication")
  await client.end()
  const { pid } = rows[0]!
  process.kill(pid, "SIGSTOP")
  await sleep(lagMillis)
  primary.signal("SIGKILL")
  process.kill(pid, "SIGKILL")
  await primary.gone()
  await promote()
}

const asynchronous: Run = {
  name: "failover: the primary is killed before an asynchronous standby has everything",
  needs: [],
  run: Effect.flatMap(pair(false), (servers) =>
    Effect.promise(async () => {
      const fault: Outage.Fault = { name: "killed", fail: () => killBehind(servers) }
      const found = await played(servers, fault, { mayLose: true })
      // Else the run would show nothing of what the guide warns of.
      assert.ok(found.lost > 0, "nothing is lost")
      return `${Outage.told(found)}; lost is what was accepted in ${lagMillis} ms for which the standby got nothing`
    }))
}

const synchronous = failover("the primary is killed while its synchronous standby gets nothing", killBehind)

const killed = failover("the primary is killed", async ({ primary, promote }) => {
  primary.signal("SIGKILL")
  await primary.gone()
  await promote()
})

const stopped = failover(
  "the primary is stopped in good order, and follows the other one",
  async ({ follow, primary, promote }) => {
    primary.signal("SIGINT")
    await primary.gone()
    await promote()
    await follow()
  }
)

const silent = failover("the primary stands still, and its place is taken", async ({ primary, promote }) => {
  primary.freeze()
  await promote()
})

/** Of the disk that is filled: what a server needs at least, and some load. */
const megabytes = 200

const disk = Effect.acquireRelease(
  Effect.promise(() =>
    own({
      furnish: (data) => {
        execFileSync("mount", ["-t", "tmpfs", "-o", `mode=700,size=${megabytes}m`, "tmpfs", data])
      }
    })
  ),
  (server) =>
    Effect.promise(async () => {
      server.signal("SIGQUIT")
      await server.gone()
      execFileSync("umount", ["-l", server.data])
      server.remove()
    })
)

const settings = { max_wal_size: "64MB", min_wal_size: "32MB", shared_buffers: "32MB" }

/** Fills all that is left of the disk, down to the last page. */
const fill = (path: string): void => {
  for (let size = 16 * 1024 * 1024; size >= 4096; size /= 2) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: "a" })
    } catch {
      // A smaller piece may still fit.
    }
  }
}

/** Has the server write until it has no room to go on, and ends by itself. */
const exhaust = async (server: Own): Promise<void> => {
  const pool = new pg.Pool({ connectionString: server.url, max: 1, connectionTimeoutMillis: 1000 })
  pool.on("error", () => undefined)
  const write = () => pool.query("select pg_logical_emit_message(true, 'filler', repeat('x', 1000000))")
  while (server.isUp()) await write().catch(() => sleep(50))
  await pool.end()
}

const fullDisk: Run = {
  name: "full disk",
  needs: [],
  lack: () => (userInfo().uid === 0 ? null : "only root can make a disk of its own for it"),
  run: Effect.flatMap(disk, (server) =>
    Effect.promise(async () => {
      await server.start(settings)
      const filler = join(server.data, "filler")
      const database = Databases.on({ url: server.url, name: "signalbox" }, () => Promise.resolve())
      const found = await Outage.play(database, [{
        name: "full disk",
        fail: async () => {
          fill(filler)
          await exhaust(server)
          rmSync(filler)
          await server.start(settings)
        }
      }])
      assert.match(server.log(), /PANIC: .*No space left on device/)
      return Outage.told(found)
    }))
}

export const failovers: ReadonlyArray<Run> = [killed, stopped, silent, asynchronous, synchronous, fullDisk]
