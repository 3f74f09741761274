/**
 * A server that refuses every connection with an error of one's choice.
 */
import * as Effect from "effect/Effect"
import type { AddressInfo } from "node:net"
import { createServer } from "node:net"

const refusal = (code: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const length = Buffer.alloc(5)
  length.write("E")
  length.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([length, fields])
}

/** The port of such a server, as long as the scope lives. */
export const make = (code: string, message: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((socket) => {
          socket.on("error", () => undefined)
          socket.once("data", () => socket.end(refusal(code, message)))
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close())
    ),
    (server) => (server.address() as AddressInfo).port
  )
