/**
 * The carriers of the emulator, in the order in which they are tried.
 */
import type { Channel } from "@signalbox/core/Channel"

export const table = [
  { id: "sms-a", channels: ["sms"] },
  { id: "sms-b", channels: ["sms"] },
  { id: "whatsapp-a", channels: ["whatsapp"] },
  { id: "rcs-a", channels: ["rcs"] },
  { id: "mms-a", channels: ["mms"] }
] as const satisfies ReadonlyArray<{ readonly id: string; readonly channels: ReadonlyArray<Channel> }>

export const ids = table.map(({ id }) => id)
