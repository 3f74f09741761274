/**
 * Partners of an embedder that die with a secret in their message: carriers, reviewers, senders of webhooks, look-ups. No
 * answer tells it, and no log at the default level, span or metric.
 */
import { CallLog } from "@signalbox/core/CallLog"
import { Carriers } from "@signalbox/core/Carrier"
import { Executor } from "@signalbox/core/Executor"
import type { AccountId, CarrierId, NodeId } from "@signalbox/core/Id"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import * as NewAccount from "@signalbox/core/internal/account/NewAccount"
import { MediaProbe } from "@signalbox/core/MediaProbe"
import * as Money from "@signalbox/core/Money"
import { NumberLookup } from "@signalbox/core/NumberLookup"
import { Provisioner } from "@signalbox/core/Provisioner"
import { Reviewer } from "@signalbox/core/Reviewer"
import * as Service from "@signalbox/core/Service"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import * as NodeState from "@signalbox/http/NodeState"
import * as WebHandler from "@signalbox/http/WebHandler"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import * as Observed from "./Observed.ts"

const secret = "hunter2"
const phone = "+12015550177"

/** Ways to fail that quote a secret. */
const failures: ReadonlyArray<readonly [string, () => Effect.Effect<never>]> = [
  ["dies", () => Effect.die(new Error(`no session for ${secret}`))],
  ["throws", () => {
    throw Object.assign(new TypeError(`no session for ${secret}`), { password: secret })
  }],
  ["dies of a text", () => Effect.die(`no session for ${secret}`)],
  [
    "fails, though it must not",
    () => Effect.fail({ _tag: "AcmeError", message: secret, secret }) as Effect.Effect<never>
  ],
  ["rejects", () => Effect.promise(() => Promise.reject(new Error(secret, { cause: new Error(secret) })))]
]

const asked = ["carrier", "reviewer", "sender", "probe", "look-up", "calls", "provisioner", "hook"] as const

/** Those that are asked whatever becomes of the messages. */
const wanted = ["carrier", "reviewer", "sender", "look-up", "calls", "hook"] as const

/** Looks until it is so. */
const until = async (look: () => Promise<boolean>, seen: () => string = () => "nothing"): Promise<void> => {
  const deadline = performance.now() + 40_000
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`not in time; seen: ${seen()}`)
    await sleep(10)
  }
}

type Lie = (who: (typeof asked)[number]) => () => Effect.Effect<never>

const carrier = "acme" as CarrierId

const world = (observed: Observed.Observed, lie: Lie, isRegistered: () => boolean) =>
  Service.workLayer({ node: "node-one" as NodeId, pollMillis: 20 }).pipe(
    Layer.provideMerge(Service.intakeLayer),
    Layer.provideMerge(Service.engineLayer),
    Layer.provide(FixedSecrets.layer),
    Layer.provideMerge(Layer.succeed(Carriers, [
      { id: carrier, channels: ["sms", "mms"], submit: lie("carrier"), hook: lie("hook") }
    ])),
    Layer.provide(Layer.mergeAll(
      Layer.succeed(Reviewer, {
        // A template has to be approved before carriers can fail.
        review: (template) =>
          JSON.stringify(template).includes("Ready") ? Effect.succeed({ _tag: "Approved" }) : lie("reviewer")()
      }),
      Layer.succeed(WebhookSender, {
        // An endpoint has to be registered before deliveries can fail.
        refuse: () => Effect.suspend(() => isRegistered() ? lie("sender")() : Effect.succeed(null)),
        send: lie("sender")
      }),
      Layer.succeed(MediaProbe, { size: lie("probe") }),
      Layer.succeed(NumberLookup, { find: lie("look-up") }),
      Layer.succeed(CallLog, { list: lie("calls") }),
      Layer.succeed(Provisioner, { advance: lie("provisioner") })
    )),
    Layer.provideMerge(MemoryStore.layer),
    Layer.provideMerge(NodeState.layer),
    Layer.provideMerge(NodeIdGenerator.layer),
    Layer.provideMerge(observed.layer)
  )

const account = randomUUID() as AccountId
const key = randomUUID()

const furnish = Effect.gen(function*() {
  const executor = yield* Executor
  yield* executor.run(CreateAccount, {
    account: NewAccount.make(account, "organization", null, {
      name: "Acme",
      email: "owner@example.com",
      channels: ["sms"],
      numbers: [DefaultNumber.of(account)],
      quietHours: "off"
    }),
    apiKeys: [key],
    balance: Money.fromNumber(1000)
  })
})

describe("a secret in the message of a partner", () => {
  it.each(failures)("that %s is told in no answer, log line, span or metric", async (_, fail) => {
    const observed = Observed.make()
    const seen = new Set<string>()
    let isRegistered = false
    const lie = (who: (typeof asked)[number]) => () => {
      seen.add(who)
      return fail()
    }
    const runtime = ManagedRuntime.make(world(observed, lie, () => isRegistered))
    const scope = await Effect.runPromise(Scope.make())
    const answers: Array<string> = []
    try {
      await runtime.runPromise(furnish)
      const handle = await runtime.runPromise(Effect.provideService(WebHandler.make, Scope.Scope, scope))
      const ask = async (method: string, path: string, body?: object): Promise<number> => {
        const answer = await handle(
          new Request(`http://localhost${path}`, {
            method,
            headers: { "x-api-key": key, "content-type": "application/json" },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
          })
        )
        answers.push(JSON.stringify([...answer.headers]), await answer.text())
        return answer.status
      }
      const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/", event_types: ["message"] }
      expect(await ask("POST", "/v3/webhooks", webhook)).toBe(201)
      isRegistered = true
      expect(await ask("POST", "/v3/webhooks", webhook)).toBe(500)
      expect(await ask("GET", `/v3/numbers/lookup/${encodeURIComponent(phone)}`)).toBe(200)
      expect(await ask("GET", "/v3/calls")).toBeLessThan(504)
      expect(await ask("POST", "/carriers/acme", {})).toBe(500)
      const template = (words: string) => ({
        definition: { body: { multiChannel: { template: words } } },
        submit_for_review: true
      })
      expect(await ask("POST", "/v3/templates", template("Doubtful"))).toBe(201)
      expect(await ask("POST", "/v3/templates", template("Ready"))).toBe(201)
      const { id } = (JSON.parse(answers.at(-1)!) as { readonly data: { readonly id: string } }).data
      await until(async () => {
        await ask("GET", `/v3/templates/${id}`)
        return answers.at(-1)!.includes("APPROVED")
      })
      const send = { to: [phone], template: { id } }
      expect(await ask("POST", "/v3/messages", { ...send, channel: ["sms"] })).toBe(202)
      const media = { channel: ["mms"], media_urls: ["https://media.example/a.png"] }
      expect(await ask("POST", "/v3/messages", { to: [phone], text: "Look", ...media })).toBe(202)
      expect(await ask("POST", "/v3/channels/rcs", { display_name: "Acme" })).toBeGreaterThan(199)
      await until(() => Promise.resolve(wanted.every((who) => seen.has(who))), () => [...seen].join(", "))
      // Nothing shows when the last log lines are written, so they get a moment; one that comes later is not searched.
      await sleep(50)
    } finally {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
    }
    expect(answers.join("\n")).not.toContain(secret)
    expect(observed.lines.length).toBeGreaterThan(5)
    expect((await observed.everything()).filter((text) => text.includes(secret))).toEqual([])
  })
})
