/**
 * The clients of the simulated world: they ask, wait, lose patience, go away and ask again with the same key.
 */
import type { Account } from "@signalbox/core/Account"
import type { Answer } from "@signalbox/core/Answer"
import type { Caller } from "@signalbox/core/Caller"
import { operations } from "@signalbox/core/Catalogue"
import type { VerificationId } from "@signalbox/core/Id"
import type { Json, JsonObject } from "@signalbox/core/Json"
import type { Operations, Request } from "@signalbox/core/Operations"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Send, Verify } from "../Script.ts"
import type { Sighting } from "../Sighting.ts"
import { codeTemplateName, keyHash, markerName, phone, templateNames } from "./furniture.ts"
import type { Node } from "./node.ts"
import type { Timeline } from "./timeline.ts"

/** A client that hears nothing for so long asks elsewhere. */
const patience = 15_000

/** The time that it waits before it asks again, in milliseconds. */
const pause = 1000

interface Errand {
  readonly send: Send
  readonly marker: string
  readonly key: string | null
  readonly body: Json
}

/** The part of an answer that a client looks at. */
type Heard = Pick<Answer, "outcome" | "status">

/** Comes in by the key of the account, as HTTP does: refused without one, and with a store that is away. */
const byKey = (
  { services }: Node,
  account: number,
  run: (caller: Caller) => Effect.Effect<Answer>
): Effect.Effect<Heard> =>
  Effect.catch(
    Effect.flatMap(services!.access.authenticate(keyHash(account)), (found): Effect.Effect<Heard> =>
      found === null
        ? Effect.succeed({ outcome: null, status: 401 })
        : run({ account: found.account, keyAccount: found.account })),
    () => Effect.succeed({ outcome: null, status: 503 })
  )

const isOver = (status: number, code: string | null): boolean => status < 500 && code !== "CONFLICT_001"

export class Clients {
  /** The number of errands that are not over yet. */
  open = 0
  private requests = 0
  private markers = 0
  private readonly timeline: Timeline
  private readonly see: (sighting: Sighting) => void
  private readonly accounts: ReadonlyArray<Account>
  private readonly nodeAt: (number: number) => Node | null
  /** True when they come in by keys; else they are who they say. */
  private readonly isKeyed: boolean

  constructor(
    timeline: Timeline,
    see: (sighting: Sighting) => void,
    accounts: ReadonlyArray<Account>,
    nodeAt: (number: number) => Node | null,
    isKeyed: boolean
  ) {
    this.isKeyed = isKeyed
    this.timeline = timeline
    this.see = see
    this.accounts = accounts
    this.nodeAt = nodeAt
  }

  send(send: Send): void {
    const marker = `order-${this.markers++}`
    const body: JsonObject = {
      to: Array.from({ length: send.count }, (_, index) => phone(send.first + index)),
      template: { name: templateNames[send.long ? "long" : "short"], parameters: { [markerName]: marker } },
      channel: [send.channel],
      ...(send.fallback === null
        ? {}
        : { fallback: { channels: send.fallback.channels, after_seconds: send.fallback.after } }),
      ...(send.media === "none" ? {} : { media_urls: [`https://media.example/${send.account}/${send.media}`] })
    }
    const errand: Errand = { send, marker, key: send.key ? `key-${marker}` : null, body }
    this.ask(errand, 0)
    if (send.doubled && send.key) this.ask(errand, 1)
  }

