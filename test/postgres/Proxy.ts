/**
 * A way to a server that can be cut: then what is open breaks, and nothing new comes through.
 */
import type { AddressInfo, Socket } from "node:net"
import { connect, createServer } from "node:net"

export interface Proxy {
  /** The address of the server, by this way. */
  readonly url: string
  readonly cut: () => void
  /**
   * The next such statement comes through; its answer does not, and its connection breaks. Anything but COMMIT must be a
   * part of a text that the client sends each time.
   */
  readonly lose: (statement: string) => void
  /** From now on nothing comes through, and nothing breaks. */
  readonly silence: () => void
  /** Returns how many connections clients have open. */
  readonly connections: () => number
  readonly mend: () => void
  /** Ends when a request with this text has come; it does not go on to the server. */
  readonly caught: (text: string) => Promise<void>
  readonly stop: () => Promise<void>
}

export const start = async (target: string): Promise<Proxy> => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let isCut = false
  let isSilent = false
  let losing: string | null = null
  let trap: { readonly text: string; readonly spring: () => void } | null = null
  const names = new Map<string, string>()
  // A server that is silent says nothing to the end of a connection either.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(port === "" ? "5432" : port), hostname)
    for (const [one, other] of [[near, far], [far, near]] as const) {
      sockets.add(one)
      one.on("error", () => undefined)
      one.on("end", () => {
        if (!isSilent) return void one.end()
        // Only whoever has not destroyed its side takes what comes after its end; the second time that is known here.
        one.write("N", () => setTimeout(() => one.write("N"), 20))
      })
      one.on("close", () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    clients.add(near)
    near.on("close", () => clients.delete(near))
    near.on("data", (data: Buffer) => {
      if (isSilent) return
      if (trap !== null && data.includes(trap.text)) return trap.spring()
      far.write(data)
      // A statement is sent once with its text, and after that by the name that it was given then.
      for (const [, name, text] of data.toString("latin1").matchAll(/([a-z0-9_]+)\0(BEGIN|COMMIT)\0/g)) {
        names.set(text!, name!)
      }
      if (losing === null || !data.includes(losing === "COMMIT" ? `${names.get(losing)}\0` : losing)) return
      losing = null
      far.removeAllListeners("data").once("data", () => near.destroy())
    })
    far.on("data", (data: Buffer) => void (isSilent || near.write(data)))
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
    lose: (statement) => {
      losing = statement
    },
    caught: (text) =>
      new Promise((resolve) => {
        trap = { text, spring: resolve }
      }),
    silence: () => {
      isSilent = true
    },
    connections: () => clients.size,
    mend: () => {
      trap = null
      isSilent = false
      isCut = false
    },
    stop: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
