/**
 * A way to a server that can be cut: then what is open breaks, and nothing new comes through.
 */
import type { AddressInfo, Socket } from "node:net"
import { connect, createServer } from "node:net"

export interface Proxy {
  /** The address of the server, by this way. */
  readonly url: string
  readonly cut: () => void
  readonly mend: () => void
  readonly stop: () => Promise<void>
}

export const start = async (target: string): Promise<Proxy> => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(port === "" ? "5432" : port), hostname)
    for (const [one, other] of [[near, far], [far, near]] as const) {
      sockets.add(one)
      one.on("error", () => undefined)
      one.on("close", () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const url = new URL(target)
  url.hostname = "127.0.0.1"
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.toString(),
    cut,
    mend: () => {
      isCut = false
    },
    stop: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
