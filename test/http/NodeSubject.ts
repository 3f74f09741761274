/**
 * The emulator's service in this process, behind a server on a free port of 127.0.0.1, as a subject of the HTTP suites.
 */
import type { Account } from "@signalbox/core/Account"
import type { ChannelCode } from "@signalbox/core/ChannelCode"
import * as Commit from "@signalbox/core/Commit"
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId, CarrierId, TemplateId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import * as Instant from "@signalbox/core/Instant"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import * as NewAccount from "@signalbox/core/internal/account/NewAccount"
import type { Decided, Decision } from "@signalbox/core/internal/commit/Decision"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import { AddUser } from "@signalbox/core/internal/user/AddUser"
import type { NumberType } from "@signalbox/core/Market"
import * as Money from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import type { ExecutionError } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Secret from "@signalbox/core/Secret"
import type { TravelClock } from "@signalbox/emulator/clock/TravelClock"
import { layer as clockLayer } from "@signalbox/emulator/clock/TravelClock"
import * as Emulator from "@signalbox/emulator/Emulator"
import { Network } from "@signalbox/emulator/network/Network"
import { Script, steps } from "@signalbox/emulator/network/Script"
import * as Orders from "@signalbox/emulator/provision/Orders"
import type { ProvisionScript } from "@signalbox/emulator/provision/ProvisionScript"
import { Reviews } from "@signalbox/emulator/review/Reviews"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import type * as HttpService from "@signalbox/http/HttpService"
import * as NodeMount from "@signalbox/node/NodeMount"
import type { Cast } from "@signalbox/testing/conformance/Orders"
import type {
  HttpSubject,
  ReceivedInbound,
  Start,
  WantedAccount,
  WantedInbound,
  WantedProvision,
  WantedReview,
  WantedSignal,
  WantedStep,
  WantedUser
} from "@signalbox/testing/http/HttpSubject"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { randomUUID } from "node:crypto"

/** The suites may run on any storage, and on any mount that listens. */
export interface Options<E1, E2> {
  readonly storage: Layer.Layer<Emulator.Storage, E1>
  readonly mount: Layer.Layer<HttpServer.HttpServer, E2, HttpService.Service>
  /** See `HttpSubject.mayReset`. */
  readonly mayReset?: string
  /** The real time, unless told otherwise. */
  readonly clock?: TravelClock
  /** Makes the service of the storage; an emulator's, unless told otherwise. */
  readonly service?: (storage: Layer.Layer<Emulator.Storage, E1>) => Layer.Layer<Asked | HttpService.Service, E1>
}

/** All that the suites ask of the service besides HTTP. */
type Asked = Operator | Executor | Inbound | ConsentSignals | Network | ProvisionScript | Reviews

interface Made {
  readonly id: string
  readonly apiKeys: ReadonlyArray<string>
}

const newId = (): AccountId => randomUUID() as AccountId

const create = Effect.fnUntraced(function*(
  { organization = null, type = "organization", ...given }: Partial<Account>,
  {
    apiKey = randomUUID(),
    auditLogDays,
    balance = 1000,
    channels = ["sms"],
    frequency,
    keywords = [],
    purposes,
    pumping,
    quietHours = "off",
    requestsPerMinute
  }: WantedAccount = {}
) {
  const executor = yield* Executor
  const id = newId()
  const apiKeys = [apiKey, randomUUID()]
  yield* executor.run(CreateAccount, {
    // One channel, so that what an auto-detect send comes to is known.
    account: NewAccount.make(id, type, organization, {
      name: "Emulator",
      email: "owner@example.com",
      channels,
      numbers: [DefaultNumber.of(id)],
      // As published: an endpoint that fails gets its next events immediately.
      webhookDisableMinutes: 0,
      keywords,
      quietHours,
      ...(frequency === undefined || organization !== null ? {} : { frequency }),
      ...(purposes === undefined || organization !== null ? {} : { purposes }),
      ...(pumping === undefined ? {} : { pumping }),
      ...given,
      ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      ...(auditLogDays === undefined ? {} : { auditLogDays })
    }),
    apiKeys,
    balance: Money.fromNumber(balance)
  })
  return { id, apiKeys } satisfies Made
})

/** Returns the settings of the organization that hold for its profiles as well. */
const guarding = ({ destinations, retention, spend }: WantedAccount = {}): Partial<Account> => ({
  ...(destinations === undefined ? {} : { destinations }),
  ...(retention === undefined ? {} : { retention }),
  ...(spend === undefined ? {} : { spend })
})

