/**
 * Plays the script against an emulator whose time stands still, and keeps what was asked, what was answered and what a
 * receiver was delivered.
 */
import type { OperationName } from "@signalbox/core/Catalogue"
import * as ConversationId from "@signalbox/core/ConversationId"
import * as EventName from "@signalbox/core/EventName"
import type { ContactId } from "@signalbox/core/Id"
import type { Json, JsonObject } from "@signalbox/core/Json"
import type { Double } from "@signalbox/emulator/Double"
import * as Doubles from "@signalbox/emulator/Double"
import { organization } from "@signalbox/emulator/seed/Seed"
import * as Bindings from "@signalbox/testing/http/Bindings"
import * as Receiver from "@signalbox/testing/http/Receiver"
import * as FakeTimers from "@sinonjs/fake-timers"
import { fileURLToPath } from "node:url"
import * as Placeholder from "./Placeholder.ts"
import { endpoint, steps } from "./Script.ts"
import type { Ask } from "./Step.ts"

interface Example {
  readonly body?: JsonObject
  readonly data?: Json
}

interface Recording {
  readonly operations: Readonly<Record<string, Example>>
  readonly events: Readonly<Record<string, Json>>
}

/** The file of the package that holds the recording. */
export const file = fileURLToPath(new URL("../../../packages/http/src/internal/examples.json", import.meta.url))

/** All of it happens at this time. */
const at = Date.UTC(2030, 0, 31, 9)

const apiKey = "11111111-1111-4111-8111-111111111111"

/** Every recording sends another code, and all of them show this one. */
const shownCode = "\"code\":\"483920\""

/** Returns what an answer says at a place such as `recipients/0/message_id`. */
const within = (answer: Json | undefined, place: string): unknown =>
  place.split("/").reduce<unknown>(
    (inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name],
    answer
  )

/** Fills in what earlier answers said. */
const filled = <A>(value: A, answers: ReadonlyMap<string, Json>): A =>
  JSON.parse(
    JSON.stringify(value).replaceAll(
      /<(conversation of )?([\w.]+)\/([\w/]+)>/g,
      (reference, conversation: string | undefined, name: string, place: string) => {
        const found = within(answers.get(name), place)
        if (typeof found !== "string") throw new Error(`No answer says ${reference}.`)
        return conversation === undefined ? found : ConversationId.of(organization, found as ContactId)
      }
    )
  ) as A

const places = (path: string, values: ReadonlyArray<string> = []): Readonly<Record<string, string>> =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""], index) => [name, values[index] ?? ""]))

const request = async (double: Double, { ask, at, body, query = {} }: Ask): Promise<Json | undefined> => {
  const binding = Bindings.bindings.find(({ name }) => name === ask)!
  const path = Bindings.url(binding, { path: places(binding.path, at), query })
  const answer = await double.fetch(path, {
    method: binding.method,
    headers: { "x-api-key": double.apiKey, "content-type": "application/json" },
    ...(binding.method === "GET" ? {} : { body: JSON.stringify(body ?? {}) })
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${ask} was answered ${answer.status}: ${text}`)
  return text === "" ? undefined : (JSON.parse(text) as { readonly data: Json }).data
}

const idOf = ({ headers }: Receiver.Delivery): string => headers["x-webhook-event-id"] ?? ""

/** The events in the order in which they arose: those of one instant may come in another one. */
const deliveries = (receiver: Receiver.Receiver, path: string): ReadonlyArray<Receiver.Delivery> =>
  receiver.at(path).filter((delivery) => idOf(delivery) !== "").toSorted((one, other) =>
    idOf(one) < idOf(other) ? -1 : 1
  )

/** Returns the code that a handset was sent last. */
const codeOn = async (double: Double, phone: string): Promise<string> => {
  const received = await double.handset(phone).received()
  return /\d{6}/.exec(received.at(-1)?.body ?? "")?.[0] ?? ""
}

const play = async (double: Double, receiver: Receiver.Receiver): Promise<Recording> => {
  const path = new URL(endpoint).pathname
  const outward = <A>(value: A): A => JSON.parse(JSON.stringify(value).replaceAll(endpoint, receiver.url(path))) as A
  const replace = Placeholder.replacer()
  const shown = <A>(place: string, value: A): A =>
    JSON.parse(
      replace(
        place,
        JSON.stringify(value).replaceAll(receiver.url(path), endpoint).replaceAll(/"code":"\d{6}"/g, shownCode)
      )
    ) as A
  const answers = new Map<string, Json>()
  const examples = new Map<OperationName, Example>()
  for (const step of steps) {
    const now = outward(filled(step, answers))
    if ("control" in now) await double.control(...now.control)
    else if ("codeOn" in now) answers.set(now.as, { code: await codeOn(double, now.codeOn) })
    else {
      const data = await request(double, now)
      if (data !== undefined) answers.set(now.as ?? now.ask, data)
      const example = { ...(now.body === undefined ? {} : { body: now.body }), ...(data === undefined ? {} : { data }) }
      if (now.as === undefined) examples.set(now.ask, shown(now.ask, example))
    }
    await double.advance(0)
  }
  const delivered = deliveries(receiver, path)
  const event = (name: EventName.EventName): Json => {
    const found = delivered.find((delivery) => Receiver.event(delivery).event === name)
    if (found === undefined) throw new Error(`No ${name} was delivered.`)
    return shown(name, Receiver.json(found) as Json)
  }
  return {
    operations: Object.fromEntries(Bindings.names.flatMap((name) => {
      const example = examples.get(name)
      if (example === undefined) throw new Error(`Nobody asks for ${name}.`)
      return Object.keys(example).length === 0 ? [] : [[name, example]]
    })),
    events: Object.fromEntries(EventName.all.map((name) => [name, event(name)]))
  }
}

/** Returns the recording as the text of its file. */
export const record = async (): Promise<string> => {
  const time = FakeTimers.install({ now: at, toFake: ["Date"] })
  try {
    const receiver = await Receiver.start()
    const double = await Doubles.start({ apiKey })
    try {
      return `${JSON.stringify(await play(double, receiver), null, 2)}\n`
    } finally {
      await double.stop()
      await receiver.stop()
    }
  } finally {
    time.uninstall()
  }
}
