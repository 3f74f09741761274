/**
 * Google's platform as its documents describe it: tokens for assertions of its service account, messages whose name it knows
 * again, capabilities of devices, and signed webhooks.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import type { Options } from "@signalbox/rcs/Options"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createHmac, generateKeyPairSync, verify } from "node:crypto"
import type { Heard, Provider, Reply } from "../http-carrier/Provider.ts"
import * as Providers from "../http-carrier/Provider.ts"

export const clientToken = "s3cret client token"

export const agent = "acme_agent"

export const email = "signalbox@acme.iam.example"

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })

export const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString()

export interface Taken {
  readonly messageId: string
  readonly to: string
  readonly agentId: string
  readonly message: {
    readonly contentMessage: { readonly text?: string; readonly richCard?: unknown; readonly suggestions?: unknown }
    readonly ttl: string
    readonly messageTrafficType?: string
  }
}

export interface FakePlatform extends Provider {
  /** The messages that it sends, each once. */
  readonly taken: Array<Taken>
  /** The requests for messages and capabilities, without those for tokens. */
  readonly asked: Array<Heard>
  /** How many tokens it has granted. */
  tokens: number
  /** The seconds that a token is good. */
  lifetime: number
  /** Decides about a request before it is served; null serves it. */
  fault: (request: Heard) => Reply | null | Promise<Reply | null>
  /** Decides about a request for a token. */
  denies: (request: Heard) => Reply | null
  /** The features of the devices; null: they have no RCS. */
  features: ReadonlyArray<string> | null
  /** Its clock, in milliseconds. */
  now: () => number
  /** Whether a name that is known is answered as the reference says, or as gRPC services do. */
  repeats: "ignored" | "already exists"
  readonly take: (request: Heard) => Reply
  /** Believes the tokens that were granted until now no more. */
  readonly revoke: () => void
}

export const error = (status: number, word: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify({ error: { code: status, status: word, message: `The meaning of ${word}` } })
})

const jsonOf = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? "", "base64url").toString()) as Record<string, unknown>

/** Returns whether an assertion is one of the service account, for this address and now. */
const isAssertion = (assertion: string, audience: string, millis: number): boolean => {
  const [header, claims, signature = ""] = assertion.split(".")
  const { aud, exp, iat, iss, scope } = jsonOf(claims)
  const now = millis / 1000
  return jsonOf(header)["alg"] === "RS256" && iss === email && aud === audience &&
    scope === "https://www.googleapis.com/auth/rcsbusinessmessaging" &&
    Number(iat) <= now + 1 && Number(exp) > now && Number(exp) - Number(iat) <= 3600 &&
    verify("sha256", Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, "base64url"))
}

export const make: Effect.Effect<FakePlatform, never, Scope.Scope> = Effect.map(Providers.make(), (provider) => {
  let revoked = 0
  const taken: Array<Taken> = []

  const grant = (request: Heard): Reply => {
    const form = new URLSearchParams(request.body)
    const isSound = form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
      isAssertion(form.get("assertion") ?? "", `${provider.url}/token`, fake.now())
    if (!isSound) return { status: 400, body: JSON.stringify({ error: "invalid_grant" }) }
    fake.tokens += 1
    return {
      status: 200,
      body: JSON.stringify({ access_token: `t0ken-${fake.tokens}`, expires_in: fake.lifetime, token_type: "Bearer" })
    }
  }

  const take = ({ body, path }: Heard): Reply => {
    const url = new URL(path, provider.url)
    const messageId = url.searchParams.get("messageId") ?? ""
    const agentId = url.searchParams.get("agentId") ?? ""
    const [, to = ""] = /^\/v1\/phones\/([^/]+)\/agentMessages$/.exec(url.pathname) ?? []
    if (to === "" || agentId === "" || !/^[0-9a-f-]{36}$/.test(messageId)) return error(400, "INVALID_ARGUMENT")
    if (taken.some((each) => each.messageId === messageId)) {
      return fake.repeats === "ignored" ? { status: 200, body: "{}" } : error(409, "ALREADY_EXISTS")
    }
    taken.push({ messageId, agentId, to: decodeURIComponent(to), message: JSON.parse(body) as Taken["message"] })
    return { status: 200, body: JSON.stringify({ name: `phones/${to}/agentMessages/${messageId}` }) }
  }

  const serve = async (request: Heard): Promise<Reply> => {
    if (request.path === "/token") return fake.denies(request) ?? grant(request)
    fake.asked.push(request)
    const fault = await fake.fault(request)
    if (fault !== null) return fault
    const token = Number(/^Bearer t0ken-(\d+)$/.exec(String(request.headers["authorization"]))?.[1] ?? 0)
    if (token <= revoked || token > fake.tokens) return error(401, "UNAUTHENTICATED")
    if (!request.path.includes("/capabilities?")) return take(request)
    return fake.features === null
      ? error(404, "NOT_FOUND")
      : { status: 200, body: JSON.stringify({ features: fake.features }) }
  }

  const fake: FakePlatform = Object.assign(provider, {
    answer: serve,
    taken,
    asked: [],
    tokens: 0,
    lifetime: 3600,
    fault: () => null,
    denies: () => null,
    now: () => Date.now(),
    features: [],
    repeats: "ignored" as const,
    take,
    revoke: () => void (revoked = fake.tokens)
  })
  return fake
})

/** The settings of a carrier for this platform. */
export const options = ({ url }: Provider): Options => ({
  serviceAccount: JSON.stringify({
    client_email: email,
    private_key: pem,
    private_key_id: "k1",
    token_uri: `${url}/token`
  }),
  clientToken,
  agents: [{ id: agent }],
  url
})

/** A message or an event as the platform posts it, signed. */
export const webhook = (event: object): CarrierRequest => {
  const data = Buffer.from(JSON.stringify(event))
  return {
    method: "POST",
    url: "/carriers/rcs",
    headers: {
      "content-type": "application/json",
      "x-goog-signature": createHmac("sha512", clientToken).update(data).digest("base64")
    },
    body: Buffer.from(JSON.stringify({
      message: { data: data.toString("base64"), messageId: "1", publishTime: "2026-11-25T12:00:00Z" },
      subscription: "projects/acme/subscriptions/rbm"
    }))
  }
}

/** An event about a message of ours. */
export const event = (eventType: string, messageId: string, phone = "+12015550123"): object => ({
  senderPhoneNumber: phone,
  phoneNumber: phone,
  eventType,
  eventId: `event-${eventType}-${messageId}`,
  messageId,
  sendTime: "2026-11-25T12:00:00.123456Z",
  agentId: agent
})

/** A message that somebody wrote to an agent. */
export const written = (content: object, agentId = agent): object => ({
  senderPhoneNumber: "+12015550123",
  messageId: "in-1",
  sendTime: "2026-11-25T12:00:00Z",
  agentId,
  ...content
})