const createProfile = (organization: string, wanted?: WantedAccount) =>
  create(
    { type: "profile", organization: organization as AccountId, shortName: "SIGNAL", ...wanted?.people?.profile },
    wanted
  )

const addUser = Effect.fnUntraced(function*(account: string, { email, invitedMillisAgo, role, status }: WantedUser) {
  const executor = yield* Executor
  const now = yield* Instant.now
  const invitedAt = invitedMillisAgo === undefined ? null : Instant.plus(now, -invitedMillisAgo)
  const user = { account: account as AccountId, email, name: `A ${role}`, role, status, invitedAt }
  const { answer } = yield* executor.run(AddUser, user)
  return answer
})

const receive = Effect.fnUntraced(function*({ carrier, from, to, ...message }: WantedInbound) {
  const inbound = yield* Inbound
  const answer = yield* inbound.receive({
    ...message,
    carrier: carrier as CarrierId,
    from: from as PhoneNumber,
    to: { _tag: "Number", number: to as PhoneNumber }
  })
  return {
    outcome: answer._tag,
    messageId: answer._tag === "Received" || answer._tag === "Repeated" ? answer.message : null
  } satisfies ReceivedInbound
})

const script = Effect.fnUntraced(function*(phone: string, wanted: ReadonlyArray<WantedStep>) {
  const network = yield* Network
  const written = yield* Schema.decodeUnknownEffect(Script)({ script: wanted })
  yield* network.script(phone as PhoneNumber, steps(written))
})

const received = Effect.fnUntraced(function*(phone: string) {
  const network = yield* Network
  const shown = yield* network.received(phone as PhoneNumber, yield* Instant.now)
  return shown.map(({ body }) => body)
})

const suppress = (account: string, phone: string) =>
  Effect.flatMap(Operator, (accounts) => accounts.suppress(account as AccountId, phone as PhoneNumber))

const unsuppress = (account: string, phone: string) =>
  Effect.flatMap(Operator, (accounts) => accounts.unsuppress(account as AccountId, phone as PhoneNumber))

const pausePrefix = (account: string, prefix: string, isPaused: boolean) =>
  Effect.flatMap(
    Operator,
    ({ liftPrefix, pinPrefix }) => (isPaused ? pinPrefix : liftPrefix)(account as AccountId, prefix)
  )

const inherit = (account: string, phone: string) =>
  Effect.flatMap(Operator, (accounts) => accounts.setInherited(account as AccountId, phone as PhoneNumber, true))

const signal = Effect.fnUntraced(function*({ carrier, channel, consent, phone, to }: WantedSignal) {
  const signals = yield* ConsentSignals
  const { _tag } = yield* signals.report({
    carrier: carrier as CarrierId,
    to: { _tag: "Number", number: to as PhoneNumber },
    phone: phone as PhoneNumber,
    channel,
    consent
  })
  return _tag
})

const review = Effect.fnUntraced(function*(wanted: WantedReview) {
  const { afterMillis = 0, channel = null, outcome, reason = null, template } = wanted
  const reviews = yield* Reviews
  const answer = yield* reviews.order({ template: template as TemplateId, channel, outcome, reason, afterMillis })
  if (answer._tag === "Refused" || answer._tag === "Unknown") {
    throw new Error(`the reviewer cannot ${JSON.stringify(wanted)}: ${JSON.stringify(answer)}`)
  }
})

const provision = ({ account, channel, country = "", number_type: type = "", ...order }: WantedProvision) => {
  const { outcome, reason = null, reason_code: code = null, sender_value: sender = null } = order
  return Orders.order(
    account as AccountId,
    channel === "sms" ? { channel, country, numberType: type as NumberType } : { channel },
    { outcome, reason, code: code as ChannelCode | null, sender }
  )
}

/** There is no operation for it yet. */
const SetKeyActive: Decision<{ readonly hash: Secret.KeyHash; readonly active: boolean }, void> = {
  name: "test.set_key_active",
  needs: ({ hash }) => Needs.row(ApiKeys, hash),
  decide: ({ active, hash }, { facts, now }) => {
    const key = Facts.get(facts, ApiKeys, hash)
    return Result.succeed<Decided<void>>({
      answer: undefined,
      commit: key === null ? Commit.empty : Commit.make({
        expects: [Facts.expected(facts, ApiKeys, hash)],
        puts: [Commit.put(ApiKeys, { ...key, revokedAt: active ? null : now })]
      })
    })
  }
}

