/**
 * Random histories of templates against the model: what two accounts ask, what a reviewer says, what webhooks hear. On
 * both stores.
 */
import type { TemplateId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Assessment from "@signalbox/core/internal/template/Assessment"
import * as Review from "@signalbox/core/internal/template/Review"
import { ReviewWork } from "@signalbox/core/internal/template/ReviewWork"
import type { JsonObject } from "@signalbox/core/Json"
import type { ChannelVerdicts, Verdict } from "@signalbox/core/Reviewer"
import type { Lease } from "@signalbox/core/Work"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import * as Given from "../core/Given.ts"
import * as Matrix from "../http/Matrix.ts"
import { storages } from "../stores/Nodes.ts"
import type { Channel, Entry, Outcome, Wish } from "./TemplateModel.ts"
import { categories, channels, languages, names, outcomes, pool, statuses, TemplateModel } from "./TemplateModel.ts"
import type { Answer, Subject } from "./TemplateSubject.ts"
import * as Subjects from "./TemplateSubject.ts"

type Command =
  | { readonly _tag: "Create"; readonly account: number; readonly wish: Wish }
  | { readonly _tag: "Update"; readonly account: number; readonly which: number; readonly wish: Wish }
  | { readonly _tag: "Delete"; readonly account: number; readonly which: number }
  | { readonly _tag: "Get"; readonly account: number; readonly which: number }
  | { readonly _tag: "List"; readonly account: number; readonly query: Readonly<Record<string, string>> }
  /** All reviews that are due end so, or are put off. */
  | { readonly _tag: "Review"; readonly whole: Said | null; readonly legs: { readonly [On in Channel]?: Said } }
  | { readonly _tag: "Assess"; readonly which: number; readonly outcome: Outcome; readonly channel: Channel | null }

type Said = "approve" | "reject"

const account = fc.constantFrom(0, 0, 0, 1)
const which = fc.nat({ max: 30 })
const maybe = <A>(arbitrary: fc.Arbitrary<A>) => fc.oneof(arbitrary, fc.constant(null))
const said = fc.constantFrom<Said>("approve", "reject")

const wish: fc.Arbitrary<Wish> = fc.record({
  name: maybe(fc.constantFrom(...names)),
  definition: maybe(fc.nat({ max: pool.length - 1 })),
  category: maybe(fc.constantFrom(...categories)),
  language: maybe(fc.constantFrom(...languages)),
  submit: fc.boolean()
}, { requiredKeys: [] })

const query = fc.record({
  search: fc.constantFrom("", "PARCEL", "sale", "picture", "auto_reply", "nowhere"),
  status: fc.constantFrom("", ...statuses),
  category: fc.constantFrom("", ...categories),
  page: fc.constantFrom("1", "2"),
  page_size: fc.constantFrom("2", "100")
}, { requiredKeys: [] })

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Create" as const), account, wish }) },
  { weight: 6, arbitrary: fc.record({ _tag: fc.constant("Update" as const), account, which, wish }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Delete" as const), account, which }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Get" as const), account, which }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("List" as const), account, query }) },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constant("Review" as const),
      whole: maybe(said),
      legs: fc.record({ sms: said, whatsapp: said, mms: said }, { requiredKeys: [] })
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("Assess" as const),
      which,
      outcome: fc.constantFrom(...outcomes),
      channel: maybe(fc.constantFrom(...channels))
    })
  }
)

const verdict = (outcome: Said): Verdict =>
  outcome === "approve" ? { _tag: "Approved" } : { _tag: "Rejected", reason: "too loud" }

/**
 * Returns the text that a search looks through. No search is for the words of an automatic reply, which no text gives.
 */
const text = ({ definition, name }: Entry): string => {
  const bodies: ReadonlyArray<{ readonly template: string }> = definition === null
    ? []
    : Object.values(pool[definition]!.definition.body)
  return [name, ...bodies.map(({ template }) => template)].join("\n").toLowerCase()
}

