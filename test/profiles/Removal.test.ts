/**
 * The soft deletion of a profile, as far as the store shows it: what stays, what ends, and in how large steps.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts, ownNumber, profileShortName } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import type { ChannelSet } from "@signalbox/core/ChannelSet"
import { ChannelSets } from "@signalbox/core/ChannelSet"
import * as Commit from "@signalbox/core/Commit"
import type { Delivery } from "@signalbox/core/Delivery"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as DispatchWork from "@signalbox/core/internal/dispatch/DispatchWork"
import * as AttemptStep from "@signalbox/core/internal/message/AttemptStep"
import { Removal } from "@signalbox/core/internal/profile/Removal"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import { RemoveClones } from "@signalbox/core/internal/webhook/CloneRemoval"
import { uniqueText } from "@signalbox/core/Kind"
import * as Limit from "@signalbox/core/Limit"
import type { Message, Status } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import { blank } from "@signalbox/core/Profile"
import { hashKey } from "@signalbox/core/Secret"
import { Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Leases from "../stores/Leases.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, storages } from "../stores/Nodes.ts"
import * as Sqlite from "../stores/Sqlite.ts"

const sqlite: Storage = { first: Sqlite.make(":memory:"), another: Effect.succeed }

const organization = Given.account({ numbers: [] })

const profile: Account = Given.account({
  id: Given.accountId(2),
  type: "profile",
  organization: organization.id,
  shortName: "SALES",
  rules: [{
    channel: "sms",
    carrier: Given.carrierId("sms-a"),
    action: "ALLOW",
    fallback: true,
    country: null,
    priority: 1
  }],
  profile: {
    ...blank("approved"),
    whatsapp: { wabaId: "waba-1", phoneNumberId: null },
    sendingNumber: Given.phone(9000)
  }
})

const statuses: ReadonlyArray<Status> = ["SCHEDULED", "DELIVERED", "QUEUED", "ROUTED"]

/** Those that are ROUTED stand in line at their carrier. */
const message = (
  index: number,
  account: AccountId,
  { status = statuses[index % statuses.length]!, ...parts }: Partial<Message> = {}
): Message =>
  Given.message({
    id: Given.messageId(index),
    account,
    status,
    attempts: status === "ROUTED" ? [Given.attempt({ id: Given.attemptId(index), deadline: null })] : [],
    createdAt: Instant.plus(Given.now, -index),
    ...parts
  })

const webhook = Given.webhook({ account: profile.id, subscribes: ["message.cancelled"] })

/** The clone on it of one of the organization's webhooks. */
const clone = Given.webhook({
  id: Given.webhookId(2),
  account: profile.id,
  parent: Given.webhookId(3),
  subscribes: ["message.cancelled", "channel.deactivated"]
})

const channels: ChannelSet = {
  account: profile.id,
  markets: [],
  whatsapp: {
    wabaId: "waba-1",
    phoneNumberId: null,
    status: "ACTIVE",
    reasonCode: null,
    reason: null,
    revision: 1,
    createdAt: Given.now,
    updatedAt: null
  },
  rcs: null
}

const key = "0b5a9a9e-7c8f-4d0a-9b7e-1f1d5d3c2b1a"

const now = Effect.runSync(Instant.now)

const onlyProfiles = { profile: { width: 1, shared: false } }

const [own, name] = [ownNumber(Given.phone(9000)), profileShortName(organization.id, "SALES")]

/** Deletes the profile, whose messages these are, and does all the work that comes of it, an item at a time. */
const removal = (storage: Storage, messages: ReadonlyArray<Message>) =>
  Effect.gen(function*() {
    const { store } = yield* storage.first
    const run = yield* executor(store, 1)
    yield* store.commit([Commit.make({
      puts: [
        ...[organization, profile].map((account) => Commit.put(Accounts, account)),
        ...messages.map((each) => Commit.put(Messages, each)),
        Commit.put(Webhooks, FixedSecrets.kept(webhook)),
        Commit.put(Webhooks, FixedSecrets.kept(clone)),
        Commit.put(ChannelSets, channels),
        Commit.put(ApiKeys, {
          hash: hashKey(key),
          account: profile.id,
          prefix: key.slice(0, 8),
          createdAt: Given.now,
          revokedAt: null
        })
      ],
      due: messages.flatMap((each) => {
        const at = Instant.plus(now, Instant.hour)
        if (each.status === "SCHEDULED" || each.status === "QUEUED") return [DispatchWork.due(each, at)]
        return each.status === "ROUTED" ? [AttemptStep.lineUp(each, each.attempts[0]!, at)] : []
      })
    })])
    yield* run.run(operations["sender_profiles.delete"].decides, {
      caller: { account: organization, keyAccount: organization },
      consulted: undefined,
      path: { id: profile.id },
      query: {},
      body: {}
    })
    let steps = 0
    while (true) {
      const [lease] = yield* Leases.claim(store, { node: "one" as NodeId, offset: 1000, limit: 1, lanes: onlyProfiles })
      if (lease === undefined) break
      yield* run.run(Removal, { lease })
      steps++
    }
    const released = yield* Leases.claim(store, {
      node: "one" as NodeId,
      offset: Instant.day,
      limit: 1000,
      lanes: {
        ...onlyProfiles,
        send: { width: 1000, shared: true },
        submission: { width: 1000, shared: true }
      }
    })
    const deliveries = yield* store.list({ list: "deliveries", scope: webhook.id, offset: 0, limit: 10_000 })
    const cloned = yield* store.list({ list: "deliveries", scope: clone.id, offset: 0, limit: 10_000 })
    const clones = { node: "one" as NodeId, limit: 1, lanes: { clone: { width: 1, shared: false } } }
    const early = yield* Leases.claim(store, { ...clones, offset: Instant.hour - 10 * Instant.minute })
    const [end] = yield* Leases.claim(store, { ...clones, offset: Instant.hour + Instant.minute })
    yield* run.run(RemoveClones, { lease: end! })
    const facts = yield* store.load({
      ...Needs.none,
      uniques: [own, name],
      balances: [organization.id],
      rows: [
        { kind: "account", key: profile.id },
        { kind: "api_key", key: hashKey(key) },
        { kind: "webhook", key: webhook.id },
        { kind: "webhook", key: clone.id },
        ...messages.map(({ id }) => ({ kind: "message", key: id }))
      ]
    })
    const value = (kind: string, key: string) => facts.rows.get({ kind, key })?.row?.value
    return {
      steps,
      released: released.map(({ work }) => work.key),
      account: value("account", profile.id) as Account,
      key: value("api_key", hashKey(key)) as { readonly revokedAt: number | null },
      number: facts.owners.get(uniqueText(own)),
      shortName: facts.owners.get(uniqueText(name)),
      messages: messages.map(({ id }) => value("message", id) as Message),
      told: deliveries.total,
      balance: facts.balances.get(organization.id),
      clone: {
        told: cloned.rows.map((row) => (row.value as Delivery).name),
        endsEarly: early.length > 0,
        left: [webhook, clone].map(({ id }) => value("webhook", id) !== undefined)
      }
    }
  }).pipe(Effect.scoped, Effect.runPromise)