/** The time that everything in the layer goes by. */
const by = (clock: TravelClock) => Layer.provide(clockLayer(clock))

export interface Hosted {
  readonly subject: HttpSubject
  /** Makes organizations like those of the subject. */
  readonly cast: () => Promise<Cast>
}

/** Starts such a server. */
export const host = async <E1, E2>(
  { clock, mayReset, mount, service = Emulator.layer, storage }: Options<E1, E2>
): Promise<Hosted> => {
  const runtime = ManagedRuntime.make(
    Layer.fresh(mount).pipe(
      Layer.provideMerge(service(Layer.fresh(storage))),
      clock === undefined ? identity : by(clock)
    )
  )
  const run = <A, E>(
    effect: Effect.Effect<
      A,
      E,
      Asked | HttpServer.HttpServer
    >
  ): Promise<A> => runtime.runPromise(effect)
  const { address } = await run(HttpServer.HttpServer)
  if (!("port" in address)) throw new Error("the server listens on no port")
  const cast = async (): Promise<Cast> => {
    const organization = await run(create({}))
    const other = await run(create({ name: "Other" }))
    const profile = await run(createProfile(organization.id))
    const sibling = await run(createProfile(organization.id))
    return {
      apiKey: organization.apiKeys[0]!,
      otherApiKey: other.apiKeys[0]!,
      profileId: profile.id,
      siblingProfileId: sibling.id,
      profileApiKey: profile.apiKeys[0]!
    }
  }
  const subject: HttpSubject = {
    baseUrl: `http://127.0.0.1:${address.port}`,
    ...await cast(),
    freshAccount: async (wanted) => {
      const { people, type = "organization" } = wanted ?? {}
      const account = await run(create({ type, ...guarding(wanted), ...people?.organization }, wanted))
      const { apiKey: _, ...rest } = wanted ?? {}
      const profile = await run(createProfile(account.id, rest))
      return {
        id: account.id,
        apiKey: account.apiKeys[0]!,
        secondApiKey: account.apiKeys[1]!,
        profileId: profile.id,
        profileApiKey: profile.apiKeys[0]!
      }
    },
    addUser: (account, user) => run(addUser(account, user)),
    receive: (message) => run(receive(message)),
    script: (phone, wanted) => run(script(phone, wanted)),
    received: (phone) => run(received(phone)),
    suppress: async (account, phone) => {
      await run(suppress(account, phone))
    },
    unsuppress: async (account, phone) => {
      await run(unsuppress(account, phone))
    },
    pausePrefix: async (account, prefix, isPaused) => {
      await run(Effect.asVoid<unknown, ExecutionError, Operator>(pausePrefix(account, prefix, isPaused)))
    },
    inherit: async (account, phone) => {
      await run(inherit(account, phone))
    },
    signal: (wanted) => run(signal(wanted)),
    makeKey: (account, wanted) =>
      run(
        Effect.flatMap(Operator, (operator) =>
          Effect.map(operator.createKey(account as AccountId, undefined, wanted), (made) => {
            if (made._tag !== "Created") {
              throw new Error(made._tag)
            }
            return made.text
          }))
      ),
    voiceToken: (account, identity, seconds) =>
      run(
        Effect.flatMap(Operator, (operator) =>
          Effect.map(operator.createVoiceToken(account as AccountId, identity, seconds), ({ token }) =>
            token))
      ),
    review: (order) => run(review(order)),
    provision: async (order) => {
      await run(provision(order))
    },
    setKeyActive: async (apiKey, active) => {
      await run(
        Effect.flatMap(Executor, (executor) => executor.run(SetKeyActive, { hash: Secret.hashKey(apiKey), active }))
      )
    },
    ...(mayReset === undefined ? {} : { mayReset }),
    stop: () => runtime.dispose()
  }
  return { subject, cast }
}

/** A way to start such a server, as often as it is asked. */
export const starter = <E1, E2>(options: Options<E1, E2>): Start => async () => (await host(options)).subject

/** Node's own HTTP server, on any storage. */
export const node = <E>(storage: Layer.Layer<Emulator.Storage, E>): Start =>
  starter({ storage, mount: NodeMount.layerServer({ port: 0, host: "127.0.0.1" }) })
