/**
 * Accounts that have something of everything that a store keeps, related as the service relates it.
 */
import type { Count, Debit } from "@signalbox/core/Commit"
import { put } from "@signalbox/core/Commit"
import type { Document } from "@signalbox/core/Documents"
import { deliveryId } from "@signalbox/core/Fanout"
import type {
  AccountId,
  AuditEntryId,
  ConsentRecordId,
  ContactId,
  ErasureId,
  EventId,
  MessageId,
  TemplateId,
  UserId,
  VerificationId,
  WebhookId
} from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Belongings from "@signalbox/core/internal/cells/Belongings"
import { FanoutWork } from "@signalbox/core/internal/delivery/FanoutWork"
import * as ReferenceKeys from "@signalbox/core/internal/privacy/ReferenceKeys"
import { workKinds } from "@signalbox/core/Jobs"
import type { Kind } from "@signalbox/core/Kind"
import * as Money from "@signalbox/core/Money"
import type { KindName, Row, Value } from "@signalbox/core/Row"
import { kinds } from "@signalbox/core/Row"
import type { Usage } from "@signalbox/core/Usage"
import type { Due, Lane } from "@signalbox/core/Work"
import * as Rows from "@signalbox/testing/generate/Rows"
import * as fc from "fast-check"

/** All that belongs to one account. */
export interface Furnished {
  readonly account: AccountId
  readonly rows: ReadonlyArray<Row>
  readonly due: ReadonlyArray<Due>
  readonly debits: ReadonlyArray<Debit>
  readonly counts: ReadonlyArray<Count>
  readonly tallies: ReadonlyArray<Usage>
  /** The keys of requests that have their answer. */
  readonly answers: ReadonlyArray<string>
  readonly documents: ReadonlyArray<Document>
}

const rowOf = <Name extends KindName>(name: Name, value: Value<Name>): Row =>
  put(kinds[name] as Kind<KindName, Row["value"]>, value as Row["value"])

/** Draws by chance, and makes ids that nothing else has. */
export class Furnisher {
  private number = 0
  private readonly seed: number

  constructor(seed: number) {
    this.seed = seed
  }

  draw<A>(from: fc.Arbitrary<A>): A {
    return fc.sample(from, { seed: this.seed * 7919 + this.number++, numRuns: 1 })[0]!
  }

  id<Id extends string>(): Id {
    const text = `${(this.seed >>> 0).toString(16).padStart(7, "0")}${(this.number++).toString(16).padStart(8, "0")}`
    return `01900000-0000-7000-8${text.slice(0, 3)}-${text.slice(3, 15)}` as string as Id
  }

  times<A>(most: number, make: (index: number) => A): ReadonlyArray<A> {
    return Array.from({ length: this.draw(fc.nat({ max: most })) }, (_, index) => make(index))
  }

  value<Name extends KindName>(name: Name): Value<Name> {
    return this.draw(Rows.values[name] as fc.Arbitrary<Value<Name>>)
  }

  private webhooks(account: AccountId): ReadonlyArray<Row> {
    return this.times(4, (): ReadonlyArray<Row> => {
      const id = this.id<WebhookId>()
      const { deletedAt: _, parent: __, ...webhook } = this.value("webhook")
      const at = webhook.createdAt
      const deleted = rowOf("deleted_webhook", { id, account, at })
      const endpoint = rowOf("endpoint", { ...this.value("endpoint"), webhook: id })
      const redaction = rowOf("redaction", { account, webhook: id })
      const own = { ...webhook, id, account }
      switch (this.draw(fc.constantFrom("there", "deleted", "clone deleted"))) {
        case "there":
          return [rowOf("webhook", own), endpoint, redaction]
        case "deleted":
          return [deleted, redaction]
        default:
          return [rowOf("webhook", { ...own, deletedAt: at, subscribes: [] }), deleted, redaction]
      }
    }).flat()
  }

