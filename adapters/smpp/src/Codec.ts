/**
 * PDUs as octets, and octets as PDUs. Pure.
 */
import * as Result from "effect/Result"
import type { Field } from "./codec/internal/field.ts"
import type { Reader } from "./codec/internal/octets.ts"
import * as Octets from "./codec/internal/octets.ts"
import type { Command, Pdu, PduOf } from "./Pdu.ts"
import { bodies, commandIds } from "./Pdu.ts"
import type { Tlv } from "./Tlv.ts"

/** How many octets the header of a PDU has. */
export const headerLength = 16

/** Why octets are no PDU. The sequence number is 0 when there is no whole header. */
export interface Malformed {
  readonly reason: "length" | "command" | "body" | "tlv"
  readonly commandId: number
  /** The command_status: it counts although the rest does not. 0 when there is no whole header. */
  readonly status: number
  readonly sequence: number
}

const commands: ReadonlyMap<number, Command> = new Map(
  (Object.keys(commandIds) as ReadonlyArray<Command>).map((command) => [commandIds[command], command])
)

const fieldsOf = (command: Command): ReadonlyArray<readonly [string, Field<unknown>]> =>
  Object.entries(bodies[command] as Readonly<Record<string, Field<unknown>>>)

/** @throws RangeError for what does not fit its field: no PDU that was decoded does that, but for texts that are too long */
export const encode = <C extends Command>(pdu: PduOf<C>): Uint8Array => {
  const body = Octets.writer()
  for (const [name, field] of fieldsOf(pdu.command)) field.write(body, Reflect.get(pdu, name))
  for (const { tag, value } of pdu.tlvs) {
    body.number(2, tag)
    body.number(2, value.length)
    body.octets(value)
  }
  const octets = body.done()
  const whole = Octets.writer()
  whole.number(4, headerLength + octets.length)
  whole.number(4, commandIds[pdu.command])
  whole.number(4, pdu.status)
  whole.number(4, pdu.sequence)
  whole.octets(octets)
  return whole.done()
}

const readTlvs = (reader: Reader): ReadonlyArray<Tlv> => {
  const tlvs: Array<Tlv> = []
  while (reader.left() > 0 && !reader.isShort) {
    const tag = reader.number(2)
    tlvs.push({ tag, value: reader.octets(reader.number(2)) })
  }
  return tlvs
}

/** Reads one whole PDU. It never throws. */
export const decode = (octets: Uint8Array): Result.Result<Pdu, Malformed> => {
  const reader = Octets.reader(octets)
  const length = reader.number(4)
  const commandId = reader.number(4)
  const status = reader.number(4)
  const sequence = reader.number(4)
  const hasHeader = octets.length >= headerLength
  const malformed = (reason: Malformed["reason"]) =>
    Result.fail<Malformed>({
      reason,
      commandId,
      status: hasHeader ? status : 0,
      sequence: hasHeader ? sequence : 0
    })
  if (reader.isShort || length !== octets.length) return malformed("length")
  const command = commands.get(commandId)
  if (command === undefined) return malformed("command")
  const body: Record<string, unknown> = {}
  // A response that reports an error may have no body (SMPP 3.4, 4.4.2).
  const isBare = commandId >= 0x8000_0000 && reader.left() === 0
  for (const [name, field] of fieldsOf(command)) body[name] = isBare ? field.none : field.read(reader)
  if (reader.isShort) return malformed("body")
  const tlvs = readTlvs(reader)
  if (reader.isShort) return malformed("tlv")
  return Result.succeed({ command, status, sequence, tlvs, ...body } as Pdu)
}
