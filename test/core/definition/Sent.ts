/**
 * Definitions as clients send them, right or wrong, and their parts in few words.
 */
import type { Json, JsonObject } from "@signalbox/core/Json"

export const long = (length: number, begins = ""): string => begins.padEnd(length, "x")

export const variable = (id: Json, name: Json, more: JsonObject = {}): JsonObject => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample: "x" },
  ...more
})
export const link = (id: number, name: string, url = "https://a.example"): JsonObject =>
  variable(id, name, { type: "link", props: { url } })
export const media = (id: number, name: string, props: JsonObject = { url: "https://a.example", mediaType: "image" }) =>
  variable(id, name, { type: "media", props })

export const many = (count: number): Array<JsonObject> =>
  Array.from({ length: count }, (_, id) => variable(id, `v${id}`))

export const plain: JsonObject = { template: "Hi" }
export const content = (template: Json, ...variables: ReadonlyArray<Json>): JsonObject => ({
  template,
  variables: [...variables]
})
export const body = (template: Json, ...variables: ReadonlyArray<Json>): JsonObject => ({
  body: { multiChannel: content(template, ...variables) }
})
export const two = (sms: JsonObject, whatsapp: JsonObject): JsonObject => ({ body: { sms, whatsapp } })
export const mms = (sent: JsonObject): JsonObject => ({ body: { multiChannel: plain, mms: sent } })
export const buttons = (...all: ReadonlyArray<JsonObject>): JsonObject => ({
  body: { multiChannel: plain },
  buttons: all.map((each, index) => ({ id: index + 1, ...each }))
})
export const button = (type: string, props: JsonObject): JsonObject => ({ type, props: { text: "a", ...props } })
export const dynamic = (url: Json, variables: Json): JsonObject => button("URL", { urlType: "dynamic", url, variables })
export const header = (sent: JsonObject): JsonObject => ({ body: { multiChannel: plain }, header: sent })
export const footer = (sent: JsonObject): JsonObject => ({ body: { multiChannel: plain }, footer: sent })
