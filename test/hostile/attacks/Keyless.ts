/**
 * Somebody without a key asks again and again for what needs none, with hundreds of requests on each of few connections.
 */
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import * as Mounts from "../../http/Mounts.ts"
import { starter } from "../../http/NodeSubject.ts"
import * as Storages from "../../http/Storages.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const connections = 20
const each = 500
const requests = ["HEAD /docs", "HEAD /openapi.json", "GET /healthcheck", "POST /carriers/nobody", "GET /v3/me"]

/** Sends a request so often on one connection, and returns how many answers began. */
const pipelined = async (port: number, request: string): Promise<number> => {
  const socket = connect(port, "127.0.0.1")
  let said = ""
  socket.setEncoding("latin1").on("data", (piece: string) => said += piece).on("error", () => {})
  const text = `${request} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n`
  socket.write(`${`${text}\r\n`.repeat(each - 1)}${text}Connection: close\r\n\r\n`)
  await once(socket, "close")
  return said.split("HTTP/1.1 ").length - 1
}

export const attack: Attack = {
  name: "500 pipelined requests without a key on 20 connections: /docs, /openapi.json, health, callbacks",
  storages: ["memory"],
  play: async ({ after }) => {
    const subject = await starter({ mount: Mounts.node, storage: Storages.memory })()
    after(() => subject.stop())
    const port = Number(new URL(subject.baseUrl).port)
    const neighbour = HttpClient.make(subject.baseUrl, { "x-api-key": subject.apiKey })
    const ask = async () => {
      const { status } = await neighbour.get("/v3/me")
      if (status !== 200) throw new Error(`a neighbour was answered ${status}`)
    }
    await (await fetch(`${subject.baseUrl}/docs`)).arrayBuffer()
    const before = await waits(ask, sleep(2000))
    const broken: Array<string> = []
    const flood = async () => {
      for (const request of requests) {
        const answers = await Promise.all(Array.from({ length: connections }, () => pipelined(port, request)))
        const missing = connections * each - answers.reduce((sum, one) => sum + one, 0)
        if (missing > 0) broken.push(`${missing} of ${connections * each} requests ${request} had no answer`)
      }
    }
    const during = await waits(ask, flood())
    return { before, during, bound: 1000, lost: 0, doubled: 0, broken }
  }
}
