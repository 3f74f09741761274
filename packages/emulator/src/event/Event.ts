/**
 * The events of an emulator: that something has changed which a page shows. Each names what has changed and how it is now;
 * whoever wants to know more asks for it.
 */
import type { Json } from "@signalbox/core/Json"

/** The data of the events, by their types. Instants are ISO texts. */
export interface Data {
  /** A message of the API was made, or is as it was not before. */
  readonly message: {
    readonly account: string
    readonly message_id: string
    readonly status: string
    readonly direction: "OUTBOUND" | "INBOUND"
    readonly phone: string
    /** The channel that it took, or that was asked for. */
    readonly channel: string
    readonly at: string
  }
  /** A handset shows a message from now on. */
  readonly handset: { readonly phone: string; readonly message_id: string }
  /** An attempt to deliver an event to a webhook has ended, or no further one will be made. */
  readonly delivery: {
    readonly account: string | null
    readonly webhook_id: string
    readonly delivery_id: string
    readonly attempt: number
    readonly status_code: number | null
    readonly at: string
  }
  readonly template: { readonly account: string; readonly template_id: string; readonly status: string }
  readonly contact: { readonly account: string; readonly contact_id: string }
  /** A carrier was told to behave differently. */
  readonly carrier: { readonly id: string }
  /** The clock has travelled. */
  readonly clock: { readonly now: string; readonly offset_ms: number }
  /** Whatever was known is out of date. */
  readonly reset: Readonly<Record<string, never>>
}

export type Type = keyof Data

export type Event = {
  readonly [Name in Type]: { readonly type: Name; readonly data: Data[Name] }
}[Type]

/** Returns the event as a stream of server-sent events has it. */
export const written = (id: string, { data, type }: Event): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data satisfies Json)}\n\n`
