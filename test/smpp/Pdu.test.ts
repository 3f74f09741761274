/**
 * The forms of PDUs and of their parameters as SMPP 3.4 has them: a codec that has them wrong understands itself all the same.
 */
import * as Codec from "@signalbox/smpp/Codec"
import * as Pdu from "@signalbox/smpp/Pdu"
import { tags } from "@signalbox/smpp/Tlv"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

const number = "addrTon addrNpi sourceTon sourceNpi destinationTon destinationNpi esmeTon esmeNpi interfaceVersion " +
  "esmClass protocolId priority registeredDelivery replaceIfPresent dataCoding defaultMessageId"

/** The most octets of texts without their NUL, and of counted octets. */
const sizes: Readonly<Record<string, number>> = {
  systemId: 15,
  password: 8,
  systemType: 12,
  addressRange: 40,
  serviceType: 5,
  source: 20,
  destination: 20,
  scheduleDeliveryTime: 16,
  validityPeriod: 16,
  shortMessage: 254,
  messageId: 64,
  esme: 64,
  ...Object.fromEntries(number.split(" ").map((name) => [name, 255]))
}

const bind = "systemId password systemType interfaceVersion addrTon addrNpi addressRange"
const addresses = "serviceType sourceTon sourceNpi source destinationTon destinationNpi destination esmClass"
const message = `${addresses} protocolId priority scheduleDeliveryTime validityPeriod registeredDelivery ` +
  "replaceIfPresent dataCoding defaultMessageId shortMessage"
const data = `${addresses} registeredDelivery dataCoding`
const alert = "sourceTon sourceNpi source esmeTon esmeNpi esme"

/** The number of each command with its mandatory parameters (SMPP 3.4, 4 and 5.1.2.1). */
const commands: Readonly<Record<Pdu.Command, readonly [id: number, fields: string]>> = {
  bind_receiver: [0x0000_0001, bind],
  bind_receiver_resp: [0x8000_0001, "systemId"],
  bind_transmitter: [0x0000_0002, bind],
  bind_transmitter_resp: [0x8000_0002, "systemId"],
  bind_transceiver: [0x0000_0009, bind],
  bind_transceiver_resp: [0x8000_0009, "systemId"],
  submit_sm: [0x0000_0004, message],
  submit_sm_resp: [0x8000_0004, "messageId"],
  deliver_sm: [0x0000_0005, message],
  deliver_sm_resp: [0x8000_0005, "messageId"],
  data_sm: [0x0000_0103, data],
  data_sm_resp: [0x8000_0103, "messageId"],
  alert_notification: [0x0000_0102, alert],
  enquire_link: [0x0000_0015, ""],
  enquire_link_resp: [0x8000_0015, ""],
  unbind: [0x0000_0006, ""],
  unbind_resp: [0x8000_0006, ""],
  generic_nack: [0x8000_0000, ""]
}

const names = Object.keys(commands) as ReadonlyArray<Pdu.Command>

/** Addresses of data_sm and alert_notification are longer than those of short messages. */
const most = (command: Pdu.Command, field: string): number => {
  const isLong = command === "data_sm" || command === "alert_notification"
  return isLong && (field === "source" || field === "destination") ? 64 : sizes[field]!
}

const filled = (field: string, length: number): unknown => {
  if (number.split(" ").includes(field)) return length
  return field === "shortMessage" ? new Uint8Array(length).fill(1) : "x".repeat(length)
}

const pdu = (command: Pdu.Command, body: Readonly<Record<string, unknown>>): Pdu.Pdu =>
  ({ command, status: 0, sequence: 1, tlvs: [], ...body }) as unknown as Pdu.Pdu

const fieldsOf = (command: Pdu.Command): ReadonlyArray<string> => commands[command][1].split(" ").filter(Boolean)