  /** Has a code sent to a number, and types the code in that the handset shows after a while. */
  verify(verify: Verify, textOf: (phone: string) => string | null): void {
    const { checkedAfter, phone } = verify
    const body = { phone_number: phone, template: { name: codeTemplateName }, channel: "sms", lifetime_minutes: 5 }
    const create = operations["verifications.create"]
    const check = operations["verifications.check"]
    this.call(verify, {}, body, (asked, owner, request) => asked.run(create, owner, request), ({ outcome, status }) => {
      if (status !== 201 || outcome === null || checkedAfter === null) return
      const { id } = JSON.parse(outcome.json) as { readonly id: string }
      this.open++
      this.timeline.after(checkedAfter, () => {
        this.open--
        const code = /\d{6,10}/.exec(textOf(phone) ?? "")?.[0]
        if (code === undefined) return
        this.call(
          verify,
          { id },
          { code },
          (asked, owner, request) => asked.run(check, owner, { ...request, path: { id: id as VerificationId } }),
          () => undefined
        )
      })
    })
  }

  /** Asks a node, if one lives, and hears the answer if that comes. */
  private call(
    { account, node: first }: Pick<Verify, "account" | "node">,
    path: object,
    body: Json,
    ask: (asked: Operations["Service"], owner: Caller, request: Request<object, object>) => Effect.Effect<Answer>,
    heard: (answer: Answer) => void
  ): void {
    const node = this.nodeAt(first)
    const asked = node?.services?.operations
    if (node === null || asked === undefined) return
    this.open++
    const owner = this.accounts[account]!
    const request = { path, query: {}, body, requestId: `req_${this.requests++}`, idempotency: null }
    node.host.fork(ask(asked, { account: owner, keyAccount: owner }, request), (exit) => {
      this.open--
      if (Exit.isSuccess(exit)) heard(exit.value)
    })
  }

  private ask(errand: Errand, attempt: number): void {
    const { account, abortAfter, node: first } = errand.send
    this.open++
    const again = (): void => {
      this.open--
      // Without a key asking again might send twice, so a careful client does not.
      if (errand.key === null || attempt >= errand.send.retries) return
      this.open++
      this.timeline.after(pause, () => {
        this.open--
        this.ask(errand, attempt + 1)
      })
    }
    const node = this.nodeAt(first + attempt)
    const operations_ = node?.services?.operations
    if (node === null || operations_ === undefined) return again()
    const id = this.requests++
    const { key, marker } = errand
    const owner = this.accounts[account]!
    this.see({ _tag: "Asked", by: node.by, account: owner.id, id, marker, key, size: errand.send.count })
    let isWaiting = true
    const giveUp = (): void => {
      if (!isWaiting) return
      isWaiting = false
      again()
    }
    const request: Request<object, object> = {
      path: {},
      query: {},
      body: errand.body,
      requestId: `req_${id}`,
      idempotency: key === null ? null : { key, fingerprint: JSON.stringify(errand.body) }
    }
    const run = (caller: Caller) => operations_.run(operations["messages.send"], caller, request)
    const asked = this.isKeyed ? byKey(node, account, run) : run({ account: owner, keyAccount: owner })
    const hangUp = node.host.fork(asked, (exit) => {
      this.see({ _tag: "RequestEnded", account: owner.id, id, key })
      if (Exit.isFailure(exit)) return
      this.timeline.after(1, () => {
        if (!isWaiting) return
        isWaiting = false
        this.hear(errand, id, exit.value, again)
      })
    })
    this.timeline.after(patience, giveUp)
    if (abortAfter !== null && attempt === 0) {
      this.timeline.after(abortAfter, () => {
        if (isWaiting) hangUp()
        giveUp()
      })
    }
  }

  private hear(errand: Errand, id: number, { outcome, status }: Heard, again: () => void): void {
    const told = outcome === null ? {} : JSON.parse(outcome.json) as {
      readonly code?: string
      readonly recipients?: ReadonlyArray<{ readonly message_id: string }>
    }
    const code = status === 401 ? "AUTH_002" : outcome?.part === "error" ? told.code ?? null : null
    const messages = outcome?.part === "data" ? (told.recipients ?? []).map((each) => each.message_id) : []
    const { id: account } = this.accounts[errand.send.account]!
    this.see({ _tag: "Answered", account, id, marker: errand.marker, key: errand.key, status, code, messages })
    if (isOver(status, code)) this.open--
    else again()
  }
}