  private events(account: AccountId, webhooks: ReadonlyArray<WebhookId>): Pick<Furnished, "rows" | "due"> {
    const rows: Array<Row> = []
    const due: Array<Due> = []
    const event = () => {
      const { followers: _, subscribers: __, ...kept } = this.value("event")
      return { ...kept, account, id: this.id<EventId>() }
    }
    const deliveries = (of: EventId) =>
      webhooks.filter(() => this.draw(fc.boolean())).map((webhook) => {
        const { parent: _, ...delivery } = this.value("delivery")
        return rowOf("delivery", { ...delivery, id: deliveryId(of, webhook), event: of, webhook })
      })
    for (const own of this.times(6, event)) {
      const reached = deliveries(own.id)
      rows.push(...reached)
      if (reached.length > 0) rows.push(rowOf("event", own))
    }
    for (const head of this.times(2, event)) {
      const led = this.times(3, event)
      const followers = { audiences: [webhooks], events: led.map(({ id }) => [id, 0] as const), reached: 0 }
      rows.push(...deliveries(head.id))
      rows.push(rowOf("event", { ...head, subscribers: webhooks, ...led.length === 0 ? {} : { followers } }))
      rows.push(...led.map((each) => rowOf("event", each)))
      due.push(FanoutWork.due(head.id, account, head.at))
    }
    return { rows, due }
  }

  private messages(account: AccountId): ReadonlyArray<Row> {
    return this.times(8, () => {
      const id = this.id<MessageId>()
      const { reference: _, verification: __, ...drawn } = this.value("message")
      const attempts = drawn.attempts.map((attempt) => ({ ...attempt, reference: `ref ${this.id()}` }))
      const verification = this.draw(fc.boolean()) ? this.id<VerificationId>() : null
      const template = drawn.template === null ? null : { ...drawn.template, id: this.id<TemplateId>(), revision: 3 }
      const message = {
        ...drawn,
        id,
        account,
        attempts,
        template,
        ...verification === null ? {} : { verification: { id: verification } }
      }
      const references = ReferenceKeys.of(message).flatMap((key) => {
        const found = attempts.find(({ carrier, reference }) => key === `${carrier}/${reference}`)
        return found === undefined ? [] : [
          rowOf("carrier_reference", {
            carrier: found.carrier,
            reference: found.reference,
            message: id,
            attempt: found.id
          })
        ]
      })
      const verified = this.value("verification")
      return [
        rowOf("message", message),
        ...references,
        ...verification === null ? [] : [
          rowOf("verification", {
            ...verified,
            id: verification,
            account,
            sends: [...verified.sends, { ...verified.sends[0]!, message: id }]
          }),
          rowOf("one_time_code", { verification, code: "123456" })
        ],
        // It was sent by a template that is deleted.
        ...template === null
          ? []
          : [rowOf("template_revision", { ...this.value("template_revision"), template: template.id, revision: 3 })]
      ]
    }).flat()
  }

  private templates(account: AccountId): ReadonlyArray<Row> {
    return this.times(3, () => {
      const id = this.id<TemplateId>()
      const revision = this.draw(fc.integer({ min: 1, max: 4 }))
      return [
        rowOf("template", { ...this.value("template"), id, account, revision, name: id, autoReplyAction: null }),
        ...Array.from(
          { length: revision },
          (_, index) =>
            rowOf("template_revision", { ...this.value("template_revision"), template: id, revision: index + 1 })
        )
      ]
    }).flat()
  }

  private work(account: AccountId, webhooks: ReadonlyArray<WebhookId>): ReadonlyArray<Due> {
    return Object.entries(Belongings.lanes).flatMap(([kind, of]) => {
      const owners = of === "account" ? [account] : of === "webhook" ? webhooks : [`sms-a/${account}`, `b/c/${account}`]
      return owners.flatMap((owner) =>
        this.times(2, (): Due => {
          const failures = this.draw(fc.nat({ max: 2 }))
          return {
            work: { kind: this.draw(fc.constantFrom(...workKinds)), key: this.id() },
            lane: `${kind}:${owner}` satisfies Lane,
            at: Instant.make(1_700_000_000_000 + this.draw(fc.nat({ max: 3 }))),
            ...failures === 0 ? {} : { failures }
          }
        })
      )
    })
  }