describe("a PDU", () => {
  it.each(names)("%s has its number, and its parameters in their order, each as long as it may be", (command) => {
    expect(Pdu.commandIds[command]).toBe(commands[command][0])
    expect(Pdu.isResponse(pdu(command, {}))).toBe(/_resp$|nack$/.test(command))
    expect(Object.keys(Pdu.bodies[command])).toEqual(fieldsOf(command))
    const whole = Object.fromEntries(fieldsOf(command).map((field) => [field, filled(field, most(command, field))]))
    expect(Codec.decode(Codec.encode(pdu(command, whole)))).toEqual(Result.succeed(pdu(command, whole)))
    for (const field of fieldsOf(command)) {
      const longer = { ...whole, [field]: filled(field, most(command, field) + 1) }
      expect(() => Codec.encode(pdu(command, longer)), field).toThrow(RangeError)
    }
  })

  it("has numbers of whole octets only, and says which one is none", () => {
    const body = Pdu.messageBody({ source: "", destination: "" })
    for (const [priority, words] of [[-1, "-1"], [1.5, "1.5"], [256, "256"]] as const) {
      expect(() => Codec.encode(pdu("submit_sm", { ...body, priority }))).toThrow(`${words} is no number of 1 octets`)
    }
    expect(() => Codec.encode(pdu("submit_sm", { ...body, serviceType: "longer" })))
      .toThrow("a field has at most 5 octets, not 6")
    for (const source of ["a\0", "\u{100}"]) {
      expect(() => Codec.encode(pdu("submit_sm", { ...body, source })))
        .toThrow("a text of SMPP has Latin-1 characters without NUL")
    }
  })

  it("of a message has no more than its numbers unless more is given", () => {
    const texts = ["serviceType", "scheduleDeliveryTime", "validityPeriod"]
    const rest = fieldsOf("submit_sm").map((field) => [field, texts.includes(field) ? "" : 0])
    const shortMessage = new Uint8Array()
    expect(Pdu.messageBody({ source: "a", destination: "b", priority: 3 }))
      .toEqual({ ...Object.fromEntries(rest), source: "a", destination: "b", priority: 3, shortMessage })
  })

  it("that is an error without a body has empty parameters, and a request has none without them", () => {
    for (const command of names) {
      const octets = Codec.encode(pdu("unbind", {}))
      new DataView(octets.buffer).setUint32(4, Pdu.commandIds[command])
      const read = Codec.decode(octets)
      const isBare = Pdu.isResponse(pdu(command, {})) || fieldsOf(command).length === 0
      expect(Result.isSuccess(read), command).toBe(isBare)
      const empty = Object.fromEntries(fieldsOf(command).map((field) => [field, ""]))
      if (Result.isSuccess(read)) expect(read.success).toEqual(pdu(command, empty))
      else expect(read.failure).toEqual({ reason: "body", commandId: Pdu.commandIds[command], status: 0, sequence: 1 })
    }
  })

  it("whose header is cut off has neither a status nor a number, and no command where that is cut off, too", () => {
    const octets = Codec.encode({ command: "unbind", status: 7, sequence: 9, tlvs: [] })
    for (let length = 0; length < 16; length++) {
      const commandId = length < 8 ? 0 : 6
      expect(Codec.decode(octets.slice(0, length)), `${length}`)
        .toEqual(Result.fail({ reason: "length", commandId, status: 0, sequence: 0 }))
    }
    const longer = Uint8Array.from([...octets, 0])
    expect(Codec.decode(longer)).toEqual(Result.fail({ reason: "length", commandId: 6, status: 7, sequence: 9 }))
  })
})

it("the tags of optional parameters are those of the specification", () => {
  expect(tags).toEqual({
    receiptedMessageId: 0x001e,
    userMessageReference: 0x0204,
    sarReference: 0x020c,
    sarCount: 0x020e,
    sarIndex: 0x020f,
    scInterfaceVersion: 0x0210,
    networkErrorCode: 0x0423,
    messagePayload: 0x0424,
    messageState: 0x0427,
    ussdServiceOperation: 0x0501
  })
})
