/**
 * Receipts of the same messages that come to two nodes at the same time, doubled and out of order, beside sends,
 * resends and consent: each of them wants the same few rows. PostgreSQL 18 fell under this, and threw out everybody.
 */
import type { OutgoingMessage, Signalbox } from "signalbox"
import { carrier, createSignalbox, postgres } from "signalbox"
import type { Attack, Outcome, Stage } from "./Attack.ts"
import { waits } from "./Attack.ts"

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

const seconds = 25

/** Chances that are the same at every run. */
const chances = (seed: number) => {
  let state = seed
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const failures = ["provider_unavailable", "undeliverable_by_route", "sender_refused", "handset_unreachable"] as const
const definition = {
  body: { multiChannel: { template: `Your parcel is on its way. ${"abcdefghi ".repeat(38).trim()}` } }
}

const play = async ({ after, place }: Stage): Promise<Outcome> => {
  const broken: Array<string> = []
  const chance = chances(2)
  const pick = <A>(all: ReadonlyArray<A>): A => all[Math.floor(chance() * all.length)]!
  const handed = new Map<string, number>()
  let refused = 0
  const boxes: Array<Signalbox> = []

  const tell = (carrier: string, attempt: string, reference: string): void => {
    for (const _ of numbers(Math.floor(chance() * 4))) {
      const status = pick(["delivered", "read", "failed"] as const)
      const failure = status === "failed" ? { failure: pick(failures) } : {}
      const by = chance() < 0.7 ? reference : `${attempt}-0`
      setTimeout(() => {
        for (const box of chance() < 0.5 ? boxes : [pick(boxes)]) {
          box.receipts.report({ carrier, reference: by, status, ...failure }).catch(() => refused++)
        }
      }, chance() * 1500)
    }
  }
  const carries = (id: string, channels: ReadonlyArray<"sms" | "whatsapp" | "rcs">) =>
    carrier({
      id,
      channels: [...channels],
      submit: ({ attempt, sms }: OutgoingMessage) => {
        if (chance() < 0.15) return { refused: pick(["provider_unavailable", "undeliverable_by_route"] as const) }
        if (chance() < 0.07) return { busyUntil: new Date(Date.now() + 300) }
        handed.set(attempt, (handed.get(attempt) ?? 0) + 1)
        const references = (sms?.parts ?? [""]).map((_, part) => `${attempt}-${part}`)
        for (const reference of references) tell(id, attempt, reference)
        return references
      }
    })
  for (const _ of numbers(2)) {
    boxes.push(createSignalbox({
      storage: postgres(place, { maxConnections: 8 }),
      carriers: [
        carries("wa", ["whatsapp"]),
        carries("rcs", ["rcs"]),
        carries("one", ["sms"]),
        carries("two", ["sms"])
      ],
      secretKeys: `attack:${Buffer.alloc(32, 7).toString("base64")}`,
      log: false
    }))
  }
  after(() => Promise.all(boxes.map((box) => box.close({ graceMs: 1000 }))))
  await Promise.all(boxes.map(({ ready }) => ready))
  const box = (): Signalbox => pick(boxes)
  const own = "+12015559000"
  const { id } = await box().accounts.ensure({ name: "Attacker", balance: 10_000, numbers: [own] })
  const neighbour = await box().accounts.ensure({ name: "Neighbour", balance: 100, numbers: ["+12015559001"] })
  await box().as(id).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
  const ask = () => boxes[1]!.as(neighbour.id).contacts.list({ page_size: 1 })
  const before = await waits(ask, new Promise((resolve) => setTimeout(resolve, 2000)))

  const sent: Array<string> = []
  const phone = () => `+1201555${1200 + Math.floor(chance() * 100)}`
  const channels = [[], ["sms"], ["whatsapp"], ["rcs"], ["sms", "whatsapp"]] as const
  const step = async (): Promise<void> => {
    const lot = chance()
    if (lot < 0.6) {
      const to = numbers(1 + Math.floor(chance() * (chance() < 0.8 ? 4 : 40))).map(phone)
      const { recipients } = await box().as(id).messages.send({
        to: [...new Set(to)],
        channel: [...pick(channels)],
        template: { name: "order" }
      })
      for (const { message_id } of recipients) if (message_id !== null) sent.push(message_id)
    } else if (lot < 0.85 && sent.length > 0) {
      const message = sent[Math.max(0, sent.length - 1 - Math.floor(chance() * 30))]!
      await Promise.allSettled(boxes.map((each) => each.as(id).messages.resend(message)))
    } else {
      const text = pick(["STOP", "START", "hello"])
      await box().inbound.receive({
        carrier: "one",
        reference: String(chance()),
        channel: "sms",
        from: phone(),
        to: own,
        text
      })
    }
  }
  const end = performance.now() + seconds * 1000
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      await step().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 60 + chance() * 60))
    }
  }
  const during = await waits(ask, Promise.all(numbers(6).map(work)))
  if (refused > 0) broken.push(`${refused} receipts were refused`)
  const doubled = [...handed.values()].filter((times) => times > 1).length
  // A carrier repeats a receipt that was refused; here nobody does.
  return { before, during, bound: 1000, lost: refused, doubled, broken }
}

export const attack: Attack = {
  name: "receipts of one message to two nodes at the same time",
  storages: ["postgres"],
  play
}
