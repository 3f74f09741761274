/**
 * Hostile requests: for every endpoint the largest, the deepest and the most crowded body that it may be sent, and for
 * those that work on what they get the heaviest there is. The test bounds the work of each, `npm run bench` prints how
 * long each holds the event loop.
 */
import { bindings } from "@signalbox/http/Api"
import { randomUUID } from "node:crypto"

export interface Hostile {
  readonly name: string
  readonly method: string
  readonly path: string
  /** Null when the endpoint takes none. */
  readonly body: string | null
  /** The statuses that it may be answered with. Never 5xx. */
  readonly status: ReadonlyArray<number>
}

/** The templates that the requests need to be there. */
export interface Furniture {
  /** A template of 64 variables whose patterns are as hard as they may be. */
  readonly hard: string
  /** A template with as many placeholders as fit. */
  readonly repeating: string
}

const limit = 1024 * 1024

const times = <A>(count: number, item: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => item(index))

const phones = times(1000, (index) => `+1201556${String(index).padStart(4, "0")}`)

const padded = (body: object): string => {
  const empty = JSON.stringify({ ...body, pad: "" })
  return JSON.stringify({ ...body, pad: "x".repeat(limit - empty.length) })
}

/** Fills a body with an item as often as it fits. */
const crowded = (before: string, item: string, after: string): string => {
  const count = Math.floor((limit - before.length - after.length) / (item.length + 1))
  return `${before}${times(count, () => item).join(",")}${after}`
}

const names = (count: number, value: unknown) => Object.fromEntries(times(count, (index) => [`n${index}`, value]))

const values = (length: number) =>
  Object.fromEntries(times(64, (index) => [`v${index}`, String.fromCharCode(97 + index % 26).repeat(length)]))

const hook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook" }

const refused = [400, 404, 403, 409, 413, 422]

const bodies: ReadonlyArray<readonly [name: string, body: string]> = [
  ["the largest body", padded({})],
  ["the deepest body", `{"a":${"[".repeat(62)}${"]".repeat(62)}}`],
  ["nothing but brackets", "[".repeat(limit)],
  ["the most names", JSON.stringify(names(80_000, 0)).slice(0, limit)],
  ["escaped text", padded({ text: "\\u0061".repeat(100) })]
]

/** The same for every endpoint that takes a body. */
const everywhere = bindings.filter(({ method }) => method !== "GET").map(({ method, path }) => {
  const at = path.replaceAll(/:\w+/g, () => randomUUID())
  const any = [200, 201, 202, 204, ...refused, 429]
  return bodies.map(([name, body]): Hostile => ({
    name: `${method} ${path}: ${name}`,
    method,
    path: at,
    body,
    status: any
  }))
})

const reads = bindings.filter(({ method }) => method === "GET").map(({ method, path }): Hostile => ({
  name: `${method} ${path}: the longest query`,
  method,
  path: `${path.replaceAll(/:\w+/g, () => randomUUID())}?search=${"a".repeat(7000)}&page_size=100`,
  body: null,
  status: [200, ...refused]
}))

const post = (path: string, name: string, body: unknown, status: ReadonlyArray<number>): Hostile => ({
  name: `POST ${path}: ${name}`,
  method: "POST",
  path,
  body: typeof body === "string" ? body : JSON.stringify(body),
  status
})

const variables = (count: number, regex: (index: number) => string) =>
  times(count, (id) => ({
    id,
    name: `v${id}`,
    type: "variable",
    props: { variableType: "text", sample: "a", regex: regex(id) }
  }))

const every = ["auto_detect", "sms", "whatsapp", "rcs", "mms"]

