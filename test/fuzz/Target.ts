/** The fuzzer aims at an account of its own in a running service, with something of each kind in it. */
import type { Json } from "@signalbox/core/Json"
import type { FreshAccount } from "@signalbox/testing/http/HttpSubject"
import type { Reply } from "@signalbox/testing/http/Reply"
import type { Draft, Wire } from "./Draft.ts"
import * as Draft_ from "./Draft.ts"
import type { Plan } from "./Plans.ts"

/** Sends a request, and returns the answer. */
export type Send = (wire: Wire) => Promise<Reply>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A definition with one variable. */
const definition = {
  body: {
    multiChannel: {
      type: "text",
      template: "Hello {{0:variable}}",
      variables: [{ id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Ada" } }]
    }
  }
}

const furniture: ReadonlyArray<readonly [path: string, body: Json]> = [
  ["/v3/contacts", { phone_number: "+12015550001" }],
  ["/v3/templates", { definition }],
  ["/v3/webhooks", { display_name: "Mine", endpoint_url: "http://127.0.0.1:8/hook", event_types: ["channel"] }],
  ["/v3/users", { email: "ada@example.com", name: "Ada", role: "developer" }],
  ["/v3/sender-profiles", { name: "Sales", short_name: "SALES" }],
  ["/v3/messages", { to: ["+12015550001"], text: "Hello", channel: ["sms"] }]
]

export class Target {
  private readonly send: Send
  private readonly account: FreshAccount
  /** The ids of what there is, by the first part of its path after the version. */
  private readonly known = new Map<string, Array<string>>()

  constructor(send: Send, account: FreshAccount) {
    this.send = send
    this.account = account
  }

  async furnish(): Promise<void> {
    for (const [path, json] of furniture) {
      const reply = await this.send(this.signed(Draft_.write({
        method: "POST",
        path,
        params: {},
        query: {},
        headers: { "content-type": "application/json" },
        body: { json }
      })))
      if (reply.status >= 300) throw new Error(`the account cannot be furnished: ${path} ${reply.text}`)
      this.learn(path, reply)
    }
    this.known.set("profiles", [...this.known.get("sender-profiles") ?? [], this.account.profileId])
  }

  async ask(plan: Plan): Promise<{ readonly wire: Wire; readonly reply: Reply }> {
    const wire = this.signed(Draft_.write(this.aimed(plan)))
    const reply = await this.send(wire)
    if (plan.flaw === null && wire.method === "POST") this.learn(plan.endpoint.path, reply)
    return { wire, reply }
  }

  private learn(path: string, reply: Reply): void {
    if (reply.status >= 300 || reply.status === 204 || reply.headers.has("x-sandbox")) return
    const { data } = reply.json as {
      readonly data?: { readonly id?: string; readonly recipients?: ReadonlyArray<object> }
    }
    const ids = data?.recipients?.map((each) => (each as { readonly message_id: string }).message_id) ?? [data?.id]
    const kind = path.split("/")[2] ?? ""
    for (const id of ids) {
      if (id !== undefined && uuid.test(id)) this.known.set(kind, [...this.known.get(kind) ?? [], id])
    }
  }

  /** Lets the ids of a request name what there is. */
  private aimed({ aim, draft, endpoint }: Plan): Draft {
    if (aim === null) return draft
    const pick = (kind: string, text: string): string => {
      const known = this.known.get(kind) ?? []
      return uuid.test(text) && known.length > 0 ? known[aim % known.length]! : text
    }
    const json = (value: Json): Json => {
      if (typeof value === "string") return pick("templates", value)
      if (Array.isArray(value)) return value.map((each: Json) => json(each))
      if (value === null || typeof value !== "object") return value
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, json(each as Json)]))
    }
    const kind = endpoint.path.split("/")[2] ?? ""
    return {
      ...draft,
      params: Object.fromEntries(Object.entries(draft.params).map(([name, text]) => [name, pick(kind, text)])),
      body: draft.body !== null && "json" in draft.body ? { json: json(draft.body.json) } : draft.body
    }
  }

  /** Adds the key of the account, and its name for v2, unless the request says otherwise. */
  private signed(wire: Wire): Wire {
    const { apiKey, id } = this.account
    const more = wire.url.startsWith("/v2/") && !("x-sender-id" in wire.headers) ? { "x-sender-id": id } : {}
    return { ...wire, headers: { "x-api-key": apiKey, ...more, ...wire.headers } }
  }
}
