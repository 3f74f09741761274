/**
 * Shows what `Bun.serve` and `node:http` on Bun do with requests that are pipelined behind one that is not answered yet,
 * and Signalbox on the latter, in a process of Bun's. It prints the ports as a line of JSON.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Mounts from "../../http/Mounts.ts"
import { starter } from "../../http/NodeSubject.ts"
import * as Storages from "../../http/Storages.ts"

/** As much of Bun as is used here: its own types would stand against Node's. */
declare const Bun: {
  readonly serve: (options: {
    readonly port: number
    readonly hostname: string
    readonly fetch: (request: Request) => Promise<Response>
  }) => { readonly port: number }
}

const later = () => new Promise((resolve) => setImmediate(resolve))

const fetch = async () => {
  await later()
  return new Response("Hello")
}
const plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch })
const nodes = createServer(async (_, response) => {
  await later()
  response.end("Hello")
})
await new Promise<void>((resolve) => nodes.listen(0, "127.0.0.1", resolve))
const { baseUrl } = await starter({ mount: Mounts.node, storage: Storages.memory })()
console.log(JSON.stringify({
  plain: plain.port,
  nodes: (nodes.address() as AddressInfo).port,
  mounted: Number(new URL(baseUrl).port)
}))
