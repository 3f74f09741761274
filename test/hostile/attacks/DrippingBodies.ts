/**
 * A thousand clients announce a body and send a byte of it every few seconds, on the server that the guide names: all of them
 * are ended within the two minutes that it says, and others do not wait.
 */
import type { AddressInfo, Socket } from "node:net"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { createServer } from "signalbox"
import { start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits, warm } from "./Attack.ts"

const connections = 1000
/** In milliseconds. */
const drip = 5000
const patience = 120_000
/** The server looks every five seconds, and a machine does other things as well. */
const slack = 15_000
const watched = 140_000

export const attack: Attack = {
  name: `the bodies of ${connections} clients drip`,
  // The server ends them before any storage is asked.
  storages: ["memory"],
  play: async (stage) => {
    const { account, box, neighbour } = await start(stage, [{ id: "acme", submit: ({ attempt }) => attempt }])
    const [attacker, other] = [await box.keys.create(account), await box.keys.create(neighbour)]
    const server = createServer(box.node)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    stage.after(() => server.close())
    stage.after(() => server.closeAllConnections())
    const { port } = server.address() as AddressInfo
    const ask = async (): Promise<void> => {
      const answer = await fetch(`http://127.0.0.1:${port}/v3/me`, { headers: { "x-api-key": other } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`a neighbour was answered ${answer.status}`)
    }
    await waits(ask, sleep(warm))
    const before = await waits(ask, sleep(2000))

    const open = new Set<Socket>()
    let longest = 0
    // Some of them have a key, some have none, and some send a form, which may take the longest.
    const heads = [
      `POST /v3/messages HTTP/1.1\r\nHost: x\r\nx-api-key: ${attacker}\r\nContent-Type: application/json`,
      "POST /v3/messages HTTP/1.1\r\nHost: x\r\nContent-Type: application/json",
      `POST /v3/profiles HTTP/1.1\r\nHost: x\r\nx-api-key: ${attacker}\r\nContent-Type: multipart/form-data; boundary=x`,
      "POST /carriers/acme HTTP/1.1\r\nHost: x\r\nContent-Type: application/json"
    ]
    const attacking = async (): Promise<void> => {
      for (let count = 0; count < connections; count++) {
        const began = performance.now()
        const socket = connect(port, "127.0.0.1").on("error", () => {}).resume()
        stage.after(() => socket.destroy())
        open.add(socket)
        socket.write(`${heads[count % heads.length]}\r\nContent-Length: 100000\r\n\r\n{`)
        const dripping = setInterval(() => socket.write(" "), drip)
        socket.on("close", () => {
          clearInterval(dripping)
          open.delete(socket)
          longest = Math.max(longest, performance.now() - began)
        })
        if (count % 50 === 49) await sleep(50)
      }
      await sleep(watched)
    }
    const during = await waits(ask, attacking())
    const broken: Array<string> = []
    if (open.size > 0) broken.push(`${open.size} are open after ${watched / 1000} s`)
    if (longest > patience + slack) broken.push(`one was open for ${Math.round(longest / 1000)} s`)
    return { before, during, bound: 250, lost: 0, doubled: 0, broken }
  }
}
