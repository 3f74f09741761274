/**
 * A host sends with an idempotency key in a transaction that stays open, while the key is repeated over HTTP, in process and
 * on another node: each repetition hears that the first one is not over, as soon as it has waited for it as long as any
 * repetition does, and gets its answer after the commit.
 */
import { idempotencyWait } from "@signalbox/core/Limit"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { Signalbox } from "signalbox"
import { createServer } from "signalbox"
import * as Hosting from "../Hosting.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

/** The neighbour is watched for so long before, and the transaction is open for so long, in milliseconds. */
const before = 3000
const open = 30_000
const repetitions = 50
/** A repetition waits for the first one so long, and a machine does other things as well. */
const longest = idempotencyWait + 2000

const key = "held-key"
const order = Hosting.order("+12015550155")

interface Answer {
  readonly by: string
  readonly status: number
  readonly code: string | undefined
  readonly message: string | undefined
}

export const attack: Attack = {
  name: `a key that an open transaction holds is repeated ${repetitions} times`,
  storages: ["postgres"],
  play: async (stage) => {
    const hosting = await Hosting.open(stage)
    const second = await Hosting.open(stage)
    const { account, box, pool, send } = hosting
    const [attacked, neighbour] = [await account("Attacked"), await account("Neighbour")]
    const apiKey = await box.keys.create(attacked)
    const server = createServer(box.node)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    stage.after(() => server.close())
    stage.after(() => server.closeAllConnections())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/messages`

    const inProcess = (by: string, on: Signalbox) => (): Promise<Answer> =>
      on.as(attacked).messages.send(order, { idempotencyKey: key }).then(
        ({ recipients }) => ({ by, status: 202, code: undefined, message: recipients[0]!.message_id }),
        ({ code, status }: { readonly code: string; readonly status: number }) => ({
          by,
          status,
          code,
          message: undefined
        })
      )
    const overHttp = async (): Promise<Answer> => {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(order)
      })
      const body = await answer.json() as {
        readonly data?: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> } | null
        readonly error?: { readonly code: string } | null
      }
      return {
        by: "HTTP",
        status: answer.status,
        code: body.error?.code,
        message: body.data?.recipients[0]?.message_id
      }
    }
    const ways = [overHttp, inProcess("the call", box), inProcess("another node's call", second.box)]
    const repeat = async (count: number): Promise<Answer & { readonly millis: number }> => {
      const began = performance.now()
      const answer = await ways[count % ways.length]!()
      return { ...answer, millis: performance.now() - began }
    }

    const accepted: Array<string> = []
    const ask = async () => void accepted.push(await send(neighbour, Hosting.fresh()))
    const quiet = await waits(ask, sleep(before))
    const broken = new Set<string>()

    const host = await pool.connect()
    await host.query("begin")
    const sent = await box.in(host).as(attacked).messages.send(order, { idempotencyKey: key })
    const message = sent.recipients[0]!.message_id
    const commit = sleep(open).then(() => host.query("commit"))
    const attacking = async (): Promise<void> => {
      // Half of them come at the same time, the others one by one in the first half of the time.
      const crowd = Array.from({ length: repetitions / 2 }, (_, count) => repeat(count))
      const line = crowd.map((_, count) => sleep(count * open / repetitions).then(() => repeat(count)))
      for (const { by, code, millis, status } of await Promise.all([...crowd, ...line])) {
        if (status !== 409 || code !== "CONFLICT_001") broken.add(`${by} was answered ${status} ${code ?? ""}`)
        if (millis > longest) broken.add(`${by} waited ${Math.round(millis)} ms`)
      }
      await commit
    }
    const during = await waits(ask, attacking())
    host.release()
    box.committed()
    for (let count = 0; count < ways.length; count++) {
      const { by, code, message: again, status } = await repeat(count)
      if (again !== message) broken.add(`after the commit ${by} was answered ${status} ${code ?? ""}`)
    }
    const all = [...accepted, message]
    const isMissing = (id: string): boolean => !hosting.handed.has(id) && !second.handed.has(id)
    for (const end = performance.now() + 15_000; all.some(isMissing) && performance.now() < end;) await sleep(100)
    const times = (id: string): number => (hosting.handed.get(id) ?? 0) + (second.handed.get(id) ?? 0)
    return {
      before: quiet,
      during,
      bound: 250,
      lost: all.filter(isMissing).length,
      doubled: all.filter((id) => times(id) > 1).length,
      broken: [...broken]
    }
  }
}
