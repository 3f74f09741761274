/**
 * The numbers of satellite networks by their first digits (decisions 17.1). The library of numbering plans knows these
 * networks as mobile or internet telephony, or not at all, and a message to them costs as much as to a premium rate.
 */
import type { PhoneNumber } from "../value/PhoneNumber.ts"

export const table: ReadonlyArray<readonly [prefix: string, network: string]> = [
  ["+870", "Inmarsat"],
  ["+881", "the Global Mobile Satellite System, which is Iridium and Globalstar"],
  ["+88213", "Telespazio, known as EMSAT"],
  ["+88216", "Thuraya"],
  ["+88220", "ACeS"],
  ["+88232", "Maritime Communications Partner, on ships"],
  ["+88298", "OnAir, on aircraft"],
  ["+88299", "AeroMobile, on aircraft"]
]

/** Returns the first digits by which the number belongs to a satellite network, or null. */
export const prefixOf = (phone: PhoneNumber): string | null =>
  phone.startsWith("+8") ? table.find(([prefix]) => phone.startsWith(prefix))?.[0] ?? null : null
