/**
 * Two nodes that change templates at the same time, or one of them and a reviewer. Both have loaded what they decide by
 * before either may commit, so neither sees what the other does.
 */
import { Accounts } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import type { Definition } from "@signalbox/core/Definition"
import type { ExecutionError, Executor } from "@signalbox/core/Executor"
import type { NodeId, TemplateId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Assessment from "@signalbox/core/internal/template/Assessment"
import * as Review from "@signalbox/core/internal/template/Review"
import { laneTerms } from "@signalbox/core/Jobs"
import type { Store } from "@signalbox/core/Store"
import type { Template } from "@signalbox/core/Template"
import type * as TemplateState from "@signalbox/core/TemplateState"
import type { Lease } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Leases from "../stores/Leases.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, gate, storages } from "../stores/Nodes.ts"

const account = Given.account()
const common = { caller: { account, keyAccount: account }, consulted: undefined, query: {} }

type Run = (executor: Executor["Service"]) => Effect.Effect<unknown, ExecutionError>

const using = <Command>(use: Decision<Command, unknown>, command: Command): Run => (executor) =>
  executor.run(use, command)

const text = (template: string): Definition => ({ body: { multiChannel: { template } } })

const create = (template: string, submit_for_review = false): Run =>
  using(operations["templates.create"].decides, {
    ...common,
    path: {},
    body: { definition: text(template), submit_for_review }
  })

type Body = Parameters<typeof operations["templates.update"]["decides"]["needs"]>[0]["body"]

const update = (id: TemplateId, body: Body): Run =>
  using(operations["templates.update"].decides, { ...common, path: { id }, body })

const remove = (id: TemplateId): Run =>
  using(operations["templates.delete"].decides, { ...common, path: { id }, body: {} })

const assess = (template: TemplateId, outcome: TemplateState.ReviewOutcome): Run =>
  using(Assessment.Assess, { template, outcome, channel: null, reason: "too loud" })

const reviewed = (lease: Lease): Run => using(Review.Review, { lease, review: { _tag: "Approved" } })

const node = "reviewing" as NodeId

/** The templates that are there before, and the reviews that are due. */
interface Scene {
  readonly ids: ReadonlyArray<TemplateId>
  readonly leases: ReadonlyArray<Lease>
}

const claimAt = (store: Store["Service"], node: NodeId, now: Instant.Instant) =>
  Effect.flatMap(store.now, (at) => Leases.claim(store, { node, offset: now - at + 1000, limit: 10, lanes: laneTerms }))

/** Runs two at the same time after what is there first, and returns how each of them ended and what there is then. */
const race = (storage: Storage, before: ReadonlyArray<Run>, runs: (scene: Scene) => readonly [Run, Run]) =>
  Effect.gen(function*() {
    const one = yield* storage.first
    const two = yield* storage.another(one)
    yield* one.store.commit([Commit.make({ puts: [Commit.put(Accounts, account)] })])
    const first = yield* executor(one.store, 1)
    const ids = yield* Effect.forEach(
      before,
      (run) =>
        Effect.map(run(first), (decided) => (decided as { readonly answer: { readonly id: TemplateId } }).answer.id)
    )
    const now = yield* Instant.now
    const leases = yield* claimAt(one.store, node, now)
    const through = gate(2)
    const [left, right] = runs({ ids, leases })
    const ends = yield* Effect.all([
      Effect.flatMap(executor(through(one.store), 2), (run) => Effect.result(left(run))),
      Effect.flatMap(executor(through(two.store), 3), (run) => Effect.result(right(run)))
    ], { concurrency: 2 })
    const { rows } = yield* one.store.list({ list: "templates", scope: account.id, offset: 0, limit: 10 })
    const after = yield* claimAt(one.store, node, yield* Instant.now)
    // Whoever creates one more is told the name that is free.
    const last = yield* create("Is it free")(yield* executor(one.store, 4))
    return {
      ends: ends.map((end) =>
        Result.isSuccess(end) ? "done" : end.failure._tag === "Refused" ? end.failure.code : end.failure._tag
      ),
      templates: rows.map((row) => row.value as Template),
      due: after.map(({ work }) => work.key),
      free: (last as { readonly answer: { readonly name: string } }).answer.name
    }
  }).pipe(Effect.scoped, Effect.runPromise)

const names = (templates: ReadonlyArray<Template>) => templates.map(({ name }) => name).toSorted()

describe.each(storages("template_races"))("two nodes at the same time (%s)", (_, storage) => {
  it("give one of two templates a name [TPL-011]", async () => {
    const { ends, templates } = await race(storage, [create("One"), create("Two")], ({ ids: [one, two] }) => [
      update(one!, { name: "same" }),
      update(two!, { name: "same" })
    ])
    expect(ends.toSorted()).toEqual(["RESOURCE_007", "done"])
    expect(templates.filter(({ name }) => name === "same")).toHaveLength(1)
  })

  it("give a name that a new template would have", async () => {
    const { ends, templates } = await race(storage, [create("One")], ({ ids: [one] }) => [
      update(one!, { name: "two" }),
      create("Two")
    ])
    expect(ends[1]).toBe("done")
    expect([["one", "two"], ["two", "two_2"]]).toContainEqual(names(templates))
    expect(ends[0]).toBe(names(templates).includes("one") ? "RESOURCE_007" : "done")
  })

  it("lose nothing of two changes of one template", async () => {
    const { ends, templates } = await race(storage, [create("One")], ({ ids: [one] }) => [
      update(one!, { definition: text("Other"), language: "nl" }),
      update(one!, { name: "renamed", category: "MARKETING" })
    ])
    expect(ends).toEqual(["done", "done"])
    expect(templates).toMatchObject([{ name: "renamed", category: "MARKETING", language: "nl", revision: 3 }])
    expect(templates[0]?.definition.body).toEqual(text("Other").body)
  })

  it("hand in for review what is there, and nothing that comes later [TPL-083, TPL-086]", async () => {
    const { due, ends, templates } = await race(storage, [create("One")], ({ ids: [one] }) => [
      update(one!, { definition: text("Other") }),
      update(one!, { submit_for_review: true })
    ])
    const [template] = templates
    expect(ends[1]).toBe("done")
    // Once it is handed in it is frozen.
    expect([ends[0], template?.definition.body.multiChannel?.template]).toBeOneOf([["done", "Other"], [
      "CONFLICT_006",
      "One"
    ]])
    expect(template?.status).toBe("PENDING")
    expect(due).toContain(`${template?.id}/${template?.revision}`)
  })

  it("change what is being paused, which then is a draft", async () => {
    const approved: Run = (executor) =>
      Effect.gen(function*() {
        const made = yield* create("One", true)(executor)
        yield* assess((made as { readonly answer: { readonly id: TemplateId } }).answer.id, "approve")(executor)
        return made
      })
    const { ends, templates } = await race(storage, [approved], ({ ids: [one] }) => [
      update(one!, { definition: text("Other") }),
      assess(one!, "pause")
    ])
    expect(ends).toEqual(["done", "done"])
    expect(templates).toMatchObject([{ status: "DRAFT", revision: 2 }])
    expect(templates[0]).not.toHaveProperty("channelStatuses")
  })

  it("rename what is being approved, and lose neither", async () => {
    const { ends, free, templates } = await race(
      storage,
      [create("Is it free", true)],
      ({ ids: [one], leases: [lease] }) => [update(one!, { name: "renamed" }), reviewed(lease!)]
    )
    expect(ends).toEqual(["done", "done"])
    expect(templates).toMatchObject([{ name: "renamed", status: "APPROVED" }])
    expect(free).toBe("is_it_free")
  })

  it("hand a template in for review once", async () => {
    const { ends, templates } = await race(storage, [create("One")], ({ ids: [one] }) => [
      update(one!, { submit_for_review: true }),
      update(one!, { submit_for_review: true })
    ])
    expect(ends).toEqual(["done", "done"])
    expect(templates).toMatchObject([{ status: "PENDING", revision: 1 }])
  })

  it("delete a template once, and never bring it back [TPL-093]", async () => {
    const twice = await race(storage, [create("Is it free")], ({ ids: [one] }) => [remove(one!), remove(one!)])
    expect(twice.ends.toSorted()).toEqual(["RESOURCE_002", "done"])
    const changed = await race(storage, [create("One")], ({ ids: [one] }) => [
      remove(one!),
      update(one!, { name: "is_it_free", definition: text("Other"), submit_for_review: true })
    ])
    expect(changed.ends[0]).toBe("done")
    expect(["RESOURCE_002", "done"]).toContain(changed.ends[1])
    const approved = await race(storage, [create("Is it free", true)], ({ ids: [one], leases: [lease] }) => [
      remove(one!),
      reviewed(lease!)
    ])
    // The review that is withdrawn is nobody's any more.
    expect(approved.ends[0]).toBe("done")
    expect(["LeaseLost", "done"]).toContain(approved.ends[1])
    for (const { free, templates } of [twice, changed, approved]) {
      expect([templates, free]).toEqual([[], "is_it_free"])
    }
  })
})
