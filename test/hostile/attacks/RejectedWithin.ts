/**
 * Within transactions of the host, sends run into locks of others and into deadlocks, see data of the past, or are given up
 * while their statements run, and reject; the host commits all the same. Nothing of what was rejected goes out, the
 * host's settings are as they were, and where its COMMIT would roll back, the error says so.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { PoolClient } from "pg"
import type { Transaction } from "signalbox"
import * as Hosting from "../Hosting.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

/** How many transactions run into locks at the same time, how often, and how long the neighbour is watched before. */
const concurrency = 4
const rounds = 3
const before = 3000

export const attack: Attack = {
  name: "sends within the host's transactions reject, and it commits",
  storages: ["postgres"],
  play: async (stage) => {
    const hosting = await Hosting.open(stage)
    const { account, box, handed, lost, pool, send } = hosting
    const [attacked, neighbour] = [await account("Attacked"), await account("Neighbour")]
    const accepted: Array<string> = []
    const broken: Array<string> = []
    const ask = async () => void accepted.push(await send(neighbour, Hosting.fresh()))

    const quiet = await waits(ask, sleep(before))

    const round = async (): Promise<void> => {
      const to = Hosting.fresh()
      const [holder, host] = [await pool.connect(), await pool.connect()]
      await holder.query("begin")
      await box.in(holder).as(attacked).messages.send(Hosting.order(to))
      await host.query("begin")
      await host.query("set local lock_timeout = '1min'")
      const sent = await box.in(host).as(attacked).messages.send(Hosting.order(to)).catch(() => null)
      if (sent !== null) broken.push("a send went past a lock")
      const { rows: [row] } = await host.query("show lock_timeout")
      if (Object.values(row ?? {})[0] !== "1min") broken.push("a setting of the host was changed")
      await holder.query("rollback")
      if ((await host.query("commit")).command !== "COMMIT") broken.push("the host could not commit")
      holder.release()
      host.release()
    }

    await pool.query("create table orders (id text primary key)")
    /** Sends where that rejects, and holds the host to what the error said of its transaction. */
    const rejects = async (what: string, host: PoolClient, transaction: Transaction, to: string): Promise<void> => {
      const code = await box.in(transaction).as(attacked).messages.send(Hosting.order(to)).then(
        () => null,
        (error: { readonly code?: string }) => error.code ?? "an error of no code"
      )
      if (code === null) broken.push(`a send went past ${what}`)
      const { command } = await host.query("commit")
      // With that code the host was told to roll back.
      const isKnown = command === "COMMIT" || code === "TRANSACTION_001"
      if (!isKnown) broken.push(`after ${what} and ${code} the COMMIT was a ${command}`)
      host.release()
    }
    const deadlock = async (): Promise<void> => {
      const to = Hosting.fresh()
      const [holder, host] = [await pool.connect(), await pool.connect()]
      await holder.query("begin")
      await box.in(holder).as(attacked).messages.send(Hosting.order(to))
      await host.query("begin")
      // The host notices first.
      await host.query("set local deadlock_timeout = '10ms'")
      await host.query("insert into orders values ($1)", [to])
      const blocked = holder.query("insert into orders values ($1)", [to]).catch(() => undefined)
      await rejects("a deadlock", host, host, to)
      await blocked
      await holder.query("rollback")
      holder.release()
    }
    const past = async (): Promise<void> => {
      const to = Hosting.fresh()
      const host = await pool.connect()
      await host.query("begin isolation level repeatable read")
      await host.query("select 1")
      accepted.push(await send(attacked, to))
      const { code } = await box.in(host).as(attacked).messages.send(Hosting.order(to)).then(
        () => ({ code: null }),
        (error: { readonly code: string }) => error
      )
      if (code !== "TRANSACTION_001") broken.push(`a send that sees the past was answered ${code}`)
      await host.query("rollback")
      host.release()
    }
    const abandoned = async (): Promise<void> => {
      const host = await pool.connect()
      await host.query("begin")
      let isSlow = false
      const slow: Transaction = {
        query: (text: string, values?: Array<unknown>) => {
          if (!isSlow && text.includes("locked as (select")) {
            isSlow = true
            // It stands before the statement, which runs when nobody waits for it any more.
            host.query("select pg_sleep(20)").catch(() => undefined)
          }
          return host.query(text, values)
        }
      }
      await rejects("a statement that was given up", host, slow, Hosting.fresh())
      if (!isSlow) broken.push("no statement was given up")
    }
    const all = (async () => {
      for (let number = 0; number < rounds; number++) await Promise.all(Array.from({ length: concurrency }, round))
      for (let number = 0; number < rounds; number++) await Promise.all([deadlock(), past(), abandoned()])
    })()
    const during = await waits(ask, all)
    if (during.failed > 0) broken.push(`${during.failed} requests of the neighbour failed`)
    const missing = await lost(accepted, 15_000)
    // Whatever was committed besides has had the time to go out.
    await sleep(2000)
    const known = new Set(accepted)
    const strange = [...handed.keys()].filter((id) => !known.has(id)).length
    if (strange > 0) broken.push(`${strange} messages went out that were rejected`)
    return { before: quiet, during, bound: 250, lost: missing, doubled: Hosting.doubled(hosting), broken }
  }
}
