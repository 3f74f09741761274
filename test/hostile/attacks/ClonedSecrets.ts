/**
 * Profiles give their clones of the organization's webhook a URL of their own, and look at what comes there: no delivery may
 * be signed with the organization's secret, for whoever has it could speak to the organization's endpoint.
 */
import { verify } from "@signalbox/receiver"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { carrier, createSignalbox, memory, postgres, sqlite } from "signalbox"
import { pause, phone } from "../Embedded.ts"
import type { Attack, Stage } from "./Attack.ts"
import { waits } from "./Attack.ts"

const profiles = 10
const messages = 20

const storageOf = ({ place, storage }: Stage) =>
  storage === "postgres" ? postgres(place) : storage === "sqlite" ? sqlite(place) : memory()

const definition = { body: { multiChannel: { template: "On its way." } } }

interface Delivery {
  readonly path: string
  readonly headers: Headers
  readonly body: Buffer
}

export const attack: Attack = {
  name: `${profiles} profiles give the organization's webhook URLs of their own`,
  storages: ["memory", "sqlite", "postgres"],
  play: async (stage) => {
    const deliveries: Array<Delivery> = []
    const endpoint = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
        deliveries.push({ path: request.url!, headers, body: Buffer.concat(chunks) })
        response.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve))
    stage.after(() => endpoint.close())
    stage.after(() => endpoint.closeAllConnections())
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
    const box = createSignalbox({
      storage: storageOf(stage),
      carriers: [carrier({ id: "acme", channels: ["sms"], choosesSender: true, submit: ({ attempt }) => attempt })],
      webhooks: { allow: ["127.0.0.0/8"] },
      secretKeys: `attack:${Buffer.alloc(32, 7).toString("base64")}`,
      log: false
    })
    stage.after(() => box.close({ graceMs: 1000 }))
    const broken = new Set<string>()
    const { id: organization } = await box.accounts.ensure({ name: "Organization", balance: 1000 })
    const { id: neighbour } = await box.accounts.ensure({ name: "Neighbour", balance: 1 })
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))

    const { signing_secret: secret } = await box.as(organization).webhooks.create({
      display_name: "All",
      endpoint_url: `${url}/organization`,
      event_types: [],
      sender_profile: { event_types: ["message"] }
    })
    /** Returns whether a delivery verifies with a secret. */
    const isSignedBy = ({ body, headers }: Delivery, key: string): Promise<boolean> =>
      verify(key, headers, body).then(() => true, () => false)

    const attackingWith = async (index: number): Promise<void> => {
      const { id } = await box.accounts.ensure({
        name: `Profile ${index}`,
        organization,
        balance: 1000,
        channels: ["sms"]
      })
      const me = box.as(id)
      await me.templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
      const { webhooks: [clone] } = await me.webhooks.list()
      if (clone === undefined) throw new Error("the profile has no clone")
      const send = () =>
        me.messages.send({
          to: Array.from({ length: messages }, (_, number) => phone(index * messages + number)),
          template: { name: "order" },
          channel: ["sms"]
        })
      // Deliveries under way when the URL is changed are those that go wrong most easily.
      await send()
      await me.webhooks.update(clone.id, {
        display_name: "Mine",
        endpoint_url: `${url}/profile/${index}`,
        event_types: ["message"]
      })
      await send()
    }
    const attacking = (async () => {
      for (let index = 0; index < profiles; index++) await attackingWith(index)
      const expected = profiles * messages * 2
      for (const end = performance.now() + 30_000; performance.now() < end;) {
        const told = new Set(deliveries.map(({ headers }) => headers.get("x-webhook-event-id")))
        if (told.size >= expected) break
        await pause(100)
      }
      await pause(3000)
    })()
    const during = await waits(ask, attacking)

    const own = deliveries.filter(({ path }) => path.startsWith("/profile/"))
    const rest = deliveries.filter(({ path }) => path === "/organization")
    if (own.length < profiles * messages) broken.add(`only ${own.length} deliveries came to the URLs of the profiles`)
    for (const delivery of own) {
      if (await isSignedBy(delivery, secret!)) {
        broken.add(`a delivery to ${delivery.path} has the organization's signature`)
      }
    }
    for (const delivery of rest) {
      if (!await isSignedBy(delivery, secret!)) {
        broken.add("a delivery to the organization's URL does not verify with its secret")
      }
    }
    return { before, during, bound: 1000, lost: 0, doubled: 0, broken: [...broken] }
  }
}
