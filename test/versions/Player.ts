/**
 * Plays a script against a version, and writes down what it says.
 */
import type { Json } from "@signalbox/core/Json"
import type { FreshAccount } from "@signalbox/testing/http/HttpSubject"
import type { Delivery } from "@signalbox/testing/http/Receiver"
import type { Reply } from "@signalbox/testing/http/Reply"
import type { Wire } from "../fuzz/Draft.ts"
import type { Send } from "../fuzz/Target.ts"
import { Target } from "../fuzz/Target.ts"
import type { Move, Script } from "./Scripts.ts"
import { number, receiver } from "./Scripts.ts"
import type { Entry, Normal, Transcript } from "./Transcript.ts"
import { headers, normal } from "./Transcript.ts"

export interface Version {
  readonly send: Send
  /** A call of the emulator's control, and the status of its answer. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<readonly [status: number, body: unknown]>
}

/** Takes the webhooks of a version. */
export interface Hooks {
  readonly url: string
  /** Gives what has come since the last look. */
  readonly taken: () => ReadonlyArray<Delivery>
}

/** The same in every script: the emulator begins each of them anew. */
const account: FreshAccount = {
  id: "11111111-1111-4111-8111-111111111111",
  apiKey: "22222222-2222-4222-8222-222222222222",
  secondApiKey: "33333333-3333-4333-8333-333333333333",
  profileId: "44444444-4444-4444-8444-444444444444",
  profileApiKey: "55555555-5555-4555-8555-555555555555"
}

const common = {
  balance: 1000,
  quiet_hours: "off",
  webhook_disable_minutes: 0,
  requests_per_minute: 100_000,
  channels: { sms: "ACTIVE", whatsapp: "ACTIVE", rcs: "ACTIVE", mms: "ACTIVE" }
}

const seeded = {
  ...common,
  id: account.id,
  name: "Scripts",
  email: "owner@example.com",
  api_keys: [account.apiKey, account.secondApiKey],
  numbers: [{ number }],
  profiles: [{
    ...common,
    id: account.profileId,
    short_name: "SIGNAL",
    api_keys: [account.profileApiKey],
    numbers: [{ number: "+12015559001" }]
  }]
}

const request = ({ body, method, url }: Wire): string =>
  `${method} ${url}${body === null ? "" : ` ${typeof body === "string" ? body : `${body.length} bytes`}`}`

const said = ({ headers: all, json, status, text }: Reply, { json: normalised, text: plain }: Normal): Json => ({
  status,
  headers: normalised(headers(all)),
  body: json === undefined ? plain(text) : normalised(json as Json)
})

/** The headers of a delivery belong to the moment. */
const delivered = ({ body }: Delivery, { json }: Normal): Entry => {
  const said = json(JSON.parse(body.toString("utf8")) as Json)
  return { title: `event ${(said as { readonly event: string }).event}`, asked: "", said }
}

/** Events come in any order. What they tell of stands in their payload, before what may be new in it. */
const orderOf = ({ said, title }: Entry): string =>
  `${title} ${JSON.stringify((said as { readonly payload?: Json }).payload)}`

const byOrder = (one: Entry, other: Entry): number => orderOf(one) < orderOf(other) ? -1 : 1

const mustBe = ([status, body]: readonly [number, unknown]): unknown => {
  if (status >= 300) throw new Error(`The emulator's control refuses (${status}): ${JSON.stringify(body)}`)
  return body
}

export const play = async ({ moves }: Script, version: Version, hooks: Hooks): Promise<Transcript> => {
  const { control } = version
  mustBe(await control("POST", "reset", {}))
  mustBe(await control("POST", "accounts", seeded))
  const clock = mustBe(await control("GET", "clock")) as { readonly now: string | number }
  const { json, text } = normal(new Date(clock.now).getTime(), new Map([[hooks.url, receiver]]))
  const rules: Normal = { json, text }
  const send: Send = (wire) =>
    version.send({
      ...wire,
      body: typeof wire.body === "string" ? wire.body.replaceAll(receiver, hooks.url) : wire.body
    })
  const target = new Target(send, account)
  if (moves.every(({ _tag }) => _tag === "Ask")) await target.furnish()
  const entries: Array<Entry> = []
  const make = async (move: Move): Promise<void> => {
    switch (move._tag) {
      case "Ask": {
        const { reply, wire } = await target.ask(move.plan)
        const asked = text(request(wire))
        entries.push({ title: move.plan.endpoint.title, asked, said: said(reply, rules) })
        break
      }
      case "Control": {
        const path = move.path.replace(/^account$/, `accounts/${account.id}`)
        const [status, body] = await control(move.method, path, move.body)
        // A script is at fault that a control cannot read. What it refuses otherwise may be a difference.
        if (status === 400) mustBe([status, body])
        // By this the ids of messages are known that handsets write.
        const written = path === "inbound" ? { body: json(body as Json) } : {}
        entries.push({ title: `control ${move.path}`, asked: JSON.stringify(move.body), said: { status, ...written } })
        break
      }
      default:
        mustBe(await control("POST", "clock", { advance_ms: move.hours * 3_600_000 }))
    }
    // Whatever is due is done before the next move.
    mustBe(await control("POST", "clock", { advance_ms: 0 }))
  }
  hooks.taken()
  for (const move of moves) await make(move)
  return [...entries, ...hooks.taken().map((delivery) => delivered(delivery, rules)).toSorted(byOrder)]
}
