/**
 * A tenant asks for its largest lists on many connections and reads none of them, and so does somebody without a key.
 */
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as SizedDefinitions from "@signalbox/testing/generate/SizedDefinitions"
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import * as Mounts from "../../http/Mounts.ts"
import { starter } from "../../http/NodeSubject.ts"
import * as Storages from "../../http/Storages.ts"
import type { Attack, Stage } from "./Attack.ts"
import { waits } from "./Attack.ts"

const storageOf = ({ place, storage }: Stage): Storages.Storage =>
  storage === "memory"
    ? Storages.memory
    : storage === "sqlite"
    ? SqliteStore.layer({ file: place })
    : PostgresStore.layer({ url: place })

const connections = 200
const asksEach = 20

/** The resident memory of the process may grow by so many megabytes: what may wait, and what is being written. */
const most = 1000

const resident = () => process.memoryUsage().rss / 1024 / 1024

export const attack: Attack = {
  name: "20 lists of 6.5 MB asked for on each of 200 connections, none of them read",
  storages: ["memory", "sqlite", "postgres"],
  play: async (stage) => {
    const { after } = stage
    const subject = await starter({ mount: Mounts.node, storage: storageOf(stage) })()
    after(() => subject.stop())
    const port = Number(new URL(subject.baseUrl).port)
    const attacker = HttpClient.make(subject.baseUrl, { "x-api-key": subject.otherApiKey })
    const definition = SizedDefinitions.sized(65_536)
    for (let made = 0; made < 100; made += 10) {
      await Promise.all(Array.from({ length: 10 }, () => attacker.post("/v3/templates", { definition })))
    }
    const neighbour = HttpClient.make(subject.baseUrl, { "x-api-key": subject.apiKey })
    const ask = async () => {
      const { status } = await neighbour.get("/v3/me")
      if (status !== 200) throw new Error(`a neighbour was answered ${status}`)
    }
    const before = await waits(ask, sleep(2000))
    const began = resident()
    let highest = began
    const flood = async () => {
      for (let count = 0; count < connections; count++) {
        const socket = connect(port, "127.0.0.1").on("error", () => {}).pause()
        after(() => socket.destroy())
        const request = count % 4 === 3
          ? "GET /docs HTTP/1.1\r\nHost: x\r\n\r\n"
          : `GET /v3/templates?page=1&page_size=100 HTTP/1.1\r\nHost: x\r\nx-api-key: ${subject.otherApiKey}\r\n\r\n`
        socket.write(request.repeat(asksEach))
        await sleep(40)
        highest = Math.max(highest, resident())
      }
    }
    const during = await waits(ask, flood())
    const grown = Math.round(highest - began)
    return {
      before,
      during,
      bound: 1000,
      lost: 0,
      doubled: 0,
      broken: grown > most ? [`the process grew by ${grown} MB, ${most} are allowed`] : []
    }
  }
}
