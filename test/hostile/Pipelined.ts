/**
 * Many requests written on one connection before any answer is read.
 */
import { once } from "node:events"
import { connect } from "node:net"

export interface Pipelined {
  /** How many answers came. */
  readonly answers: number
  /** True when the last of them said that the connection ends. */
  readonly isEnded: boolean
}

/** Sends a request, such as `GET /docs`, so many times on one connection, and reads until it is closed. */
export const pipelined = async (port: number, request: string, times: number): Promise<Pipelined> => {
  const socket = connect(port, "127.0.0.1")
  let said = ""
  socket.setEncoding("latin1").on("data", (piece: string) => said += piece).on("error", () => {})
  const text = `${request} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n`
  socket.write(`${`${text}\r\n`.repeat(times - 1)}${text}Connection: close\r\n\r\n`)
  await once(socket, "close")
  const answers = said.split("HTTP/1.1 ").slice(1)
  return { answers: answers.length, isEnded: /\r\nconnection: close\r\n/i.test(answers.at(-1) ?? "") }
}

/**
 * The same for a client that asks again, on a new connection, for what stood behind an answer that ended the last one.
 * Returns how many requests never had an answer: none, unless a connection was closed without saying so.
 */
export const unanswered = async (port: number, request: string, times: number): Promise<number> => {
  let left = times
  while (left > 0) {
    const { answers, isEnded } = await pipelined(port, request, left)
    if (answers === 0 || (answers < left && !isEnded)) return left - answers
    left -= answers
  }
  return 0
}