const heavy = ({ hard, repeating }: Furniture): ReadonlyArray<Hostile> => [
  post("/v3/messages", "half a million recipients", crowded("{\"to\":[", "1", "],\"text\":\"a\"}"), [400]),
  post(
    "/v3/messages",
    "150,000 channels",
    crowded("{\"to\":[\"+12015550123\"],\"text\":\"a\",\"channel\":[", "\"sms\"", "]}"),
    [
      400
    ]
  ),
  post("/v3/messages", "most recipients that are none", { to: times(1000, () => "x"), text: "a", channel: ["fax"] }, [
    400
  ]),
  post("/v3/messages", "the largest text to most recipients on every channel", {
    to: phones,
    text: "é".repeat(3072),
    channel: every
  }, [202]),
  post("/v3/messages", "the same in sandbox", { to: phones, text: "é".repeat(3072), channel: every, sandbox: true }, [
    202
  ]),
  post("/v3/messages", "most parameters", {
    to: phones,
    template: { id: repeating, parameters: names(1000, "x".repeat(500)) }
  }, [202]),
  post("/v3/messages", "too many parameters", {
    to: phones,
    template: { id: repeating, parameters: names(50_000, "x") }
  }, [
    400
  ]),
  post("/v3/messages", "204 placeholders of 3,072 characters to most recipients", {
    to: phones,
    template: { id: repeating, parameters: { v0: "x".repeat(3072) } }
  }, [400]),
  post("/v3/messages", "64 hard patterns and values", {
    to: phones,
    template: { id: hard, parameters: values(187) }
  }, [400]),
  post("/v3/templates", "9,000 variables with patterns", {
    definition: { body: { multiChannel: { template: "Hi", variables: variables(9000, (id) => `[a-z]{0,40}${id}`) } } }
  }, [400]),
  post("/v3/templates", "100 hard patterns", {
    definition: {
      body: {
        multiChannel: {
          template: times(100, (id) => `{{${id}}}`).join(""),
          variables: variables(100, (id) => `(?:[a-z]{0,40}){20}${id}`)
        }
      }
    }
  }, [400]),
  post(
    "/v3/templates",
    "a hundred thousand buttons",
    crowded("{\"definition\":{\"body\":{},\"buttons\":[", "{}", "]}}"),
    [400]
  ),
  post(
    "/v3/templates",
    "a subject of nothing but placeholders",
    {
      definition: {
        body: {
          multiChannel: { template: "Hi" },
          mms: { template: "Hi", subject: "{{0}}".repeat(150_000), variables: variables(1, () => "a*") }
        }
      }
    },
    [201, 400]
  ),
  post(
    "/v3/webhooks",
    "350,000 event types",
    crowded(`{${JSON.stringify(hook).slice(1, -1)},"event_types":[`, "1", "]}"),
    [
      400
    ]
  ),
  post("/v3/webhooks", "most event filters", {
    ...hook,
    event_types: ["message"],
    event_filters: names(60_000, [])
  }, [400]),
  post(
    "/v3/webhooks",
    "350,000 suffixes",
    crowded(
      `{${JSON.stringify(hook).slice(1, -1)},"event_types":["message"],"event_filters":{"message":[`,
      "1",
      "]}}"
    ),
    [400]
  )
]

export const requests = (furniture: Furniture): ReadonlyArray<Hostile> => [
  ...heavy(furniture),
  ...everywhere.flat(),
  ...reads
]

/** The same with one body for every endpoint, each another one, where what an endpoint refuses never comes far. */
export const fewer = (furniture: Furniture): ReadonlyArray<Hostile> => [
  ...heavy(furniture),
  ...everywhere.flatMap((rows, index) => rows[index % rows.length]!),
  ...reads
]

/** The bodies that make the furniture. */
export const furnish = {
  hard: {
    definition: {
      body: {
        multiChannel: {
          template: times(64, (id) => `{{${id}}}`).join(""),
          variables: variables(64, () => "(?:[a-z]{0,40}){20}")
        }
      }
    }
  },
  repeating: {
    definition: {
      body: {
        multiChannel: {
          template: "{{0}}".repeat(204),
          variables: [{ id: 0, name: "v0", type: "variable", props: { variableType: "text", sample: "a" } }]
        }
      }
    }
  }
} as const
