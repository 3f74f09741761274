/**
 * Reads what a PostgreSQL server has done so far: CPU of all its processes, WAL, rows that were written, and transactions.
 */
import { readdirSync, readFileSync } from "node:fs"
import pg from "pg"

export interface Costs {
  /** Microseconds of CPU of the server's processes, which only Linux tells, in steps of 10 ms; else 0. */
  readonly cpu: number
  /** Bytes of WAL, with images of whole pages. */
  readonly wal: number
  /** Rows that were inserted, updated and deleted. */
  readonly rowWrites: number
  readonly transactions: number
}

export interface DatabaseCosts {
  readonly now: () => Promise<Costs>
  readonly close: () => Promise<void>
}

export const none: Costs = { cpu: 0, wal: 0, rowWrites: 0, transactions: 0 }

/** The fields of a process behind its name, which may hold anything, so the first one is its state. */
const fields = (pid: string): ReadonlyArray<string> => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    return text.slice(text.lastIndexOf(")") + 2).split(" ")
  } catch {
    return []
  }
}

const [parent, user, childrensSystem] = [1, 11, 14]
const tickMicros = 10_000

/** Of the process that is the parent of a session's, and of all its children, those that have ended too. */
const cpuOf = (session: number): number => {
  const postmaster = fields(String(session))[parent]
  if (postmaster === undefined) return 0
  let ticks = 0
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const found = fields(pid)
    const isIts = pid === postmaster || found[parent] === postmaster
    if (isIts) ticks += found.slice(user, childrensSystem + 1).reduce((sum, each) => sum + Number(each), 0)
  }
  return ticks * tickMicros
}

const query = `select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
  (select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 from pg_stat_user_tables) as "rowWrites",
  (select xact_commit::float8 from pg_stat_database where datname = current_database()) as transactions`

export const open = async (url: string): Promise<DatabaseCosts> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    now: async () => {
      const { rows: [row] } = await client.query(query)
      const { pid, ...rest } = row as Omit<Costs, "cpu"> & { readonly pid: number }
      return { cpu: cpuOf(pid), ...rest }
    },
    close: () => client.end()
  }
}

/** Returns what was done from one moment to the next, for each of so many messages. */
export const between = (before: Costs, after: Costs, messages: number): Costs => ({
  cpu: (after.cpu - before.cpu) / messages,
  wal: (after.wal - before.wal) / messages,
  rowWrites: (after.rowWrites - before.rowWrites) / messages,
  transactions: (after.transactions - before.transactions) / messages
})
