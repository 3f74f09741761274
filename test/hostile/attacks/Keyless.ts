/**
 * Somebody without a key asks again and again for what needs none, with hundreds of requests on each of few connections.
 */
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import type { Start } from "@signalbox/testing/http/HttpSubject"
import { setTimeout as sleep } from "node:timers/promises"
import * as BunSubject from "../../http/BunSubject.ts"
import * as Mounts from "../../http/Mounts.ts"
import { starter } from "../../http/NodeSubject.ts"
import * as Storages from "../../http/Storages.ts"
import { unanswered } from "../Pipelined.ts"
import type { Attack } from "./Attack.ts"
import { waits, warm } from "./Attack.ts"

const connections = 20
const each = 500
const requests = ["HEAD /docs", "HEAD /openapi.json", "GET /healthcheck", "POST /carriers/nobody", "GET /v3/me"]

const attackOn = (server: string, start: Start): Attack => ({
  name: `500 pipelined requests without a key on 20 connections of ${server}: /docs, /openapi.json, health, callbacks`,
  storages: ["memory"],
  play: async ({ after }) => {
    const subject = await start()
    after(() => subject.stop())
    const port = Number(new URL(subject.baseUrl).port)
    const neighbour = HttpClient.make(subject.baseUrl, { "x-api-key": subject.apiKey })
    const ask = async () => {
      const { status } = await neighbour.get("/v3/me")
      if (status !== 200) throw new Error(`a neighbour was answered ${status}`)
    }
    await (await fetch(`${subject.baseUrl}/docs`)).arrayBuffer()
    await waits(ask, sleep(warm))
    const before = await waits(ask, sleep(2000))
    const broken: Array<string> = []
    const flood = async () => {
      for (const request of requests) {
        const missing = await Promise.all(Array.from({ length: connections }, () => unanswered(port, request, each)))
        const sum = missing.reduce((sum, one) => sum + one, 0)
        if (sum > 0) broken.push(`${sum} of ${connections * each} requests ${request} had no answer`)
      }
    }
    const during = await waits(ask, flood())
    return { before, during, bound: 1000, lost: 0, doubled: 0, broken }
  }
})

export const attack = attackOn("Node", starter({ mount: Mounts.node, storage: Storages.memory }))

export const attackOnBun = attackOn("Bun", BunSubject.starter(BunSubject.memory))
