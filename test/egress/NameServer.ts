/**
 * A name server on this machine that answers as told: with addresses, with a code, or not at all.
 */
import type { Socket } from "node:dgram"
import { createSocket } from "node:dgram"
import { once } from "node:events"

/** The answer about a name: its IPv4 addresses, a response code, or nothing. */
export type Said = ReadonlyArray<string> | "NXDOMAIN" | "SERVFAIL" | "silence"

export interface NameServer extends AsyncDisposable {
  /** As `Resolver` takes it. */
  readonly address: string
  /** The names that were asked for, with repetitions. */
  readonly asked: ReadonlyArray<string>
  /** Returns how many questions wait for an answer that never comes. */
  readonly held: () => number
}

const codes = { NXDOMAIN: 3, SERVFAIL: 2 } as const

const typeA = 1

const readName = (message: Buffer): { readonly name: string; readonly end: number } => {
  const labels: Array<string> = []
  let at = 12
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join("."), end: at + 5 }
}

const answer = (question: Buffer, end: number, said: Exclude<Said, "silence">, type: number): Buffer => {
  const addresses = typeof said === "string" || type !== typeA ? [] : said
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(0x8180 | (typeof said === "string" ? codes[said] : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const records = addresses.map((address) =>
    // The name by its place in the message, type A, class IN, no time to be kept (Bun would), four bytes.
    Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)])
  )
  return Buffer.concat([head, question.subarray(12, end), ...records])
}

export const start = async (say: (name: string) => Said): Promise<NameServer> => {
  const socket: Socket = createSocket("udp4")
  const asked: Array<string> = []
  let held = 0
  socket.on("message", (question, { address, port }) => {
    const { end, name } = readName(question)
    asked.push(name)
    const said = say(name)
    if (said === "silence") held++
    else socket.send(answer(question, end, said, question.readUInt16BE(end - 4)), port, address)
  })
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    held: () => held,
    [Symbol.asyncDispose]: async () => {
      socket.close()
      await once(socket, "close")
    }
  }
}