  furnish(account: AccountId, organization: AccountId | null): Furnished {
    const { deletedAt, shortName: _, ...drawn } = this.value("account")
    const webhooks = this.webhooks(account)
    const webhookIds = [
      ...new Set(
        webhooks.flatMap(({ key, kind }) => kind === "webhook" || kind === "deleted_webhook" ? [key as WebhookId] : [])
      )
    ]
    const events = this.events(account, webhookIds)
    const letters = [`send:${account}`, `submission:x/${account}`, ...webhookIds.map((id) => `retry:${id}`)]
    const phone = (index: number) => `+1201555${String(1000 + index)}` as Value<"contact">["phone"]
    const rows: ReadonlyArray<Row> = [
      rowOf("account", {
        ...drawn,
        id: account,
        type: organization === null ? "organization" : "profile",
        organization,
        shortName: null,
        numbers: [],
        deletedAt: organization === null ? null : deletedAt
      }),
      ...this.times(2, () => rowOf("api_key", { ...this.value("api_key"), account })),
      ...this.times(
        3,
        () => rowOf("audit_entry", { ...this.value("audit_entry"), id: this.id<AuditEntryId>(), account })
      ),
      rowOf("campaign_list", { ...this.value("campaign_list"), profile: account }),
      rowOf("channel_set", { ...this.value("channel_set"), account }),
      rowOf("cloned_webhooks", { ...this.value("cloned_webhooks"), account }),
      ...this.times(
        3,
        () => rowOf("consent_record", { ...this.value("consent_record"), id: this.id<ConsentRecordId>(), account })
      ),
      ...this.times(
        6,
        (index) =>
          rowOf("contact", { ...this.value("contact"), id: this.id<ContactId>(), account, phone: phone(index) })
      ),
      ...this.times(
        3,
        (index) =>
          rowOf("conversation_opening", { ...this.value("conversation_opening"), account, phone: phone(index) })
      ),
      ...this.times(2, () => rowOf("inbound_parts", { ...this.value("inbound_parts"), key: this.id(), account })),
      rowOf("last_failed_check", { ...this.value("last_failed_check"), account }),
      ...this.times(
        2,
        (index) => rowOf("line", { ...this.value("line"), account, carrier: `c/${index}` as Value<"line">["carrier"] })
      ),
      ...this.times(
        2,
        (index) => rowOf("paused_prefix", { ...this.value("paused_prefix"), account, prefix: `+4477${index}` })
      ),
      ...this.times(
        2,
        () => rowOf("profile_completion", { ...this.value("profile_completion"), id: this.id(), profile: account })
      ),
      rowOf("purge", { of: account }),
      ...this.times(2, () => {
        const { phone: __, ...erasure } = this.value("recipient_erasure")
        return rowOf("recipient_erasure", { ...erasure, id: this.id<ErasureId>(), account })
      }),
      rowOf("redaction", { account }),
      ...this.times(
        2,
        (index) => rowOf("suppression_hash", { ...this.value("suppression_hash"), account, hash: `h${index}` })
      ),
      rowOf("team", { ...this.value("team"), account }),
      ...this.times(2, (index) => rowOf("top_up", { ...this.value("top_up"), account, reference: `r/${index}` })),
      ...this.times(2, () => rowOf("user", { ...this.value("user"), id: this.id<UserId>(), account })),
      ...letters.map((lane) =>
        rowOf("dead_letter", { ...this.value("dead_letter"), kind: "dispatch", key: this.id(), lane: lane as Lane })
      ),
      ...webhooks,
      ...events.rows,
      ...this.messages(account),
      ...this.templates(account)
    ]
    return {
      account,
      rows,
      due: [...events.due, ...this.work(account, webhookIds)],
      debits: this.times(3, (index) => ({
        account,
        amount: Money.make(-100 - index),
        floor: Money.zero,
        once: index === 0 ? null : `once ${index}`
      })),
      counts: Belongings.counters.flatMap((name) =>
        this.times(2, (index) => ({
          counter: index === 0 ? `${name}/${account}` : `${name}/${account}/x`,
          by: index + 1,
          ceiling: null,
          once: index === 0 ? null : `once ${index}`
        }))
      ),
      tallies: this.times(6, (index): Usage => ({
        account,
        day: `2030-01-0${index + 1}`,
        channel: "sms",
        status: "DELIVERED",
        country: "DE",
        messages: 1 + index,
        segments: 2,
        price: Money.make(index),
        activeContactPrice: Money.zero
      })),
      answers: this.times(3, (index) => `key ${index}`),
      documents: this.times(2, () => ({
        id: this.id(),
        account,
        key: "business_registration",
        fileName: "a.pdf",
        contentType: "application/pdf",
        bytes: Uint8Array.from([1, 2, 3])
      }))
    }
  }
}
