/**
 * Orders are told to a server under test by the side: the optional parts of `HttpSubject` as JSON, one POST each.
 * Whoever builds a server to be held against the suites serves this beside it (`serve`); the suites speak it
 * (`remote`).
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type {
  FreshAccount,
  HttpSubject,
  ReceivedInbound,
  WantedAccount,
  WantedInbound,
  WantedProvision,
  WantedReview,
  WantedSignal,
  WantedStep,
  WantedUser
} from "../http/HttpSubject.ts"

/** The organizations that a suite works with. */
export type Cast = Pick<
  HttpSubject,
  "apiKey" | "otherApiKey" | "profileId" | "siblingProfileId" | "profileApiKey"
>

/** The parts of a subject that a server may lack. */
export type Powers = Pick<
  HttpSubject,
  | "freshAccount"
  | "addUser"
  | "receive"
  | "script"
  | "suppress"
  | "unsuppress"
  | "inherit"
  | "signal"
  | "setKeyActive"
  | "voiceToken"
  | "review"
  | "provision"
  | "received"
>

export type Order =
  /** Asks which of the other orders are obeyed. */
  | { readonly _tag: "Powers" }
  /** Makes organizations that nobody has used yet. */
  | { readonly _tag: "Cast" }
  | { readonly _tag: "FreshAccount"; readonly wanted: WantedAccount }
  | { readonly _tag: "AddUser"; readonly account: string; readonly user: WantedUser }
  | { readonly _tag: "Receive"; readonly message: WantedInbound }
  | { readonly _tag: "Script"; readonly phone: string; readonly steps: ReadonlyArray<WantedStep> }
  | { readonly _tag: "Suppress"; readonly account: string; readonly phone: string }
  | { readonly _tag: "Unsuppress"; readonly account: string; readonly phone: string }
  | { readonly _tag: "Inherit"; readonly account: string; readonly phone: string }
  | { readonly _tag: "Signal"; readonly signal: WantedSignal }
  | { readonly _tag: "VoiceToken"; readonly account: string; readonly identity: string; readonly seconds?: number }
  | { readonly _tag: "Review"; readonly wanted: WantedReview }
  | { readonly _tag: "Provision"; readonly wanted: WantedProvision }
  | { readonly _tag: "Received"; readonly phone: string }
  | { readonly _tag: "SetKeyActive"; readonly apiKey: string; readonly active: boolean }

const names = [
  "freshAccount",
  "addUser",
  "receive",
  "script",
  "suppress",
  "unsuppress",
  "inherit",
  "signal",
  "setKeyActive",
  "voiceToken",
  "review",
  "provision",
  "received"
] as const satisfies ReadonlyArray<keyof Powers>

const obey = async (powers: Powers, cast: () => Promise<Cast>, order: Order): Promise<unknown> => {
  switch (order._tag) {
    case "Powers":
      return names.filter((name) => powers[name] !== undefined)
    case "Cast":
      return await cast()
    case "FreshAccount":
      return await powers.freshAccount?.(order.wanted)
    case "AddUser":
      return await powers.addUser?.(order.account, order.user)
    case "Receive":
      return await powers.receive?.(order.message)
    case "Script":
      return await powers.script?.(order.phone, order.steps)
    case "Suppress":
      return await powers.suppress?.(order.account, order.phone)
    case "Unsuppress":
      return await powers.unsuppress?.(order.account, order.phone)
    case "Inherit":
      return await powers.inherit?.(order.account, order.phone)
    case "Signal":
      return await powers.signal?.(order.signal)
    case "VoiceToken":
      return await powers.voiceToken?.(order.account, order.identity, order.seconds)
    case "Review":
      return await powers.review?.(order.wanted)
    case "Provision":
      return await powers.provision?.(order.wanted)
    case "Received":
      return await powers.received?.(order.phone)
    case "SetKeyActive":
      return await powers.setKeyActive?.(order.apiKey, order.active)
  }
}

export interface Served {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Takes orders on a free port of 127.0.0.1. */
export const serve = async (powers: Powers, cast: () => Promise<Cast>): Promise<Served> => {
  const server = createServer((request, response) => {
    const chunks: Array<Uint8Array> = []
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    request.on("end", () => {
      Promise.resolve()
        .then(() => obey(powers, cast, JSON.parse(Buffer.concat(chunks).toString()) as Order))
        .then(
          (answer) => response.end(JSON.stringify(answer ?? null)),
          (error: unknown) => response.writeHead(500).end(String(error))
        )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

/** Gives an order, and returns what is answered. */
const send = async <Answer>(control: string, order: Order): Promise<Answer> => {
  const answer = await fetch(control, { method: "POST", body: JSON.stringify(order) })
  if (!answer.ok) throw new Error(`the control refuses ${order._tag}: ${await answer.text()}`)
  return await answer.json() as Answer
}

export interface Remote {
  readonly powers: Powers
  readonly cast: () => Promise<Cast>
}

/** The subject's powers at the other end of a control. */
export const remote = async (control: string): Promise<Remote> => {
  const order = <Answer>(each: Order): Promise<Answer> => send<Answer>(control, each)
  const all: Required<Powers> = {
    freshAccount: (wanted = {}) => order<FreshAccount>({ _tag: "FreshAccount", wanted }),
    addUser: (account, user) => order<string>({ _tag: "AddUser", account, user }),
    receive: (message) => order<ReceivedInbound>({ _tag: "Receive", message }),
    script: (phone, steps) => order({ _tag: "Script", phone, steps }),
    suppress: (account, phone) => order({ _tag: "Suppress", account, phone }),
    unsuppress: (account, phone) => order({ _tag: "Unsuppress", account, phone }),
    inherit: (account, phone) => order({ _tag: "Inherit", account, phone }),
    signal: (signal) => order({ _tag: "Signal", signal }),
    setKeyActive: (apiKey, active) => order({ _tag: "SetKeyActive", apiKey, active }),
    voiceToken: (account, identity, seconds) =>
      order<string>({ _tag: "VoiceToken", account, identity, ...(seconds === undefined ? {} : { seconds }) }),
    review: (wanted) => order({ _tag: "Review", wanted }),
    provision: (wanted) => order({ _tag: "Provision", wanted }),
    received: (phone) => order<ReadonlyArray<string>>({ _tag: "Received", phone })
  }
  const has = new Set<string>(await order<ReadonlyArray<string>>({ _tag: "Powers" }))
  return {
    powers: Object.fromEntries(Object.entries(all).filter(([name]) => has.has(name))) as Powers,
    cast: () => order<Cast>({ _tag: "Cast" })
  }
}
