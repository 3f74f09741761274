/**
 * A message centre that does what a test tells it to, written from the specification of SMPP 3.4. It is honest unless told
 * otherwise: it takes what is submitted, and says nothing more.
 */
import * as Codec from "@signalbox/smpp/Codec"
import * as Framing from "@signalbox/smpp/Framing"
import type { Body, Command, Pdu, PduOf } from "@signalbox/smpp/Pdu"
import { isResponse, messageBody } from "@signalbox/smpp/Pdu"
import type { Tlv } from "@signalbox/smpp/Tlv"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { AddressInfo, Socket } from "node:net"
import * as Net from "node:net"
import * as Tls from "node:tls"

/** A session of a client. */
export interface Peer {
  readonly socket: Socket
  /** The kind of its bind; null before. */
  readonly boundAs: Command | null
  readonly send: (pdu: Pdu) => void
  readonly reply: <C extends Command>(to: Pdu, command: C, status: number, body: Partial<Body<C>>) => void
  /** Asks the client, and resolves with what it answers; with a generic_nack when the connection is lost before. */
  readonly ask: <C extends Command>(command: C, body: Body<C>, tlvs?: ReadonlyArray<Tlv>) => Promise<Pdu>
}

export type Submitted = PduOf<"submit_sm">

export interface Script {
  readonly password?: string
  /** Answers a submit_sm in its own way. */
  readonly submit?: (pdu: Submitted, peer: Peer, smsc: Smsc) => void
  /** Answers whatever else comes in its own way; false: the usual answer follows. */
  readonly other?: (pdu: Pdu, peer: Peer, smsc: Smsc) => boolean
  readonly tls?: Tls.TlsOptions
}

export interface Smsc {
  readonly port: number
  readonly peers: ReadonlySet<Peer>
  /** Each submit_sm, in the order in which they came. */
  readonly submitted: ReadonlyArray<Submitted>
  /** Every other PDU of clients. */
  readonly heard: ReadonlyArray<Pdu>
  /** Takes a submit_sm: the usual answer, with an id of its own. */
  readonly take: (pdu: Submitted, peer: Peer) => string
  /** Delivers to a client that receives, and resolves with the status of the answer; 0xff when there is none. */
  readonly deliver: (body: Parameters<typeof messageBody>[0], tlvs?: ReadonlyArray<Tlv>) => Promise<number>
  /** Cuts all connections together. */
  readonly cut: () => void
}

interface State {
  readonly script: Script
  readonly submitted: Array<Submitted>
  readonly heard: Array<Pdu>
  readonly peers: Set<Peer>
  ids: number
}

const empty: Readonly<Record<string, unknown>> = { systemId: "smsc", messageId: "" }

const binds: ReadonlyArray<string> = ["bind_transceiver", "bind_transmitter", "bind_receiver"]

const usual = (pdu: Pdu, peer: Peer & { boundAs: Command | null }, { script }: State): void => {
  if (binds.includes(pdu.command) && "password" in pdu) {
    const status = pdu.password === (script.password ?? "secret") ? 0 : 0x0e
    if (status === 0) peer.boundAs = pdu.command
    return peer.reply(pdu, `${pdu.command}_resp` as Command, status, {})
  }
  if (pdu.command === "enquire_link") return peer.reply(pdu, "enquire_link_resp", 0, {})
  if (pdu.command === "unbind") {
    peer.reply(pdu, "unbind_resp", 0, {})
    peer.socket.end()
  }
}

const serve = (socket: Socket, state: State, smsc: Smsc): void => {
  const framing = Framing.make()
  const asked = new Map<number, (pdu: Pdu) => void>()
  let sequence = 0
  const send = (pdu: Pdu): void => {
    if (socket.writable) socket.write(Codec.encode(pdu))
  }
  const peer: Peer & { boundAs: Command | null } = {
    socket,
    boundAs: null,
    send,
    reply: (to, command, status, body) =>
      send({ command, status, sequence: to.sequence, tlvs: [], ...empty, ...body } as unknown as Pdu),
    ask: (command, body, tlvs = []) =>
      new Promise((resolve) => {
        sequence += 1
        asked.set(sequence, resolve)
        send({ command, status: 0, sequence, tlvs, ...body } as unknown as Pdu)
      })
  }
  state.peers.add(peer)
  socket.on("error", () => {})
  socket.on("close", () => {
    state.peers.delete(peer)
    for (const [sequence, answered] of asked) {
      answered({ command: "generic_nack", status: 0xff, sequence, tlvs: [] })
    }
  })
  socket.on("data", (octets: Uint8Array) => {
    for (const each of framing.push(octets).pdus) {
      const pdu = Result.getOrThrow(Codec.decode(each))
      if (isResponse(pdu)) {
        asked.get(pdu.sequence)?.(pdu)
        asked.delete(pdu.sequence)
      }
      if (pdu.command === "submit_sm") {
        state.submitted.push(pdu)
        if (state.script.submit === undefined) smsc.take(pdu, peer)
        else state.script.submit(pdu, peer, smsc)
        continue
      }
      state.heard.push(pdu)
      if (state.script.other?.(pdu, peer, smsc) !== true) usual(pdu, peer, state)
    }
  })
}

/** Opens a message centre on a port of its own. Its connections are cut with the scope. */
export const make = (script: Script = {}, port = 0): Effect.Effect<Smsc, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<readonly [Net.Server, Smsc]>((resume) => {
        const state: State = { script, submitted: [], heard: [], peers: new Set(), ids: 0 }
        const connected = (socket: Socket): void => serve(socket, state, smsc)
        const server = script.tls === undefined ? Net.createServer(connected) : Tls.createServer(script.tls, connected)
        const smsc: Smsc = {
          get port() {
            return (server.address() as AddressInfo).port
          },
          peers: state.peers,
          submitted: state.submitted,
          heard: state.heard,
          take: (pdu, peer) => {
            state.ids += 1
            const messageId = (0xabc000 + state.ids).toString(16)
            peer.reply(pdu, "submit_sm_resp", 0, { messageId })
            return messageId
          },
          deliver: (body, tlvs) => {
            const to = [...state.peers].find(({ boundAs }) => boundAs !== null && boundAs !== "bind_transmitter")
            if (to === undefined) return Promise.resolve(0xff)
            return to.ask("deliver_sm", messageBody(body), tlvs).then(({ status }) => status)
          },
          cut: () => {
            for (const { socket } of state.peers) socket.destroy()
          }
        }
        server.listen(port, "127.0.0.1", () => resume(Effect.succeed([server, smsc] as const)))
      }),
      ([server, smsc]) =>
        Effect.callback<void>((resume) => {
          smsc.cut()
          server.close(() => resume(Effect.void))
        })
    ),
    ([, smsc]) => smsc
  )
