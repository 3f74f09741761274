/**
 * An erasure goes from step to step without a pause, begins once more after one where something was left, and keeps nothing of
 * whom it has erased (decisions 17.6).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import { put } from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { ErasureId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { EraseStep } from "@signalbox/core/internal/privacy/EraseStep"
import { RecipientErasureWork } from "@signalbox/core/internal/privacy/EraseWork"
import * as NewErasure from "@signalbox/core/internal/privacy/NewErasure"
import type { RecipientErasure } from "@signalbox/core/internal/row/RecipientErasure"
import { RecipientErasures } from "@signalbox/core/internal/row/RecipientErasure"
import * as Limit from "@signalbox/core/Limit"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import { Store, StoreError } from "@signalbox/core/Store"
import { Traces } from "@signalbox/core/Traces"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import { decided, gathered, held, told } from "../Decided.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const erasure = (parts: Partial<RecipientErasure> = {}): RecipientErasure => ({
  id: "e7a5e000-0000-7000-8000-000000000001" as ErasureId,
  account: Given.accountId(1),
  phone: Given.phone(1),
  pseudonym: "pseudonym",
  status: "running",
  step: 0,
  after: "",
  messages: 3,
  requestedAt: Given.now,
  ...parts
})

const now = Instant.plus(Given.now, Instant.minute)
const later = Instant.plus(now, Limit.recipientErasure.pause)

/** Returns the erasure and when it goes on, after a step in which nothing was found up to `next`. */
const stepped = (before: RecipientErasure, said: { readonly next: string | null } | null) => {
  const store = new FactStore([put(RecipientErasures, before)])
  const lease = store.hold(RecipientErasureWork.due(before.id, before.account, now))
  const answer = said === null ? null : { keys: [], ...said }
  store.run(EraseStep, { lease, said: answer }, now, Given.ids())
  return [store.get(RecipientErasures, before.id), [...store.work.values()].map(({ at }) => at)]
}

const last = 9

it("a step goes on behind what it has found, and the next one follows without a pause", () => {
  for (let step = 0; step <= last; step++) {
    const found = stepped(erasure({ step }), { next: "key" })
    expect(found).toStrictEqual([erasure({ step, after: "key" }), [now]])
    if (step === last) continue
    expect(stepped(erasure({ step, after: "key" }), { next: null })).toStrictEqual([erasure({ step: step + 1 }), [now]])
  }
})

it("the last step ends it, or has it begin once more after a pause where something was left", () => {
  const { phone: _, pseudonym: __, ...bare } = erasure()
  const completed = { ...bare, status: "completed", step: last, completedAt: now }
  expect(stepped(erasure({ step: last, after: "key" }), { next: null })).toStrictEqual([completed, []])
  const again = erasure({ step: last, after: "key", isAgain: true })
  expect(stepped(again, { next: null })).toStrictEqual([erasure(), [later]])
})

it("a store that is away is asked again after a pause, and one that is over does nothing any more", () => {
  expect(stepped(erasure({ step: 2, after: "key" }), null)).toStrictEqual([erasure({ step: 2, after: "key" }), [later]])
  const { phone: _, pseudonym: __, ...over } = erasure({ status: "completed", step: last, completedAt: Given.now })
  expect(stepped(over, { next: "key" })).toStrictEqual([over, []])
  expect(stepped(erasure({ step: last + 1 }), { next: "key" })).toStrictEqual([erasure({ step: last + 1 }), []])
})

it("one that begins takes the first step now, and is not begun again while it runs", () => {
  const subject = { account: Given.accountId(1), phone: Given.phone(1) }
  const begun = (...rows: ReadonlyArray<RecipientErasure>) => {
    const facts = gathered(rows.map((each) => put(RecipientErasures, each)), () => NewErasure.needs(subject))
    const [answer, ...parts] = NewErasure.begin(subject, { facts, now, ids: Given.ids() })
    return [answer, ...parts.map(told)]
  }
  const ids = Given.ids()
  const made = erasure({
    id: ids.id(now) as ErasureId,
    pseudonym: ids.uuid(),
    messages: 0,
    requestedAt: now
  })
  expect(begun()).toStrictEqual([made, {
    puts: [made],
    deletes: [],
    expects: [],
    due: [[`recipient_erasure ${made.id}`, now - Given.now]],
    cancels: [],
    completes: []
  }])
  expect(begun(erasure())).toStrictEqual([erasure()])
  const { phone: _, ...over } = erasure({ status: "completed" })
  expect(begun(over)).toHaveLength(2)
})

it("a step counts the messages that are gone, remembers that one could not go, and is taken again after what was cancelled", () => {
  const owner = put(Accounts, Given.account({ numbers: [] }))
  const taken = (...messages: ReadonlyArray<Message>) => {
    const lease = held(RecipientErasureWork.due(erasure().id, erasure().account, now))
    const { due, expects, puts } = decided(
      EraseStep,
      { lease, said: { keys: messages.map(({ id }) => id), next: null } },
      [owner, put(RecipientErasures, erasure()), ...messages.map((each) => put(Messages, each))],
      now
    )
    return [
      puts.filter((value) => "requestedAt" in value),
      due.filter(([item]) => item.startsWith("recipient")),
      expects
    ]
  }
  const own = `recipient_erasure ${erasure().id}`
  const over = Given.message({ status: "DELIVERED" })
  const asked = Given.message({ id: Given.messageId(2), status: "SENT", attempts: [Given.attempt()] })
  const next = [[own, now - Given.now]]
  expect(taken(over, asked)).toStrictEqual([
    [erasure({ step: 1, messages: 4, isAgain: true })],
    next,
    [`message ${over.id} 3`, `${own} 2`]
  ])
  expect(taken(over)).toStrictEqual([[erasure({ step: 1, messages: 4 })], next, [`message ${over.id} 3`, `${own} 2`]])
  const waiting = Given.message({ id: Given.messageId(3), status: "SCHEDULED" })
  expect(taken(over, waiting).slice(0, 2)).toStrictEqual([[erasure()], next])
})

it("a step whose rows nobody can look for is taken again after a pause, as often as it takes, and the log says so", async () => {
  const lines: Array<unknown> = []
  const quoting = Object.assign(new Error(`no answer about ${Given.phone(1)}`), { detail: Given.phone(1) })
  const away = Effect.fail(new StoreError({ reason: "unavailable", cause: quoting }))
  const port: Traces = { find: () => away, clear: () => away, forgetUsage: () => away }
  const found = await Bench.run(
    Bench.layer({ storage: Layer.merge(MemoryStore.layerStore, Layer.succeed(Traces, port)) }).pipe(
      Layer.provideMerge(Logger.layer([Logger.map(Logger.formatStructured, ({ level, message }) => {
        lines.push([level, message])
      })]))
    ),
    Effect.gen(function*() {
      const store = yield* Store
      const before = erasure()
      const due = RecipientErasureWork.due(before.id, before.account, Given.now)
      yield* store.commit([Commit.make({ puts: [put(RecipientErasures, before)], due: [due] })])
      yield* Bench.travel(Instant.plus(Given.now, 2 * Limit.recipientErasure.pause))
      yield* Bench.idle
      const executor = yield* Executor
      const facts = yield* executor.read(() => Needs.row(RecipientErasures, before.id))
      return Facts.get(facts, RecipientErasures, before.id)
    })
  )
  expect(found).toStrictEqual(erasure())
  // Whom it looks for does not stand in the log.
  const line = [
    "WARN",
    ["cannot look for what names a person", "StoreError: the store is unavailable: no answer about ***"]
  ]
  expect(lines).toStrictEqual([line, line, line])
})
