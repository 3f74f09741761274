/**
 * A tenant asks for its largest lists on many connections and reads none of them, and so does somebody without a key.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import * as SizedDefinitions from "@signalbox/testing/generate/SizedDefinitions"
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import * as Mounts from "../../http/Mounts.ts"
import { starter } from "../../http/NodeSubject.ts"
import { phone } from "../Embedded.ts"
import { storageOf } from "../Stored.ts"
import type { Attack } from "./Attack.ts"
import { waits, warm } from "./Attack.ts"

const templates = "/v3/templates?page=1&page_size=100"
const conversations = "/v3/conversations?page=1&page_size=100"
const connections = 200
const asksEach = 20

/** The resident memory of the process may grow by so many megabytes: what may wait, and what is being written. */
const most = 1000

const resident = () => process.memoryUsage().rss / 1024 / 1024

export const attack: Attack = {
  name: "20 lists of 6.5 MB, of templates or of conversations, asked for on each of 200 connections, none of them read",
  storages: ["memory", "sqlite", "postgres"],
  play: async (stage) => {
    const { after } = stage
    const subject = await starter({ mount: Mounts.node, storage: storageOf(stage) })()
    after(() => subject.stop())
    const port = Number(new URL(subject.baseUrl).port)
    const { apiKey, id } = await subject.freshAccount!()
    const attacker = HttpClient.make(subject.baseUrl, { "x-api-key": apiKey })
    const definition = SizedDefinitions.sized(65_536)
    const to = DefaultNumber.of(id as AccountId).number
    const fill = async (index: number): Promise<void> => {
      await attacker.post("/v3/templates", { definition })
      await subject.receive!({
        carrier: "sms-a",
        reference: `${index}`,
        channel: "sms",
        from: phone(index),
        to,
        text: "漢".repeat(21_800),
        media: []
      })
    }
    for (let made = 0; made < 100; made += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => fill(made + index)))
    }
    const paths = [templates, conversations, templates, "/docs"]
    const broken: Array<string> = []
    for (const path of [templates, conversations]) {
      const { text } = await attacker.get(path)
      if (text.length < 100 * 21_800) broken.push(`${path} has only ${text.length} characters: nobody attacked`)
    }
    const neighbour = HttpClient.make(subject.baseUrl, { "x-api-key": subject.apiKey })
    const ask = async () => {
      const { status } = await neighbour.get("/v3/me")
      if (status !== 200) throw new Error(`a neighbour was answered ${status}`)
    }
    await waits(ask, sleep(warm))
    const before = await waits(ask, sleep(2000))
    const began = resident()
    let highest = began
    const flood = async () => {
      for (let count = 0; count < connections; count++) {
        const socket = connect(port, "127.0.0.1").on("error", () => {}).pause()
        after(() => socket.destroy())
        const path = paths[count % 4]!
        const key = path === "/docs" ? "" : `x-api-key: ${apiKey}\r\n`
        const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n${key}\r\n`
        socket.write(request.repeat(asksEach))
        await sleep(40)
        highest = Math.max(highest, resident())
      }
    }
    const during = await waits(ask, flood())
    const grown = Math.round(highest - began)
    if (grown > most) broken.push(`the process grew by ${grown} MB, ${most} are allowed`)
    return { before, during, bound: 1000, lost: 0, doubled: 0, broken }
  }
}