const matches = (query: Readonly<Record<string, string>>) => (entry: Entry): boolean =>
  ((query["status"] ?? "") === "" || entry.status === query["status"]) &&
  ((query["category"] ?? "") === "" || entry.category === query["category"]) &&
  text(entry).includes((query["search"] ?? "").toLowerCase())

class History {
  readonly model = new TemplateModel(2)
  private readonly ids = new Map<Entry, string>()
  /** Those that are gone included. */
  private readonly all: Array<Entry> = []
  private readonly subject: Subject

  constructor(subject: Subject) {
    this.subject = subject
  }

  private id(entry: Entry): string {
    return this.ids.get(entry)!
  }

  private pick(which: number): Entry {
    return this.all[which % this.all.length]!
  }

  /** Returns an entry as the API shows it. */
  private shown(entry: Entry): object {
    return {
      id: this.id(entry),
      customer_id: Given.accountId(entry.account + 1),
      name: entry.name,
      category: entry.category,
      language: entry.language,
      status: entry.status,
      channels: this.model.channelsOf(entry),
      variables: [],
      is_published: entry.status === "APPROVED",
      ...entry.isAutomatic ? { auto_reply_action: expect.any(String) as string } : {},
      definition: entry.definition === null
        ? expect.any(Object) as object
        : { definitionVersion: "1.0", ...pool[entry.definition]!.definition },
      created_at: expect.any(String) as string,
      updated_at: entry.isUpdated ? expect.any(String) as string : null
    }
  }

  private expect(answer: Answer, code: string | null, status: number, entry: Entry | null): void {
    expect(answer.code).toBe(code)
    if (code !== null) return
    expect(answer.status).toBe(status)
    if (entry !== null) expect(answer.data).toStrictEqual(this.shown(entry))
  }

  readonly begin = Effect.fnUntraced(function*(this: History) {
    for (const account of [0, 1]) {
      const { data } = yield* this.subject.ask("templates.list", account, {})
      const found = data!["templates"] as ReadonlyArray<JsonObject>
      for (const entry of this.model.of(account)) {
        this.ids.set(entry, String(found.find(({ name }) => name === entry.name)!["id"]))
        this.all.push(entry)
      }
    }
  })

  private body({ definition, submit, ...rest }: Wish): JsonObject {
    return {
      ...rest,
      ...definition === undefined ? {} : { definition: definition === null ? null : pool[definition]!.definition },
      ...submit === undefined ? {} : { submit_for_review: submit }
    }
  }

  /** Whatever is in review is due to be reviewed, and nothing else. */
  private isDue(leases: ReadonlyArray<Lease>): void {
    const pending = this.model.entries.filter(({ status }) => status === "PENDING").map((entry) => this.id(entry))
    expect(leases.map((lease) => ReviewWork.target(lease).template).toSorted()).toEqual(pending.toSorted())
  }

  private readonly review = Effect.fnUntraced(function*(
    this: History,
    { legs, whole }: Extract<Command, { readonly _tag: "Review" }>
  ) {
    const leases = yield* this.subject.due
    const pending = this.model.entries.filter(({ status }) => status === "PENDING")
    this.isDue(leases)
    const now = yield* Instant.now
    const verdicts = Object.fromEntries(
      Object.entries(legs).map(([on, said]) => [on, verdict(said)])
    ) as ChannelVerdicts
    for (const lease of leases) {
      yield* this.subject.executor.run(Review.Review, {
        lease,
        review: {
          channels: verdicts,
          ...(whole === null ? { _tag: "Undecided" as const, askAgainAt: now } : verdict(whole))
        }
      })
    }
    for (const entry of pending) {
      for (const [on, said] of Object.entries(legs)) this.model.assess(entry, said, on as Channel)
      if (whole !== null) this.model.assess(entry, whole, null)
    }
  })

