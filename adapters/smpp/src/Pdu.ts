/**
 * The PDUs of SMPP 3.4 that an ESME sends and receives (4.1 to 4.11).
 */
import type { Field } from "./codec/internal/field.ts"
import { counted, octet, text } from "./codec/internal/field.ts"
import type { Tlv } from "./Tlv.ts"

const bind = {
  systemId: text(16),
  password: text(9),
  systemType: text(13),
  interfaceVersion: octet,
  addrTon: octet,
  addrNpi: octet,
  addressRange: text(41)
}

const bindResponse = { systemId: text(16) }

const addresses = {
  serviceType: text(6),
  sourceTon: octet,
  sourceNpi: octet,
  source: text(21),
  destinationTon: octet,
  destinationNpi: octet,
  destination: text(21),
  esmClass: octet
}

const message = {
  ...addresses,
  protocolId: octet,
  priority: octet,
  scheduleDeliveryTime: text(17),
  validityPeriod: text(17),
  registeredDelivery: octet,
  replaceIfPresent: octet,
  dataCoding: octet,
  defaultMessageId: octet,
  shortMessage: counted(254)
}

const data = {
  serviceType: text(6),
  sourceTon: octet,
  sourceNpi: octet,
  source: text(65),
  destinationTon: octet,
  destinationNpi: octet,
  destination: text(65),
  esmClass: octet,
  registeredDelivery: octet,
  dataCoding: octet
}

const messageResponse = { messageId: text(65) }

const alert = {
  sourceTon: octet,
  sourceNpi: octet,
  source: text(65),
  esmeTon: octet,
  esmeNpi: octet,
  esme: text(65)
}

/** The mandatory fields of each PDU, in the order in which they are written. */
export const bodies = {
  bind_receiver: bind,
  bind_receiver_resp: bindResponse,
  bind_transmitter: bind,
  bind_transmitter_resp: bindResponse,
  bind_transceiver: bind,
  bind_transceiver_resp: bindResponse,
  submit_sm: message,
  submit_sm_resp: messageResponse,
  deliver_sm: message,
  deliver_sm_resp: messageResponse,
  data_sm: data,
  data_sm_resp: messageResponse,
  alert_notification: alert,
  enquire_link: {},
  enquire_link_resp: {},
  unbind: {},
  unbind_resp: {},
  generic_nack: {}
}

export type Command = keyof typeof bodies

/** The numbers of the commands. A response has that of its request with the highest bit set. */
export const commandIds: Readonly<Record<Command, number>> = {
  generic_nack: 0x8000_0000,
  bind_receiver: 0x0000_0001,
  bind_receiver_resp: 0x8000_0001,
  bind_transmitter: 0x0000_0002,
  bind_transmitter_resp: 0x8000_0002,
  submit_sm: 0x0000_0004,
  submit_sm_resp: 0x8000_0004,
  deliver_sm: 0x0000_0005,
  deliver_sm_resp: 0x8000_0005,
  unbind: 0x0000_0006,
  unbind_resp: 0x8000_0006,
  bind_transceiver: 0x0000_0009,
  bind_transceiver_resp: 0x8000_0009,
  enquire_link: 0x0000_0015,
  enquire_link_resp: 0x8000_0015,
  alert_notification: 0x0000_0102,
  data_sm: 0x0000_0103,
  data_sm_resp: 0x8000_0103
}

type Values<F> = { readonly [K in keyof F]: F[K] extends Field<infer A> ? A : never }

export type Body<C extends Command> = Values<(typeof bodies)[C]>

interface Header<C extends Command> {
  readonly command: C
  /** The command_status: 0 in requests. */
  readonly status: number
  /** From 1 to 0x7fffffff; a generic_nack may have 0. */
  readonly sequence: number
  readonly tlvs: ReadonlyArray<Tlv>
}

export type PduOf<C extends Command> = Header<C> & Body<C>

export type Pdu = { readonly [C in Command]: PduOf<C> }[Command]

export type BindCommand = "bind_receiver" | "bind_transmitter" | "bind_transceiver"

export type Request = Exclude<Command, `${string}_resp` | "generic_nack">

export type Response = Exclude<Command, Request>

export const isResponse = ({ command }: Pdu): boolean => commandIds[command] >= 0x8000_0000

/** Returns the message of a submit_sm or deliver_sm with the fields that hardly anybody sets. */
export const messageBody = (
  parts: Partial<Body<"submit_sm">> & Pick<Body<"submit_sm">, "source" | "destination">
): Body<"submit_sm"> => ({
  serviceType: "",
  sourceTon: 0,
  sourceNpi: 0,
  destinationTon: 0,
  destinationNpi: 0,
  esmClass: 0,
  protocolId: 0,
  priority: 0,
  scheduleDeliveryTime: "",
  validityPeriod: "",
  registeredDelivery: 0,
  replaceIfPresent: 0,
  dataCoding: 0,
  defaultMessageId: 0,
  shortMessage: new Uint8Array(),
  ...parts
})
