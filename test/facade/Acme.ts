/**
 * A service on memory with a carrier of the test's own.
 */
import type { Carrier, CarrierOptions, LogEntry, Options, OutgoingMessage, Signalbox } from "signalbox"
import { carrier, createSignalbox, memory } from "signalbox"

export const to = "+12015550123"
/** The account sends from this number. */
export const number = "+12015559000"

export interface Acme {
  readonly box: Signalbox
  /** The messages that were handed over, in order. */
  readonly handed: ReadonlyArray<OutgoingMessage>
  readonly logged: ReadonlyArray<LogEntry>
  /** An organization with money, and the template `order` that it may send. */
  readonly account: string
}

export const template = { name: "order", definition: { body: { multiChannel: { template: "On its way." } } } } as const

/** A send of the template. */
export const order = { to: [to], template: { name: "order" }, channel: ["sms"] } as const

/** A carrier that puts what it is handed into the list, and accepts it unless told otherwise. */
export const noting = (handed: Array<OutgoingMessage>, how: Partial<CarrierOptions> = {}): Carrier => {
  const { submit = ({ attempt }: OutgoingMessage) => `acme-${attempt}`, ...others } = how
  return carrier({
    id: "acme",
    channels: ["sms"],
    ...others,
    submit: (message, signal) => {
      handed.push(message)
      return submit(message, signal)
    }
  })
}

export const start = async (
  how: Partial<CarrierOptions> = {},
  options: Partial<Options> = {}
): Promise<Acme & AsyncDisposable> => {
  const handed: Array<OutgoingMessage> = []
  const logged: Array<LogEntry> = []
  const box = createSignalbox({
    storage: memory(),
    carriers: [noting(handed, how)],
    log: (entry) => logged.push(entry),
    ...options
  })
  const { id } = await box.accounts.ensure({ name: "Acme", balance: 100, numbers: [number] })
  await box.as(id).templates.ensure(template, { reviewedWithinMs: 20_000 })
  return { box, handed, logged, account: id, [Symbol.asyncDispose]: () => box.close({ graceMs: 100 }) }
}
