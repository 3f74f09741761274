/**
 * A page of the list of messages looks at 10,000 messages, and then it goes on with its cursor.
 */
import { ListMessages } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { plus } from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/Limit"
import { Messages } from "@signalbox/core/Message"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const engine = Service.engineLayer.pipe(
  Layer.provideMerge(MemoryStore.layerStore),
  Layer.provide(FixedSecrets.layer),
  Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
)

const account = Given.account()

type Query = Parameters<typeof ListMessages.decides.needs>[0]["query"]

const list = (query: Query) =>
  Effect.flatMap(Executor, (executor) =>
    executor.run(ListMessages.decides, {
      path: {},
      query,
      body: {},
      caller: { account, keyAccount: account },
      consulted: undefined
    }))

describe("a page of the list of messages", () => {
  it("looks at 10,000 messages, and its cursor goes on however few it has found [XMS-036]", () =>
    Effect.gen(function*() {
      const store = yield* Store
      const count = Limit.messagesLookedAt * 2 + 7
      // The oldest one and one in the middle are queued: they are on their way, as the others are.
      const queued = [0, Limit.messagesLookedAt]
      const puts = Array.from({ length: count }, (_, index) =>
        Commit.put(
          Messages,
          Given.message({
            id: Given.messageId(index),
            createdAt: plus(Given.now, index),
            status: queued.includes(index) ? "QUEUED" : "SENT"
          })
        ))
      yield* store.commit([Commit.make({ puts })])
      const sizes: Array<number> = []
      const found: Array<string> = []
      for (let after: string | null | undefined; after !== null;) {
        const { answer } = yield* list({ status: "QUEUED", ...(after === undefined ? {} : { after }) })
        sizes.push(answer.messages.length)
        found.push(...answer.messages.map(({ id }) => id))
        after = answer.pagination.cursors.after
        expect(answer.pagination).toMatchObject({ total_count: 0, has_more: after !== null })
      }
      expect(sizes).toEqual([0, 1, 1])
      expect(found).toEqual(queued.toReversed().map(Given.messageId))
      const { answer: all } = yield* list({ page_size: 100 })
      expect(all.pagination).toMatchObject({ total_count: Limit.messagesLookedAt, total_pages: 100, has_more: true })
      const { answer: sent } = yield* list({ status: "SENT", page: 2, page_size: 1 })
      expect(sent.pagination).toMatchObject({ total_count: Limit.messagesLookedAt, page: 2 })
      expect(sent.messages.map(({ id }) => id)).toEqual([Given.messageId(count - 2)])
    }).pipe(Effect.provide(engine), Effect.scoped, Effect.runPromise))
})
