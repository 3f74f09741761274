/**
 * A cluster of PostgreSQL on one machine: three servers that Patroni looks after, etcd, in which it keeps who is the
 * primary, and HAProxy, which leads to that one. The programs are Debian's. On real machines each server has one of its own,
 * etcd has three, and a watchdog ends a server whose Patroni stands still.
 */
import type { ChildProcess } from "node:child_process"
import { execFileSync, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { AddressInfo, Socket } from "node:net"
import { connect, createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** The packages that have to be installed, and a file of each. */
const packages = {
  patroni: "/usr/bin/patroni",
  "python3-etcd": "/usr/lib/python3/dist-packages/etcd/__init__.py",
  "etcd-server": "/usr/bin/etcd",
  haproxy: "/usr/sbin/haproxy",
  "postgresql-15": "/usr/lib/postgresql/15/bin/postgres"
} as const

/** Returns the names of the packages that are missing. */
export const missing = (): ReadonlyArray<string> =>
  Object.entries(packages).filter(([, path]) => !existsSync(path)).map(([name]) => name)

/** Seconds: a leader that says nothing for `ttl` is none any more. loop_wait + 2 × retry_timeout is at most ttl. */
export const times = { ttl: 10, loop_wait: 2, retry_timeout: 3 }

const settings = {
  ...times,
  maximum_lag_on_failover: 1_048_576,
  // A commit is answered when a replica has it, too; so a failover loses nothing that somebody was told.
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      max_connections: 100,
      wal_keep_size: "256MB",
      // Ends what hangs on a server that has gone.
      wal_receiver_timeout: "5s",
      wal_sender_timeout: "5s",
      tcp_keepalives_idle: 5,
      tcp_keepalives_interval: 2,
      tcp_keepalives_count: 3
    }
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** PostgreSQL refuses to run as root. */
const account: { readonly uid?: number; readonly gid?: number } = userInfo().uid === 0
  ? (() => {
    const of = (what: string) => Number(execFileSync("id", [what, "postgres"], { encoding: "utf8" }))
    return { uid: of("-u"), gid: of("-g") }
  })()
  : {}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A way to a port that can be cut: what is open breaks, and nothing new comes through. */
const way = async (to: number): Promise<{ readonly port: number; readonly cut: (isCut: boolean) => void }> => {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(to, "127.0.0.1")
    for (const [one, other] of [[near, far], [far, near]] as const) {
      open.add(one)
      one.on("error", () => {}).on("close", () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    cut: (is) => {
      isCut = is
      if (is) { for (const socket of open) socket.destroy() }
    }
  }
}

export interface Member {
  readonly name: string
  readonly port: number
  /** Sends a signal to Patroni, to its server, and to all processes of that. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** Starts Patroni, which starts its server, or takes over the one that runs. */
  readonly start: () => void
  /** Cuts it off from etcd, or ends that. */
  readonly cut: (isCut: boolean) => void
  /** Returns what Patroni says of it: `primary`, `replica`, and so on; null when it does not answer. */
  readonly role: () => Promise<string | null>
}

export interface Cluster {
  /** Leads to the primary, by HAProxy. */
  readonly proxied: string
  /** Names all servers. */
  readonly direct: string
  readonly members: ReadonlyArray<Member>
  readonly leader: () => Promise<Member>
  /** Waits until there is a primary, and a replica that has all that is committed. */
  readonly settled: () => Promise<void>
  /** Has another server become the primary, in good order. */
  readonly switchover: () => Promise<void>
  readonly stop: () => Promise<void>
}

export const start = async (): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-patroni-"))
  chmodSync(folder, 0o755)
  const home = join(folder, "home")
  mkdirSync(home)
  if (account.uid !== undefined) execFileSync("chown", [`${account.uid}:${account.gid}`, home])
  const children: Array<ChildProcess> = []

  const run = (name: string, command: string, args: ReadonlyArray<string>): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), "a")
    const child = spawn(command, args, {
      ...account,
      cwd: home,
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8" },
      stdio: ["ignore", log, log]
    })
    children.push(child)
    return child
  }

  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const etcd = `http://127.0.0.1:${etcdPort}`
  const peer = `http://127.0.0.1:${peerPort}`
  // By `etcd3` Patroni 3.0.2 overwrites the leader's key without comparing, and a leader that wakes destroys commits.
  const client = ["--listen-client-urls", etcd, "--advertise-client-urls", etcd]
  const peers = [
    "--listen-peer-urls",
    peer,
    "--initial-advertise-peer-urls",
    peer,
    "--initial-cluster",
    `default=${peer}`
  ]
  run("etcd", packages["etcd-server"], ["--enable-v2", "--data-dir", join(home, "etcd"), ...client, ...peers])

  const [password, replication] = [randomUUID(), randomUUID()]
  const made = [1, 2, 3].map(async (number) => {
    const [port, restPort] = [await freePort(), await freePort()]
    const name = `server-${number}`
    const toEtcd = await way(etcdPort)
    const data = join(home, name)
    const config = write(
      `${name}.yml`,
      // Whatever is JSON is YAML as well.
      JSON.stringify({
        scope: "signalbox",
        name,
        restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
        // Else Patroni asks etcd for its members, and goes past this way.
        etcd: { host: `127.0.0.1:${toEtcd.port}`, use_proxies: true },
        bootstrap: { dcs: settings, initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, { auth: "scram-sha-256" }] },
        postgresql: {
          listen: `127.0.0.1:${port}`,
          connect_address: `127.0.0.1:${port}`,
          data_dir: data,
          bin_dir: "/usr/lib/postgresql/15/bin",
          pgpass: join(home, `${name}.pgpass`),
          authentication: {
            superuser: { username: "postgres", password },
            replication: { username: "replicator", password: replication }
          },
          parameters: { unix_socket_directories: home },
          pg_hba: [
            "host all all 127.0.0.1/32 scram-sha-256",
            "host replication replicator 127.0.0.1/32 scram-sha-256",
            "local all all scram-sha-256"
          ],
          basebackup: [{ checkpoint: "fast" }]
        }
      })
    )
    let patroni: ChildProcess | null = null
    /** Patroni is stopped first, so that it does not see its server fall. */
    const processes = (): ReadonlyArray<number> => {
      const file = join(data, "postmaster.pid")
      const first = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : Number.NaN
      const others = isAlive(first)
        ? readFileSync(`/proc/${first}/task/${first}/children`, "utf8").trim().split(" ")
        : []
      return [patroni?.pid ?? Number.NaN, first, ...others.map(Number)].filter((pid) => pid > 0 && isAlive(pid))
    }
    const member: Member & { readonly restPort: number } = {
      name,
      port,
      restPort,
      signal: (signal) => {
        for (const pid of processes()) {
          try {
            process.kill(pid, signal)
          } catch {
            // It has gone with its parent.
          }
        }
      },
      start: () => {
        patroni = run(name, packages.patroni, [config])
      },
      cut: toEtcd.cut,
      role: async () => {
        try {
          const answer = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(1000) })
          const { role, state } = await answer.json() as { readonly role: string; readonly state: string }
          if (state !== "running") return state
          return role === "master" ? "primary" : role
        } catch {
          return null
        }
      }
    }
    member.start()
    return member
  })
  const members = await Promise.all(made)

  const haproxy = write(
    "haproxy.cfg",
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${proxyPort}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`).join("\n")}
`
  )
  run("haproxy", packages.haproxy, ["-f", haproxy, "-db"])

  const within = async (what: string, seconds: number, ask: () => Promise<boolean>): Promise<void> => {
    const end = performance.now() + seconds * 1000
    while (!await ask()) {
      if (performance.now() > end) throw new Error(`Patroni: ${what}; its logs are in ${folder}`)
      await sleep(100)
    }
  }

  interface Seen {
    readonly name: string
    readonly role: string
    readonly state: string
  }

  const seen = async (): Promise<ReadonlyArray<Seen>> => {
    for (const { restPort } of members) {
      try {
        const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(1000) })
        return (await answer.json() as { readonly members: ReadonlyArray<Seen> }).members
      } catch {
        // Another one may answer.
      }
    }
    return []
  }

  const leader = async (): Promise<Member> => {
    const found = (await seen()).find(({ role }) => role === "leader")
    const member = members.find(({ name }) => name === found?.name)
    if (member === undefined) throw new Error("Patroni: there is no leader")
    return member
  }

  const address = (authority: string): string => `postgres://postgres:${password}@${authority}/postgres`

  return {
    proxied: address(`127.0.0.1:${proxyPort}`),
    direct: address(members.map(({ port }) => `127.0.0.1:${port}`).join(",")),
    members,
    leader,
    settled: () =>
      within("no primary with a synchronous replica", 60, async () => {
        const all = await seen()
        return all.some(({ role, state }) => role === "leader" && state === "running") &&
          all.some(({ role }) => role === "sync_standby")
      }),
    switchover: async () => {
      const { name } = await leader()
      const [{ restPort } = { restPort: 0 }] = members
      const answer = await fetch(`http://127.0.0.1:${restPort}/switchover`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ leader: name })
      })
      if (!answer.ok) throw new Error(`Patroni: ${answer.status} ${await answer.text()}`)
    },
    stop: async () => {
      for (const member of members) {
        member.signal("SIGCONT")
        member.signal("SIGKILL")
      }
      for (const child of children) child.kill("SIGKILL")
      await sleep(200)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  }
}
