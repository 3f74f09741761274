/**
 * Optional parameters of PDUs (SMPP 3.4, 5.3). Those that nobody here knows, such as a vendor's, are kept as they are.
 */
import { latin1 } from "./codec/internal/octets.ts"

export interface Tlv {
  readonly tag: number
  readonly value: Uint8Array
}

/** The tags that mean something here. */
export const tags = {
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
} as const

export const find = (tlvs: ReadonlyArray<Tlv>, tag: number): Uint8Array | null =>
  tlvs.find((each) => each.tag === tag)?.value ?? null

/** Returns the number that a TLV holds, or null when there is none, or it is empty or too long. */
export const number = (tlvs: ReadonlyArray<Tlv>, tag: number): number | null => {
  const value = find(tlvs, tag)
  return value === null || value.length === 0 || value.length > 4
    ? null
    : value.reduce((sum, octet) => sum * 0x100 + octet, 0)
}

/** Returns the text that a TLV holds, or null: some peers leave out the NUL at its end. */
export const text = (tlvs: ReadonlyArray<Tlv>, tag: number): string | null => {
  const value = find(tlvs, tag)
  if (value === null) return null
  const end = value.indexOf(0)
  return latin1(end === -1 ? value : value.subarray(0, end))
}
