/** Requests as people paste them: curl, fetch, and calls of the facade. */

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns a curl line. A request without a body is a GET. */
export const curl = (base: string, key: string, path: string, body?: unknown): string =>
  [
    `curl -s ${quoted(`${base}/v3/${path}`)}`,
    `-H ${quoted(`x-api-key: ${key}`)}`,
    ...(body === undefined ? [] : [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`])
  ].join(" ")

const indented = (value: unknown, by: string): string => JSON.stringify(value, null, 2).replaceAll("\n", `\n${by}`)

export const fetched = (base: string, key: string, path: string, body: unknown): string =>
  `const answer = await fetch(${JSON.stringify(`${base}/v3/${path}`)}, {
  method: "POST",
  headers: { "x-api-key": ${JSON.stringify(key)}, "content-type": "application/json" },
  body: JSON.stringify(${indented(body, "  ")})
})
const { data } = await answer.json()`

/** Returns the same call by the official client. */
export const client = (base: string, key: string, body: unknown): string =>
  `import Sent from "@sentdm/sentdm"

const client = new Sent({ baseURL: ${JSON.stringify(base)}, apiKey: ${JSON.stringify(key)} })
await client.messages.send(${indented(body, "")})`

/** Returns the same call within the process that embeds the service. */
export const embedded = (account: string, body: unknown): string =>
  `await box.as(${JSON.stringify(account)}).messages.send(${indented(body, "")})`
