/**
 * Two nodes reach their database by PgBouncer, in each mode that is supported; it is ended and started again under load.
 */
import * as Effect from "effect/Effect"
import type { ChildProcess } from "node:child_process"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { userInfo } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Databases from "../crash/Database.ts"
import { own } from "../postgres/Server.ts"
import * as Outage from "./Outage.ts"
import type { Run } from "./Run.ts"
import * as Runs from "./Run.ts"

type Mode = "transaction" | "session"

/** A session of its own for each connection can listen, and keep what is prepared; the settings that it refuses are sent to nobody. */
const settings: Readonly<Record<Mode, { readonly config: string; readonly node: Readonly<Record<string, string>> }>> = {
  transaction: { config: "", node: { POOLER: "on" } },
  session: {
    config:
      "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,jit,enable_hashjoin,enable_mergejoin,enable_seqscan",
    node: { SIGNAL: "on" }
  }
}

/** It refuses to run as root. */
const account: { readonly uid?: number; readonly gid?: number } = userInfo().uid === 0
  ? (() => {
    const of = (what: string) => Number(execFileSync("id", [what, "nobody"], { encoding: "utf8" }))
    return { uid: of("-u"), gid: of("-g") }
  })()
  : {}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })

const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const made = await own()
    await made.start()
    return made
  }),
  ({ remove }) => Effect.sync(remove)
)

const bouncer = (mode: Mode): Run => ({
  name: `PgBouncer in ${mode} mode`,
  needs: ["pgbouncer"],
  run: Effect.gen(function*() {
    const { port: behind } = yield* server
    const folder = yield* Runs.folder
    const port = yield* Runs.freePort
    chmodSync(folder, 0o755)
    const config = join(folder, "pgbouncer.ini")
    const lines = [
      "[databases]",
      `postgres = host=127.0.0.1 port=${behind} user=postgres`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      `pool_mode = ${mode}`,
      "default_pool_size = 30",
      settings[mode].config
    ]
    writeFileSync(config, `${lines.join("\n")}\n`)
    let child: ChildProcess | null = null
    const start = async (): Promise<void> => {
      child = spawn("/usr/sbin/pgbouncer", ["-q", config], { ...account, stdio: "ignore" })
      while (!await answers(port)) await sleep(20)
    }
    const end = async (): Promise<void> => {
      const gone = child === null ? null : once(child, "exit")
      child?.kill("SIGKILL")
      await gone
    }
    yield* Effect.acquireRelease(Effect.promise(start), () => Effect.sync(() => void child?.kill("SIGKILL")))
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const database = Databases.on({ url, name: "signalbox" }, () => Promise.resolve(), mode === "transaction")
    const restarted: Outage.Fault = {
      name: "killed and started again",
      fail: async () => {
        await end()
        await start()
      }
    }
    return Outage.told(yield* Effect.promise(() => Outage.play(database, [restarted], { more: settings[mode].node })))
  })
})

export const bouncers: ReadonlyArray<Run> = [bouncer("transaction"), bouncer("session")]
