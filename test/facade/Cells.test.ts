/**
 * The facade on several cells: whoever asks, each account is in the cell where it was placed.
 */
import type { CellsStorage, OutgoingMessage, Signalbox } from "signalbox"
import { carrier, cells, createSignalbox, memory } from "signalbox"
import { afterEach, describe, expect, it, vi } from "vitest"
import { order, template } from "./Acme.ts"

const open = new Set<Signalbox>()

const start = (storage: CellsStorage) => {
  const handed: Array<OutgoingMessage> = []
  const box = createSignalbox({
    storage,
    carriers: [carrier({
      id: "acme",
      channels: ["sms"],
      submit: (message) => {
        handed.push(message)
        return `acme-${message.attempt}`
      }
    })],
    log: false
  })
  open.add(box)
  return { box, handed }
}

/** Accounts whose id begins with `e` are placed in the cell `eu`. */
const place = ({ id }: { readonly id: string }): string => id.startsWith("e") ? "eu" : "us"

const european = "e0000000-0000-4000-8000-000000000001"
const american = "a0000000-0000-4000-8000-000000000001"

const two = (): CellsStorage => cells({ eu: memory(), us: memory() }, { place })

const furnish = async (box: Signalbox, id: string, number: string): Promise<string> => {
  await box.accounts.ensure({ id, name: id, balance: 100, numbers: [number] })
  await box.as(id).templates.ensure(template, { reviewedWithinMs: 20_000 })
  return box.keys.create(id)
}

afterEach(async () => {
  await Promise.all([...open].map((box) => box.close({ graceMs: 100 })))
  open.clear()
})

const patience = { timeout: 20_000 }

describe("two cells", () => {
  it("carry whole lives of messages: sent, receipted, answered, each in its own", async () => {
    const { box, handed } = start(two())
    for (const [id, number] of [[european, "+12015559001"], [american, "+12015559002"]] as const) {
      const key = await furnish(box, id, number)
      const me = box.as({ apiKey: key })
      const { recipients: [sent] } = await me.messages.send(order)
      await vi.waitFor(async () => expect((await me.messages.get(sent!.message_id)).status).toBe("SENT"), patience)
      const own = handed.find(({ id }) => id === sent!.message_id)!
      expect(own.account).toBe(id)
      const receipt = { carrier: "acme", reference: `acme-${own.attempt}`, status: "delivered" } as const
      expect(await box.receipts.report(receipt)).toBe("applied")
      await box.inbound.receive({ carrier: "acme", channel: "sms", from: "+12015550123", to: number, text: "Thanks" })
      const { messages } = await me.messages.list({ direction: "INBOUND" })
      expect(messages).toHaveLength(1)
    }
  })
})
