/**
 * Twilio's published description of its API (`twilio_api_v2010.json` of the repository twilio/twilio-oai), as far as messages
 * are concerned, from the folder that `CARRIER_SCHEMAS` names. It is Twilio's text and no part of this repository.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folder = process.env["CARRIER_SCHEMAS"] ?? ""

const file = join(folder, "twilio_api_v2010.json")

/** Returns why the description is not there; null when it is. */
export const lack = (): string | null =>
  folder === ""
    ? "CARRIER_SCHEMAS names no folder that has it"
    : existsSync(file)
    ? null
    : `there is no ${file}`

export type Json = { readonly [name: string]: Json } | ReadonlyArray<Json> | string | number | boolean | null

type Fields = { readonly [name: string]: Json }

const isFields = (json: Json | undefined): json is Fields =>
  typeof json === "object" && json !== null && !Array.isArray(json)

const at = (json: Json | undefined, ...path: ReadonlyArray<string>): Json | undefined =>
  path.reduce((found: Json | undefined, name) => isFields(found) ? found[name] : undefined, json)

export const read = (): Fields => JSON.parse(readFileSync(file, "utf8")) as Fields

/** The path by which messages are created. */
export const path = "/2010-04-01/Accounts/{AccountSid}/Messages.json"

const form = ["paths", path, "post", "requestBody", "content", "application/x-www-form-urlencoded"]

/** Returns the example forms by which messages are created. */
export const requests = (description: Fields): ReadonlyArray<readonly [name: string, form: Fields]> => {
  const examples = at(description, ...form, "examples")
  return Object.entries(isFields(examples) ? examples : {}).flatMap(([name, example]) => {
    const value = at(example, "value")
    return isFields(value) ? [[name, value] as const] : []
  })
}

/** Returns each message of any example, with the place where it stands. */
export const messages = (description: Fields): ReadonlyArray<readonly [place: string, message: Fields]> => {
  const found: Array<readonly [string, Fields]> = []
  const walk = (json: Json, place: string): void => {
    if (Array.isArray(json)) return json.forEach((each: Json, index) => walk(each, `${place}/${index}`))
    if (!isFields(json)) return
    if (/^(SM|MM)/.test(String(json["sid"] ?? "")) && "status" in json) found.push([place, json])
    for (const [name, value] of Object.entries(json)) walk(value, `${place}/${name}`)
  }
  const paths = at(description, "paths")
  for (const [name, each] of Object.entries(isFields(paths) ? paths : {})) {
    if (name.includes("/Messages")) walk(each, name)
  }
  return found
}

/**
 * Returns the description with the creation of messages alone. Prism reads the last of several fields of one name only, and
 * none as a list, so that it is told to take a single file for one.
 */
export const ofCreation = (description: Fields): Fields => {
  const creation = structuredClone(at(description, "paths", path)) as { readonly post: Fields }
  const content = at(creation, "post", "requestBody", "content", "application/x-www-form-urlencoded")
  const lists = Object.fromEntries(
    ["MediaUrl", "PersistentAction"].map((name) => [name, { style: "form", explode: false }])
  )
  if (isFields(content)) Object.assign(content, { encoding: lists })
  const { post, servers } = creation as Fields
  return { ...description, paths: { [path]: { servers: servers ?? [], post: post ?? {} } } }
}