describe.each([...storages("removal"), ["sqlite", sqlite] as const])("the deletion of a profile (%s)", (_, storage) => {
  it(
    "keeps its history, cancels what it holds, in steps, and tells of each [PRF-021]",
    { timeout: 30_000 },
    async () => {
      const count = 2 * Limit.removalBatch + 50
      const before = Array.from({ length: count }, (_, index) => message(index, profile.id, { createdAt: now }))
      const { balance, messages, released, steps, told } = await removal(storage, before)
      expect(steps).toBe(3)
      expect(released).toEqual([])
      expect(told).toBe(before.filter(({ status }) => status !== "DELIVERED").length)
      for (const [index, each] of messages.entries()) {
        const was = before[index]!
        if (was.status === "DELIVERED") {
          expect(each).toEqual(was)
          continue
        }
        // Only what is held is cancelled.
        const lines = was.status === "SCHEDULED" ? ["CANCELLED"] : ["SCHEDULED", "CANCELLED"]
        expect(each).toMatchObject({
          id: was.id,
          status: "CANCELLED",
          history: lines.map((status) => ({ status, reached: true }))
        })
        expect(each.attempts.map(({ charge }) => charge)).toEqual(was.attempts.map(() => "returned"))
      }
      const inLine = before.filter(({ status }) => status === "ROUTED")
      expect(balance).toBe(inLine.length * 89)
    }
  )

  it("leaves to their carriers what these were asked to take", async () => {
    const asked = { token: 1, times: 1 }
    const before = [
      Given.attempt({ handedOver: asked }),
      Given.attempt({ id: Given.attemptId(2), handedOver: { ...asked, token: 0 } }),
      Given.attempt({ id: Given.attemptId(3), report: "SENT", charge: "taken" })
    ].map((attempt, index) =>
      message(index, profile.id, {
        createdAt: now,
        attempts: [attempt],
        status: attempt.report === null ? "ROUTED" : "SENT"
      })
    )
    const { balance, messages, told } = await removal(storage, before)
    expect([messages, told, balance]).toEqual([before, 0, 0])
  })

  it("leaves another account's messages alone, and does not look at what is too old to wait", async () => {
    const old = Array.from(
      { length: 2 * Limit.removalBatch },
      (_, index) => message(index, profile.id, { status: "DELIVERED", createdAt: Given.now })
    )
    const oldest = Limit.longestHold + Limit.expiryHours * Instant.hour
    const { messages, released, steps } = await removal(storage, [
      message(9000, organization.id, { status: "SCHEDULED", createdAt: now }),
      ...old.map((each) => ({ ...each, createdAt: Instant.plus(now, -oldest - 1) }))
    ])
    expect(steps).toBe(1)
    expect(messages[0]!.status).toBe("SCHEDULED")
    expect(released).toEqual([DispatchWork.ref(messages[0]!).key])
  })

  it("tells the clones on it of all that it ends, and these end an hour after that", async () => {
    const before = Array.from({ length: 12 }, (_, index) => message(index, profile.id, { createdAt: now }))
    const { clone } = await removal(storage, before)
    expect(clone.told.toSorted()).toEqual(["channel.deactivated", ...Array(9).fill("message.cancelled")])
    expect(clone.endsEarly).toBe(false)
    expect(clone.left).toEqual([true, false])
  })

  it(
    "gives its numbers back, lets go of its WhatsApp account, stops its rules and its keys [PRF-021, PRF-022, PRF-023, PRF-024]",
    async () => {
      const { account, key, number, shortName } = await removal(storage, [])
      expect(account).toMatchObject({
        ...profile,
        numbers: [],
        channels: [],
        rules: [],
        profile: { ...profile.profile, whatsapp: null, sendingNumber: null },
        updatedAt: expect.any(Number) as number,
        deletedAt: expect.any(Number) as number
      })
      expect(key.revokedAt).toBe(account.deletedAt)
      // Both are free for others.
      expect([number, shortName]).toEqual([null, null])
    }
  )
})
