/**
 * A backup is brought back as the guide says: `pg_basebackup` while the service works, archived WAL, and a server that is
 * restored to a moment. What was accepted until then is there, and goes out to nobody again.
 */
import * as Effect from "effect/Effect"
import { strict as assert } from "node:assert"
import { execFileSync } from "node:child_process"
import { chownSync, mkdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import * as Databases from "../crash/Database.ts"
import * as Stages from "../crash/Stage.ts"
import * as Verdict from "../crash/Verdict.ts"
import * as Workload from "../crash/Workload.ts"
import { own } from "../postgres/Server.ts"
import type { Run } from "./Run.ts"

/** Debian's has `pg_basebackup`; the servers of other tests have not. */
const bin = "/usr/lib/postgresql/15/bin"

const servers = Effect.acquireRelease(
  Effect.promise(() => own({ bin })),
  ({ remove }) => Effect.sync(remove)
)

const ask = async (url: string, text: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ readonly answer: string }>(text)
  await client.end()
  return rows[0]?.answer ?? ""
}

const archived = "select coalesce(last_archived_wal, '') as answer from pg_stat_archiver"

/** Has all WAL until now in the archive. */
const archive = async (url: string): Promise<void> => {
  const before = await ask(url, "select pg_walfile_name(pg_current_wal_lsn()) as answer")
  await ask(url, "select pg_switch_wal()::text as answer")
  while (await ask(url, archived) < before) await sleep(50)
}

const accepted = async (url: string, count: number): Promise<Workload.History> => {
  const { ended, history, stop } = Workload.run(url, 2, 20)
  while (history.asked.filter(Workload.isAnswered).length < count) await sleep(20)
  stop()
  await ended
  return { asked: history.asked.filter(Workload.isAnswered) }
}

/** Of the messages that clients were told of, as many are known. */
const known = async (url: string, { asked }: Workload.History): Promise<number> => {
  const found = await Promise.all(asked.map((each) => Verdict.message(url, each)))
  return found.filter(({ status }) => status !== "HTTP 404").length
}

const restore = Effect.gen(function*() {
  const server = yield* servers
  const { gid, uid } = statSync(server.data)
  const [wal, base] = ["archive", "base"].map((name) => join(server.data, "..", name)) as [string, string]
  for (const path of [wal, base]) {
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, uid, gid)
  }
  yield* Effect.promise(() => server.start({ archive_mode: "on", archive_command: `cp %p ${wal}/%f` }))
  let there = Databases.on({ url: server.url, name: "signalbox" }, () => Promise.resolve())
  const stage = yield* Effect.acquireRelease(
    Effect.promise(() =>
      Stages.open({ database: { ...there, kept: (url) => there.kept(url), tables: () => there.tables() } })
    ),
    ({ stop }) => Effect.promise(stop)
  )
  const before = yield* Effect.acquireRelease(
    Effect.promise(() => stage.boot("node-1")),
    ({ kill }) => Effect.promise(kill)
  )
  const { kept, lost } = yield* Effect.promise(async () => {
    const first = await accepted(before.url, 20)
    const args = [
      "-D",
      base,
      "-h",
      "127.0.0.1",
      "-p",
      String(server.port),
      "-U",
      "postgres",
      "-c",
      "fast",
      "-X",
      "none"
    ]
    execFileSync(join(bin, "pg_basebackup"), args, { uid, gid, cwd: base, stdio: "pipe" })
    const second = await accepted(before.url, 20)
    const history = { asked: [...first.asked, ...second.asked] }
    assert.deepEqual(await stage.judge(before.url, history), [])
    const at = await ask(server.url, "select clock_timestamp()::text as answer")
    const third = await accepted(before.url, 20)
    await archive(server.url)
    await before.kill()
    server.signal("SIGINT")
    await server.gone()
    return { kept: { history, at }, lost: third }
  })
  const again = yield* Effect.acquireRelease(
    Effect.promise(() => own({ bin, original: { ...server, data: base } })),
    ({ remove }) => Effect.sync(remove)
  )
  return yield* Effect.promise(async () => {
    const signal = join(again.data, "recovery.signal")
    writeFileSync(signal, "")
    chownSync(signal, uid, gid)
    await again.start({
      restore_command: `cp ${wal}/%f %p`,
      recovery_target_time: kept.at,
      recovery_target_action: "promote"
    })
    while (await ask(again.url, "select pg_is_in_recovery()::text as answer") === "true") await sleep(50)
    there = Databases.on({ url: again.url, name: "signalbox" }, () => Promise.resolve())
    const after = await stage.boot("node-2", { database: there.settings })
    try {
      assert.equal(await known(after.url, kept.history), kept.history.asked.length)
      assert.equal(await known(after.url, lost), 0)
      const later = await accepted(after.url, 20)
      // No handset rings twice. What was taken for the sends that are gone is not in the sums.
      const wrong = await stage.judge(after.url, { asked: [...kept.history.asked, ...later.asked] })
      assert.deepEqual(wrong.filter((each) => !each.includes(" was spent, ")), [])
      return `${kept.history.asked.length} accepted until then are there, ${lost.asked.length} of afterwards are gone`
    } finally {
      await after.kill()
    }
  })
})

export const restored: Run = {
  name: "backup: pg_basebackup and archived WAL are restored to a moment",
  needs: ["postgresql-15"],
  run: restore
}