  readonly run = Effect.fnUntraced(function*(this: History, command: Command) {
    const { ask } = this.subject
    switch (command._tag) {
      case "Create": {
        const { account, wish } = command
        const { definition, name: _, ...rest } = wish
        const answer = yield* ask("templates.create", account, {
          body: this.body({ ...rest, definition: definition ?? 0 })
        })
        const entry = this.model.create(account, wish)
        this.ids.set(entry, String(answer.data?.["id"]))
        this.all.push(entry)
        return this.expect(answer, null, 201, entry)
      }
      case "Update": {
        const entry = this.pick(command.which)
        const asked = { path: { id: this.id(entry) }, body: this.body(command.wish) }
        const answer = yield* ask("templates.update", command.account, asked)
        return this.expect(answer, this.model.update(command.account, entry, command.wish), 200, entry)
      }
      case "Delete": {
        const entry = this.pick(command.which)
        const answer = yield* ask("templates.delete", command.account, { path: { id: this.id(entry) } })
        return this.expect(answer, this.model.delete(command.account, entry), 204, null)
      }
      case "Get": {
        const entry = this.pick(command.which)
        const answer = yield* ask("templates.get", command.account, { path: { id: this.id(entry) } })
        const isThere = this.model.of(command.account).includes(entry)
        return this.expect(answer, isThere ? null : "RESOURCE_002", 200, entry)
      }
      case "List":
        return yield* this.list(command.account, command.query)
      case "Review":
        return yield* this.review(command)
      case "Assess": {
        const { channel, outcome } = command
        const entry = this.pick(command.which)
        const template = this.id(entry) as TemplateId
        const asked = { template, channel, outcome, reason: "because" }
        const { answer } = yield* this.subject.executor.run(Assessment.Assess, asked)
        expect(answer._tag === "Changed").toBe(this.model.assess(entry, outcome, channel))
        return
      }
    }
  })

  private readonly list = Effect.fnUntraced(function*(
    this: History,
    account: number,
    query: Readonly<Record<string, string>>
  ) {
    const { page, page_size, ...filters } = query
    const [at, size] = [Number(page ?? 1), Number(page_size ?? 20)]
    // As HTTP reads them from the query.
    const numbers = { ...page === undefined ? {} : { page: at }, ...page_size === undefined ? {} : { page_size: size } }
    const answer = yield* this.subject.ask("templates.list", account, { query: { ...filters, ...numbers } })
    const found = this.model.of(account).filter(matches(query))
    expect(answer.data).toStrictEqual({
      templates: found.slice((at - 1) * size, at * size).map((entry) => this.shown(entry)),
      pagination: expect.objectContaining({ page: at, page_size: size, total_count: found.length }) as object
    })
  })

  /** All that is left, all that was told, and all that is still to be reviewed. */
  readonly end = Effect.fnUntraced(function*(this: History) {
    for (const account of [0, 1]) yield* this.list(account, { page_size: "100" })
    const numbers = new Map([...this.ids].map(([{ number }, id]) => [id, number]))
    const told = (yield* this.subject.told).map((body) => {
      const { payload } = JSON.parse(body) as {
        readonly payload: { readonly template_id: string; readonly channel?: string; readonly status: string }
      }
      return `${numbers.get(payload.template_id)} ${payload.channel ?? "-"} ${payload.status}`
    })
    expect(told.toSorted()).toEqual(this.model.told.toSorted())
    this.isDue(yield* this.subject.due)
  })
}

const runs: Readonly<Record<string, number>> = { memory: Matrix.searched(300, 0.5), postgres: Matrix.searched(30, 0.5) }

describe.each(Matrix.storages(storages("template_histories")))("on %s", (name, storage) => {
  propWith({ runs: runs[name]!, timeout: 60_000 })(
    "templates do as the model says [TPL-007, TPL-008, TPL-011, TPL-013, TPL-014, TPL-083, TPL-084, TPL-085, TPL-086, EVT-052]",
    fc.array(command, { minLength: 1, maxLength: 40, size: "max" }),
    fc.nat({ max: 1000 }),
    (commands, seed) =>
      Effect.gen(function*() {
        const history = new History(yield* Subjects.make(yield* storage.first, 2, seed))
        yield* history.begin()
        for (const each of commands) yield* history.run(each)
        yield* history.end()
      }).pipe(Effect.scoped, Effect.runPromise)
  )
})
