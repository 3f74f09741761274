/**
 * A pooler as PgBouncer is in transaction mode: it refuses settings in the startup message, and gives every transaction
 * another of its few sessions. So what a client leaves in a session, such as a prepared statement, is not there when it
 * looks again.
 */
import type { AddressInfo, Socket } from "node:net"
import { connect, createServer } from "node:net"

export interface Pooler {
  /** The address of the server, by the pooler. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** PgBouncer knows these parameters of a start, and refuses others. */
const known = new Set(["user", "database", "application_name", "client_encoding"])

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(type.length + 4)
  head.write(type)
  head.writeInt32BE(body.length + 4, type.length)
  return Buffer.concat([head, body])
}

const startup = (user: string, database: string): Buffer => {
  const version = Buffer.alloc(4)
  version.writeInt32BE(196_608)
  return message("", Buffer.concat([version, Buffer.from(`user\0${user}\0database\0${database}\0\0`)]))
}

const refusal = (text: string): Buffer => message("E", Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`))

/** Hands out whole messages, whatever the pieces in which they come. */
const whole = (untyped: number, onMessage: (type: string, bytes: Buffer) => void) => {
  let rest = Buffer.alloc(0)
  let left = untyped
  return (data: Buffer): void => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const typed = left > 0 ? 0 : 1
      if (rest.length < typed + 4) return
      const end = typed + rest.readInt32BE(typed)
      if (rest.length < end) return
      const bytes = rest.subarray(0, end)
      rest = rest.subarray(end)
      if (left > 0) left--
      onMessage(typed === 0 ? "" : String.fromCharCode(bytes[0]!), bytes)
    }
  }
}

interface Session {
  readonly socket: Socket
  client: Client | null
}

interface Client {
  readonly socket: Socket
  session: Session | null
  /** The messages that wait for a session. */
  queued: Array<Buffer>
  /** Cycles that the server has not ended yet. */
  open: number
}

const isReady = 0x49

export const start = async (target: string, sessions: number): Promise<Pooler> => {
  const { hostname, pathname, port, username } = new URL(target)
  const sockets = new Set<Socket>()
  const free: Array<Session> = []
  const waiting: Array<Client> = []

  const send = (client: Client, bytes: Buffer): void => {
    if (bytes[0] === 0x53 || bytes[0] === 0x51) client.open++
    client.session!.socket.write(bytes)
  }

  const serve = (): void => {
    while (free.length > 0 && waiting.length > 0) {
      const [session, client] = [free.shift()!, waiting.shift()!]
      if (client.socket.destroyed) {
        free.unshift(session)
        continue
      }
      session.client = client
      client.session = session
      for (const bytes of client.queued.splice(0)) send(client, bytes)
    }
  }

  const open = (): void => {
    const socket = connect(Number(port === "" ? "5432" : port), hostname)
    const session: Session = { socket, client: null }
    let isUp = false
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.write(startup(username, pathname.slice(1)))
    socket.on(
      "data",
      whole(0, (type, bytes) => {
        const { client } = session
        if (isUp && client !== null) client.socket.write(bytes)
        if (type !== "Z") return
        isUp = true
        if (client !== null && (--client.open > 0 || bytes[5] !== isReady)) return
        if (client !== null) client.session = null
        session.client = null
        free.push(session)
        serve()
      })
    )
  }

  const greet = (client: Client, bytes: Buffer): void => {
    const names = bytes.subarray(8).toString().split("\0").filter((_, index) => index % 2 === 0).slice(0, -1)
    const unknown = names.find((name) => !known.has(name) && name !== "")
    if (unknown !== undefined) return void client.socket.end(refusal(`unsupported startup parameter: ${unknown}`))
    client.socket.write(Buffer.concat([
      message("R", Buffer.alloc(4)),
      message("K", Buffer.alloc(8, 7)),
      message("Z", Buffer.from("I"))
    ]))
  }

  const server = createServer((socket) => {
    socket.setNoDelay(true)
    const client: Client = { socket, session: null, queued: [], open: 0 }
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => {
      const { session } = client
      if (session === null) return
      // Nobody knows what it was about to do.
      session.socket.destroy()
      open()
    })
    socket.on(
      "data",
      whole(1, (type, bytes) => {
        if (type === "") return greet(client, bytes)
        if (type === "X") return void socket.end()
        if (client.session !== null) return send(client, bytes)
        client.queued.push(bytes)
        if (client.queued.length === 1) waiting.push(client)
        serve()
      })
    )
  })
  for (let number = 0; number < sessions; number++) open()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = new URL(target)
  url.hostname = "127.0.0.1"
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
