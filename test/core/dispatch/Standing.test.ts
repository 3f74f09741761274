/** The standing of a message's account, its organization and its template (decisions 4.1 "Template at release", "Hand-over"). */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import * as Standing from "@signalbox/core/internal/dispatch/Standing"
import type { Fallback } from "@signalbox/core/internal/row/Fallback"
import type { Message } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import type { Template } from "@signalbox/core/Template"
import { revisionKey, revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const organization = Given.account({ id: Given.accountId(2) })
const profile = Given.account({ organization: organization.id })
const message = Given.message()
const text = { ...message, template: null }
const template = Given.template()
const revision = { ...revisionOf(template), approved: ["sms", "whatsapp"] as const }

const both = Needs.rows(Accounts, [profile.id, organization.id])
const ofTemplate = Needs.all(
  Needs.row(Templates, template.id),
  Needs.row(TemplateRevisions, revisionKey(template.id, 1))
)

const factsOf = (...rows: ReadonlyArray<Row>) => new FactStore(rows).load(Needs.all(both, ofTemplate))

const refs = ({ rows }: Needs.Needs) => rows.map(({ key, kind }) => `${kind} ${key}`).toSorted()

describe("what must be loaded", () => {
  it("is the account and the template with the revision of the message, and the organization once it is known", () => {
    const own = Needs.all(Needs.row(Accounts, profile.id), ofTemplate)
    expect(refs(Standing.needs(message, Facts.empty))).toStrictEqual(refs(own))
    expect(refs(Standing.needs(text, Facts.empty))).toStrictEqual(refs(Needs.row(Accounts, profile.id)))
    const facts = new FactStore([put(Accounts, profile)]).load(Needs.row(Accounts, profile.id))
    expect(refs(Standing.needs(message, facts))).toStrictEqual(refs(Needs.all(both, ofTemplate)))
    expect(refs(Standing.needs(text, facts))).toStrictEqual(refs(both))
    const alone = new FactStore([put(Accounts, organization)]).load(Needs.row(Accounts, organization.id))
    const other = { ...text, account: organization.id }
    expect(refs(Standing.needs(other, alone))).toStrictEqual(refs(Needs.row(Accounts, organization.id)))
  })
})

describe("the accounts of a message", () => {
  it("are its own and the organization of that, in this order, as far as they are there", () => {
    const loaded = (rows: ReadonlyArray<Row>) => {
      const facts = factsOf(...rows)
      const found = Standing.accounts(message, facts)
      expect(Standing.known(message, facts)).toStrictEqual(found)
      return found
    }
    expect(loaded([put(Accounts, organization), put(Accounts, profile)])).toStrictEqual([profile, organization])
    expect(loaded([put(Accounts, profile)])).toStrictEqual([profile])
    expect(loaded([put(Accounts, organization)])).toStrictEqual([])
    expect(loaded([put(Accounts, Given.account())])).toStrictEqual([Given.account()])
  })

  it("may be known in part, but are not to be decided about before they are loaded", () => {
    const part = new FactStore([put(Accounts, profile)]).load(Needs.row(Accounts, profile.id))
    expect([Standing.known(message, Facts.empty), Standing.known(message, part)]).toStrictEqual([[], [profile]])
    for (const facts of [Facts.empty, part]) expect(() => Standing.accounts(message, facts)).toThrow("not loaded")
  })

  it("are deleted when one of them is", () => {
    const deleted = Given.account({ deletedAt: Given.now })
    expect([[], [profile, organization], [profile, deleted], [deleted, organization]].map(Standing.isDeleted)).toEqual([
      false,
      false,
      true,
      true
    ])
  })

  it("are expected to stay as they are, and so is the template that there is", () => {
    const rows = [put(Accounts, profile), put(Accounts, organization), put(Templates, template)]
    const facts = factsOf(...rows)
    const [own, other, its] = [
      Facts.expected(facts, Accounts, profile.id),
      Facts.expected(facts, Accounts, organization.id),
      Facts.expected(facts, Templates, template.id)
    ]
    expect(Standing.expected(message, facts)).toStrictEqual([own, other, its])
    expect(Standing.expected(text, facts)).toStrictEqual([own, other])
    const gone = factsOf(...rows.slice(0, 1))
    expect(Standing.expected(message, gone)).toStrictEqual([Facts.expected(gone, Accounts, profile.id)])
  })
})

describe("the template of a message", () => {
  const standing = (
    current: Template | null,
    parts: Partial<Message> = {},
    kept: typeof revision | null = revision
  ): Standing.TemplateStanding | null => {
    const facts = factsOf(
      ...(current === null ? [] : [put(Templates, current)]),
      ...(kept === null ? [] : [put(TemplateRevisions, kept)])
    )
    const asked = { ...message, ...parts }
    const used = Standing.used(asked, facts)
    expect([used?.template, used?.revision]).toStrictEqual(
      asked.template === null ? [undefined, undefined] : [current, kept]
    )
    return Standing.templateOf(asked, used)
  }
  const fallback = (...channels: Fallback["channels"]): Partial<Message> => ({ fallback: { channels } })
  const approved = { isApproved: true, revisions: [] }
  const barred = { isApproved: false, revisions: [] }

  it("is approved with its revision, on one at least of the channels that the message may take", () => {
    expect(standing(template)).toStrictEqual(approved)
    expect(standing({ ...template, status: "PENDING" })).toStrictEqual(barred)
    expect(standing(null)).toStrictEqual(barred)
    expect(standing(template, { template: null })).toBeNull()
    const onSms: Template = {
      ...template,
      channelStatuses: { sms: "APPROVED", whatsapp: "REJECTED", rcs: "REJECTED" }
    }
    expect(standing(onSms)).toStrictEqual(approved)
    expect(standing(onSms, { requested: "sms" })).toStrictEqual(approved)
    expect(standing(onSms, { requested: "whatsapp" })).toStrictEqual(barred)
    expect(standing(onSms, fallback("rcs", "sms"))).toStrictEqual(approved)
    expect(standing(onSms, fallback("rcs", "whatsapp"))).toStrictEqual(barred)
    expect(standing(onSms, fallback("mms", "rcs"))).toStrictEqual(barred)
    // Where it has no body at all, something else says why the message cannot go.
    expect(standing(onSms, fallback("mms"))).toStrictEqual(approved)
    expect(standing(onSms, {}, null)).toStrictEqual(approved)
  })

  it("is that of the message's revision, and says how far the current one is", () => {
    const revisions = (status: Template["status"]) => ["the message has revision 1", `revision 2 is ${status}`]
    const next = (status: Template["status"]): Template => ({ ...template, revision: 2, status })
    expect(standing(next("PENDING"))).toStrictEqual({ isApproved: true, revisions: revisions("PENDING") })
    expect(standing(next("PAUSED"))).toStrictEqual({ isApproved: false, revisions: revisions("PAUSED") })
    expect(standing(next("APPROVED"), {}, null)).toStrictEqual({ isApproved: false, revisions: revisions("APPROVED") })
    expect(standing(next("APPROVED"), { requested: "rcs" })).toStrictEqual({
      isApproved: false,
      revisions: revisions("APPROVED")
    })
  })
})
