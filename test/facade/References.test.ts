/**
 * A carrier of the host is told the reference and the metadata of a message, and the log is not (decisions 14.1).
 */
import { describe, expect, it } from "vitest"
import { order, start, to } from "./Acme.ts"

const reference = "order 1815 of Ada"
const metadata = { campaign: "spring in Paris" }

describe("the reference and the metadata of a message", () => {
  it("are told to its carrier, and none where there are none [XMS-005, XMS-006]", async () => {
    await using acme = await start()
    const { messages } = acme.box.as(acme.account)
    await messages.send({ ...order, reference, metadata })
    await messages.send(order)
    await expect.poll(() => acme.handed.length).toBe(2)
    const [first, second] = acme.handed
    expect(first).toMatchObject({ reference, metadata })
    expect(second).not.toHaveProperty("reference")
    expect(second).not.toHaveProperty("metadata")
  })

  it("is a recipient's own before it is the send's [XMS-014]", async () => {
    await using acme = await start()
    const own = { phone_number: "+12015550124", parameters: { nobody: 1 }, reference: "mine" }
    const { recipients } = await acme.box.as(acme.account).messages.send({ ...order, to: [to, own], reference })
    expect(recipients.map((each) => [each.to, each.reference])).toEqual([[to, reference], [own.phone_number, "mine"]])
    await expect.poll(() => acme.handed.map((message) => message.reference).toSorted()).toEqual(["mine", reference])
  })

  it("are never logged, not even where a carrier throws them [XMS-006]", async () => {
    await using acme = await start({
      answersWithin: 300,
      submit: (message) => {
        throw new Error(`cannot send ${message.reference} ${JSON.stringify(message.metadata)}`)
      }
    })
    const { messages } = acme.box.as(acme.account)
    const { recipients: [sent] } = await messages.send({ ...order, reference, metadata })
    await messages.settled(sent!.message_id, { timeoutMs: 20_000 })
    const thrown = acme.logged.filter(({ message }) => message.startsWith("a carrier has thrown"))
    expect(thrown).not.toEqual([])
    for (const secret of [reference, metadata.campaign]) expect(JSON.stringify(acme.logged)).not.toContain(secret)
  })
})
