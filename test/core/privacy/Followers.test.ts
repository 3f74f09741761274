/**
 * The redaction of an account begins that of its profiles and of the webhooks that it has or had, in pages of fifty (decisions 17.6).
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import * as Followers from "@signalbox/core/internal/privacy/Followers"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import type { Redaction } from "@signalbox/core/internal/row/Redaction"
import { Redactions } from "@signalbox/core/internal/row/Redaction"
import * as Needs from "@signalbox/core/Needs"
import type { Retention } from "@signalbox/core/Retention"
import type { Row } from "@signalbox/core/Row"
import { Webhooks } from "@signalbox/core/Webhook"
import { expect, it } from "vitest"
import { gathered, told } from "../Decided.ts"
import * as Given from "../Given.ts"

const own = Given.accountId(1)
const at = (number: number) => Instant.plus(Given.now, number - 1000)

const step = (
  retention: Retention,
  rows: ReadonlyArray<Row>,
  redaction: Redaction | null = null,
  type: "organization" | "profile" = "organization"
) => {
  const all = [put(Accounts, Given.account({ type, numbers: [] })), ...rows]
  const facts = gathered(
    all,
    (known) => Needs.all(Needs.row(Accounts, own), Followers.needs(own, retention, redaction, known))
  )
  const { commit, places } = Followers.step(own, retention, redaction, { facts, now: Given.now, ids: Given.ids() })
  return { due: told(commit).due, places }
}

const [profile, hook, had] = [Given.accountId(2), Given.webhookId(1), Given.webhookId(2)]
const rows = [
  put(Accounts, Given.account({ id: profile, type: "profile", organization: own, numbers: [] })),
  put(Webhooks, Given.webhook({ id: hook })),
  put(DeletedWebhooks, { id: had, account: own, at: at(1) })
]
const items = {
  profile: [`redaction ${profile}`, 0],
  webhook: [`body_redaction ${own}/${hook}`, 0],
  deleted: [`body_redaction ${own}/${had}`, 0]
}

it("each gets an item that has none, a webhook only where bodies are redacted, and a profile that of an organization", () => {
  expect(step({ webhookBodies: 1 }, rows)).toStrictEqual({
    due: [items.profile, items.webhook, items.deleted],
    places: {}
  })
  expect(step({ texts: 1 }, rows).due).toStrictEqual([items.profile])
  expect(step({ webhookBodies: 1 }, rows, null, "profile").due).toStrictEqual([items.webhook, items.deleted])
  const begun = (of: Redaction) => step({ webhookBodies: 1 }, [...rows, put(Redactions, of)]).due
  expect(begun({ account: profile })).toStrictEqual([items.webhook, items.deleted])
  expect(begun({ account: own, webhook: hook })).toStrictEqual([items.profile, items.deleted])
  expect(begun({ account: own, webhook: had })).toStrictEqual([items.profile, items.webhook])
})

const numbers = Array.from({ length: 51 }, (_, index) => index + 100)
const id = (number: number) => Given.webhookId(number)
const lists = [
  [
    "profiles",
    numbers.map((each) =>
      put(
        Accounts,
        Given.account({
          id: Given.accountId(each),
          type: "profile",
          organization: own,
          numbers: [],
          createdAt: at(each)
        })
      )
    ),
    Given.accountId
  ],
  ["webhooks", numbers.map((each) => put(Webhooks, Given.webhook({ id: id(each), createdAt: at(each) }))), id],
  ["deletedWebhooks", numbers.map((each) => put(DeletedWebhooks, { id: id(each), account: own, at: at(each) })), id]
] as const

it.each(lists)(
  "fifty %s are looked at in a step, and the next one goes on behind the oldest of them",
  (place, all, name) => {
    const last = { at: at(101), key: name(101) }
    const first = step({ webhookBodies: 1 }, all)
    expect([first.due.length, first.places]).toStrictEqual([50, { [place]: last }])
    const second = step({ webhookBodies: 1 }, all, { account: own, [place]: last })
    expect([second.due.map(([item]) => item.endsWith(name(100))), second.places]).toStrictEqual([[true], {}])
    expect(step({ webhookBodies: 1 }, all.slice(1)).places).toStrictEqual({ [place]: last })
  }
)
