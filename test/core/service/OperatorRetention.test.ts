/**
 * The operator sees what a retention would remove of an account: what is older than it says and has come to its end, of
 * each kind that it names, wherever the retention is set (decisions 17.6).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import { Deliveries } from "@signalbox/core/Delivery"
import type { ContactId, EventId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Fanout from "@signalbox/core/internal/delivery/Fanout"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import { ServiceSettingsRows } from "@signalbox/core/internal/row/ServiceSettings"
import { Messages, Status } from "@signalbox/core/Message"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import * as Usage from "@signalbox/core/Usage"
import { Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const days = (count: number): Instant.Instant => Instant.plus(Given.now, -count * Instant.day)
/** Retentions of 5 days remove what is older than this, and not what is as old. */
const [edge, older] = [days(5), Instant.plus(days(5), -1)]

const own = Given.account()
const profile = Given.account({
  id: Given.accountId(2),
  type: "profile",
  organization: own.id,
  numbers: []
})
const free = Given.account({ id: Given.accountId(3), numbers: [] })
const ids = Given.ids()
const all = { messages: 5, webhookEvents: 5, usage: 5, contacts: 5 }

/** One message of each status, half of which have not ended, at each of the two times. */
const messages = [older, edge].flatMap((createdAt, half) =>
  Status.literals.map((status, index) =>
    Given.message({
      id: Given.messageId(100 * half + index),
      status,
      createdAt,
      direction: status === "RECEIVED" ? "INBOUND" : "OUTBOUND"
    })
  )
)
const ended = ["DELIVERED", "READ", "FAILED", "FILTERED", "BLOCKED", "CANCELLED", "RECEIVED"]

/** More webhooks than are looked at together, of which every one has a delivery that is over and one that is not. */
const webhooks = Array.from({ length: 102 }, (_, index) => Given.webhookId(index + 1))
const deliveries = webhooks.flatMap((webhook, index) =>
  (["DELIVERED", "PENDING", "RETRYING", "FAILED"] as const).map((status) => {
    const at = status === "FAILED" && index > 2 ? edge : older
    const event = { id: ids.id(at) as EventId, account: own.id, name: "message.sent", at, body: "{}" } as const
    return { ...Fanout.delivery(event, webhook), status }
  })
)

it("previews are of what has ended and is older, of the kinds that the retention names", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const [operator, store] = [yield* Operator, yield* Store]
      // The rows are put as they are: whoever sets a retention has the purge begin.
      const put = (...puts: Commit.Commit["puts"]) => store.commit([Commit.make({ puts })])
      yield* store.commit([Commit.make({
        puts: [
          ...[own, profile, free].map((account) => Commit.put(Accounts, account)),
          ...deliveries.map((delivery) => Commit.put(Deliveries, delivery)),
          ...messages.map((message) => Commit.put(Messages, message)),
          ...webhooks.slice(0, 101).map((id, index) =>
            Commit.put(Webhooks, FixedSecrets.kept(Given.webhook({ id, createdAt: Instant.plus(Given.now, index) })))
          ),
          ...webhooks.slice(101).map((id) => Commit.put(DeletedWebhooks, { id, account: own.id, at: Given.now })),
          ...[older, older, edge].map((createdAt, index) =>
            Commit.put(
              Contacts,
              Given.contact({ id: ids.uuid() as ContactId, phone: Given.phone(index), createdAt })
            )
          )
        ],
        tallies: [older, days(6), days(7), edge, days(4)].map((createdAt) => Usage.of(Given.message({ createdAt })))
      })])
      expect(yield* operator.previewRetention(own.id)).toBeNull()
      expect(yield* operator.previewRetention(Given.accountId(9))).toBeNull()
      yield* put(Commit.put(ServiceSettingsRows, { retention: all }))
      expect(yield* operator.serviceRetention()).toEqual(all)
      const counts = {
        messages: ended.length,
        webhookEvents: 102 + 3,
        // A day goes when the whole of it is older.
        usage: 2,
        contacts: 2
      }
      expect(yield* operator.previewRetention(own.id)).toStrictEqual({ retention: all, by: "service", counts })
      const nothing = { messages: 0, webhookEvents: 0, usage: 0, contacts: 0 }
      expect(yield* operator.previewRetention(free.id)).toStrictEqual({
        retention: all,
        by: "service",
        counts: nothing
      })
      yield* put(Commit.put(Accounts, { ...own, retention: { contacts: 5, webhookEvents: 3650 } }))
      expect(yield* operator.previewRetention(own.id)).toStrictEqual({
        retention: { contacts: 5, webhookEvents: 3650 },
        by: "account",
        counts: { webhookEvents: 0, contacts: 2 }
      })
      expect(yield* operator.previewRetention(profile.id)).toStrictEqual({
        retention: { contacts: 5, webhookEvents: 3650 },
        by: "organization",
        counts: { webhookEvents: 0, contacts: 0 }
      })
      yield* put(Commit.put(ServiceSettingsRows, {}))
      expect([yield* operator.serviceRetention(), yield* operator.previewRetention(free.id)]).toEqual([null, null])
    })
  ))
