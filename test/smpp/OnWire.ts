/**
 * A link on a wire of the test's own, which says what a real message centre cannot be made to say.
 */
import * as Codec from "@signalbox/smpp/Codec"
import * as Links from "@signalbox/smpp/internal/Link"
import type { Fate, Job } from "@signalbox/smpp/internal/Outbox"
import * as Outbox from "@signalbox/smpp/internal/Outbox"
import type { WireListener } from "@signalbox/smpp/internal/Wire"
import * as Options from "@signalbox/smpp/Options"
import type { Command, Pdu } from "@signalbox/smpp/Pdu"
import { messageBody } from "@signalbox/smpp/Pdu"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

export const settings = Options.check({ host: "127.0.0.1", systemId: "us", password: "secret", window: 2 })

export const part = { body: messageBody({ source: "", destination: "12015550123" }), tlvs: [] }

export const make = (world: Partial<Links.World> = {}) => {
  const written: Array<Pdu> = []
  const wire = { hasRoom: true, queued: 0, ends: 0 }
  let listener: WireListener | null = null
  const outbox = Outbox.make()
  const clock = { now: 0 }
  const link = Links.make({
    wire: {
      listen: (to) => void (listener = to),
      write: (octets) => void written.push(Result.getOrThrow(Codec.decode(octets))),
      hasRoom: () => wire.hasRoom,
      queued: () => wire.queued,
      end: () => void (wire.ends += 1),
      destroy: () => {}
    },
    settings,
    outbox,
    now: () => clock.now,
    deliver: () => {},
    ...world
  })
  const fates: Array<Fate> = []
  return {
    link,
    clock,
    outbox,
    wire,
    written,
    fates,
    add: () => {
      const job: Job = { part, isWithdrawn: false, isWritten: false, settle: (fate) => void fates.push(fate) }
      outbox.add([job])
      return job
    },
    hear: (octets: Uint8Array) => listener!.data(octets),
    drain: () => listener!.drained(),
    lose: () => listener!.closed("lost")
  }
}

export const commands = (written: ReadonlyArray<Pdu>): string =>
  written.map(({ command, status }) => status === 0 ? command : `${command} ${status}`).join(", ")

export const request = (command: Command, body = {}, sequence = 7): Uint8Array =>
  Codec.encode({ command, status: 0, sequence, tlvs: [], ...body } as unknown as Pdu)

export const answered = (sequence: number, status: number, command: Command = "submit_sm_resp"): Uint8Array =>
  Codec.encode({ command, status, sequence, tlvs: [], messageId: "", systemId: "" } as unknown as Pdu)

/** Binds; what is delivered is taken where the answer has no other status. */
export const bind = (
  { hear, link, written }: Pick<ReturnType<typeof make>, "hear" | "link" | "written">,
  status = 0
): void => {
  const body = { systemId: "us", password: "secret", systemType: "", interfaceVersion: 0x34, addrTon: 0, addrNpi: 0 }
  void Effect.runPromise(link.request("bind_transceiver", { ...body, addressRange: "" }))
  hear(answered(written.at(-1)!.sequence, status, "bind_transceiver_resp"))
  written.splice(0)
}

export const response = (sequence: number, command: Command = "submit_sm_resp"): Uint8Array =>
  Codec.encode({ command, status: 0, sequence, tlvs: [], messageId: "a" } as unknown as Pdu)
