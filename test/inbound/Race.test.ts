/**
 * Two nodes that take in what one contact writes, or that give one number away, at the same time. Both have loaded
 * what they decide by before either may commit.
 */
import type { Executor } from "@signalbox/core/Executor"
import type { CarrierId } from "@signalbox/core/Id"
import type { CreateAccountAnswer } from "@signalbox/core/internal/account/CreateAccount"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import type { Answer, Command } from "@signalbox/core/internal/inbound/Receive"
import { Receive } from "@signalbox/core/internal/inbound/Receive"
import type { Message } from "@signalbox/core/Message"
import * as Money from "@signalbox/core/Money"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, gate, storages } from "../stores/Nodes.ts"

type Run<A> = (executor: Executor["Service"]) => Effect.Effect<A, unknown>

const [mine, others] = [Given.account(), Given.account({ id: Given.accountId(2) })]

const create = (account: typeof mine): Run<CreateAccountAnswer> => (executor) =>
  Effect.map(
    executor.run(CreateAccount, { account, apiKeys: [], balance: Money.zero }),
    ({ answer }) => answer
  )

const receive = (parts: Partial<Command> = {}): Run<Answer> => (executor) =>
  Effect.map(
    executor.run(Receive, {
      carrier: "sms-a" as CarrierId,
      reference: "in-1",
      channel: "sms",
      from: Given.phone(1),
      to: { _tag: "Number", number: Given.phone(9000) },
      text: "Hello",
      media: [],
      ...parts
    }),
    ({ answer }) => answer
  )

/**
 * Runs two at the same time after what stands before, and returns what each was answered and what the accounts have
 * then.
 */
const race = <A>(storage: Storage, before: ReadonlyArray<Run<unknown>>, left: Run<A>, right: Run<A>) =>
  Effect.gen(function*() {
    const one = yield* storage.first
    const two = yield* storage.another(one)
    const alone = yield* executor(one.store, 1)
    yield* Effect.forEach(before, (run) => run(alone))
    const through = gate(2)
    const answers = yield* Effect.all([
      Effect.flatMap(executor(through(one.store), 2), left),
      Effect.flatMap(executor(through(two.store), 3), right)
    ], { concurrency: 2 })
    const rows = (list: "messages" | "contacts", scope: string) =>
      Effect.map(one.store.list({ list, scope, offset: 0, limit: 10 }), ({ rows }) => rows.map(({ value }) => value))
    return {
      answers,
      messages: (yield* rows("messages", mine.id)) as ReadonlyArray<Message>,
      contacts: yield* rows("contacts", mine.id)
    }
  }).pipe(Effect.scoped, Effect.runPromise)

const tags = (answers: ReadonlyArray<Answer>) => answers.map(({ _tag }) => _tag).toSorted()

describe.each(storages("inbound"))("two nodes at the same time (%s)", (_, storage) => {
  it("keep one message that its carrier brings to both", async () => {
    const { answers, contacts, messages } = await race(storage, [create(mine)], receive(), receive())
    expect(tags(answers)).toEqual(["Received", "Repeated"])
    expect(new Set(answers.map((answer) => answer._tag === "UnknownNumber" ? null : answer.message)).size).toBe(1)
    expect(messages).toHaveLength(1)
    expect(contacts).toHaveLength(1)
  })

  it("make one contact of two messages, and lose neither", async () => {
    const { answers, contacts, messages } = await race(
      storage,
      [create(mine)],
      receive({ channel: "whatsapp" }),
      receive({ reference: "in-2", channel: "rcs" })
    )
    expect(tags(answers)).toEqual(["Received", "Received"])
    expect(messages).toHaveLength(2)
    expect(new Set(messages.map(({ contact }) => contact)).size).toBe(1)
    expect(contacts).toHaveLength(1)
  })

  it("keep one message of a name, whoever it is from", async () => {
    const { answers, messages } = await race(storage, [create(mine)], receive(), receive({ from: Given.phone(2) }))
    expect(tags(answers)).toEqual(["Received", "Repeated"])
    expect(messages).toHaveLength(1)
  })

  it("make two accounts that list one number, and the first to be kept holds it", () =>
    Effect.gen(function*() {
      const one = yield* storage.first
      const two = yield* storage.another(one)
      const [loaded, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const waiting: typeof one.store = {
        ...one.store,
        commit: (batch) =>
          Deferred.succeed(loaded, undefined).pipe(
            Effect.andThen(Deferred.await(go)),
            Effect.andThen(one.store.commit(batch))
          )
      }
      const late = yield* Effect.forkChild(Effect.flatMap(executor(waiting, 2), create(mine)))
      yield* Deferred.await(loaded)
      const early = yield* executor(two.store, 3)
      expect(yield* create(others)(early)).toBe("Created")
      yield* Deferred.succeed(go, undefined)
      expect(yield* Fiber.join(late)).toBe("Created")
      const answer = yield* receive()(early)
      const { rows } = yield* one.store.list({ list: "messages", scope: others.id, offset: 0, limit: 10 })
      expect([answer]).toEqual(rows.map(({ key }) => ({ _tag: "Received", message: key })))
    }).pipe(Effect.scoped, Effect.runPromise))
})
