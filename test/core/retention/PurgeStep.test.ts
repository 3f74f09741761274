/**
 * A step of removal is one commit: what goes, what it rests on, and when and where the next one goes on (decisions 19.2, 19.3).
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import { Contacts } from "@signalbox/core/Contact"
import type * as Id from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { PurgeWork } from "@signalbox/core/internal/account/PurgeWork"
import * as RetentionOf from "@signalbox/core/internal/privacy/RetentionOf"
import * as PurgedUsage from "@signalbox/core/internal/retention/PurgedUsage"
import { PurgeStep } from "@signalbox/core/internal/retention/PurgeStep"
import { CarrierReferences, key as nameKey } from "@signalbox/core/internal/row/CarrierReference"
import { ConversationOpenings } from "@signalbox/core/internal/row/ConversationOpening"
import { OneTimeCodes } from "@signalbox/core/internal/row/OneTimeCode"
import type { Purge } from "@signalbox/core/internal/row/Purge"
import { Purges } from "@signalbox/core/internal/row/Purge"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Row } from "@signalbox/core/Row"
import type { Verification } from "@signalbox/core/Verification"
import { Verifications } from "@signalbox/core/Verification"
import { describe, expect, it } from "vitest"
import type { Changes } from "../Decided.ts"
import { gathered, held } from "../Decided.ts"
import * as Given from "../Given.ts"
import { account as id, ago, message, own, place, rest, step } from "./Steps.ts"

const hour = Instant.hour

/** A step that removes nothing and goes on here, so long after now. */
const goesOn = (purge: Partial<Purge>, at: number, isNew = false): Changes => ({
  puts: [{ of: id, ...purge }],
  deletes: [],
  expects: [`${own} ${isNew ? 0 : 2}`],
  due: [[own, at]],
  cancels: [],
  completes: [own]
})

describe("a pass", () => {
  const all = { messages: 10, webhookEvents: 10, usage: 10, contacts: 10 }

  it("goes through messages, events, usage and contacts, without a rest where there is nothing, and comes again in an hour", () => {
    expect(step(all, null)).toStrictEqual(goesOn({ stage: "webhookEvents" }, 0, true))
    expect(step(all, { stage: "webhookEvents" })).toStrictEqual(
      goesOn({ stage: "webhookEvents", ofDeleted: true }, rest)
    )
    expect(step(all, { stage: "webhookEvents", ofDeleted: true })).toStrictEqual(goesOn({ stage: "usage" }, 0))
    expect(step(all, { stage: "usage" }, [], { isMore: true })).toStrictEqual(goesOn({ stage: "usage" }, rest))
    expect(step(all, { stage: "usage" }, [], { isMore: false })).toStrictEqual(goesOn({ stage: "contacts" }, 0))
    expect(step(all, { stage: "contacts" })).toStrictEqual(goesOn({ contactsAt: Given.now }, hour))
    // What the store could not do is tried again with the next pass of the clock.
    expect(step(all, { stage: "usage" })).toStrictEqual({ ...goesOn({}, hour), puts: [], expects: [] })
  })

  it("leaves out what the account keeps, and begins each stage at its beginning", () => {
    const here = { at: ago(30), key: "x" }
    expect(
      step({ usage: 10, messages: 10 }, { stage: "webhookEvents", webhook: here, ofDeleted: true, place: here }, [], {
        isMore: true
      })
    )
      .toStrictEqual(goesOn({ stage: "usage" }, rest))
    expect(step({ contacts: 10 }, { stage: "messages", place: here })).toStrictEqual(
      goesOn({ contactsAt: Given.now }, hour)
    )
    expect(step({ messages: 10 }, { stage: "contacts", place: here, contactsAt: ago(3) }))
      .toStrictEqual(goesOn({ contactsAt: ago(3) }, hour))
    expect(step({ messages: 10 }, { stage: "usage", contactsAt: ago(3) })).toStrictEqual(
      goesOn({ contactsAt: ago(3) }, hour)
    )
    expect(step({ messages: 10 }, { stage: "messages", contactsAt: ago(3) }))
      .toStrictEqual(goesOn({ contactsAt: ago(3), stage: "webhookEvents" }, 0))
  })

  it("looks at contacts once a day, and ends a look that it has begun", () => {
    const looked = Instant.plus(Given.now, -Instant.day)
    const early = Instant.plus(looked, 1)
    expect(step({ contacts: 10 }, { contactsAt: looked })).toStrictEqual(goesOn({ contactsAt: Given.now }, hour))
    expect(step({ contacts: 10 }, { contactsAt: early })).toStrictEqual(goesOn({ contactsAt: early }, hour))
    expect(step({ contacts: 10 }, { contactsAt: early, stage: "contacts" })).toStrictEqual(
      goesOn({ contactsAt: early }, hour)
    )
    const here = { at: ago(30), key: "x" }
    expect(step({ contacts: 10 }, { contactsAt: early, stage: "contacts", place: here }))
      .toStrictEqual(goesOn({ contactsAt: Given.now }, hour))
    // A place in another stage is none among contacts, and the other stages come in each pass.
    expect(step({ contacts: 10 }, { contactsAt: early, stage: "messages", place: here }))
      .toStrictEqual(goesOn({ contactsAt: early }, hour))
    expect(step({ messages: 10 }, { contactsAt: early, stage: "messages" }))
      .toStrictEqual(goesOn({ contactsAt: early, stage: "webhookEvents" }, 0))
  })

  it("looks for nothing before it is known how far it has come", () => {
    const command = { lease: held(PurgeWork.due(id, id, Given.now)), said: null }
    const owner = put(Accounts, Given.account({ retention: all, numbers: [] }))
    const facts = gathered([owner], (known) => RetentionOf.needs(id, known))
    expect(PurgeStep.needs(command, facts).lists).toStrictEqual([])
    const known = gathered([owner], (some) => Needs.all(RetentionOf.needs(id, some), Needs.row(Purges, id)))
    expect(PurgeStep.needs(command, known).lists.map(({ list }) => list)).toStrictEqual(["messages"])
  })

  it("is forgotten where nothing is removed any more, and does nothing where it never was", () => {
    const nothing = { puts: [], due: [], cancels: [], completes: [own] }
    expect(step({ texts: 1 }, { contactsAt: ago(3) })).toStrictEqual({
      ...nothing,
      deletes: [own],
      expects: [`${own} 2`]
    })
    expect(step({ texts: 1 }, null)).toStrictEqual({ ...nothing, deletes: [], expects: [] })
  })

  it("asks the store to forget sums up to the day of the oldest message, or of the age that they may have", () => {
    const pass = { account: id, at: Given.now, before: ago(10), purge: { of: id } }
    const asked = (...rows: ReadonlyArray<Message>) => {
      const all = [...rows, message(9, { account: Given.accountId(2), createdAt: ago(40) })]
      return PurgedUsage.question(pass, gathered(all.map((each) => put(Messages, each)), () => PurgedUsage.needs(id)))
    }
    const limit = { account: id, most: 1000 }
    const [older, younger] = [message(1), message(2, { createdAt: ago(4) })]
    expect(asked()).toStrictEqual({ ...limit, before: "2030-01-05" })
    expect(asked(younger, older)).toStrictEqual({ ...limit, before: "2029-12-26" })
    expect(asked(younger)).toStrictEqual({ ...limit, before: "2030-01-05" })
  })
})

describe("messages", () => {
  it("go with the names that carriers know, a verification and its code, and the opening of a week that is over", () => {
    const verification: Verification = {
      id: "ver" as Id.VerificationId,
      account: id,
      phone: Given.phone(1),
      purpose: "login",
      status: "approved",
      codeLength: 6,
      code: null,
      tries: 0,
      sends: [{
        message: Given.messageId(1),
        channel: "sms",
        template: { id: Given.templateId(1), name: "code" },
        at: ago(20)
      }],
      createdAt: ago(20),
      expiresAt: ago(20),
      endedAt: ago(20)
    }
    const one = message(1, {
      // Retention has taken the number out of it.
      phone: "" as PhoneNumber,
      verification: { id: verification.id },
      attempts: [
        Given.attempt({ reference: "whole", report: "DELIVERED", parts: [{ reference: "other", report: null }] })
      ]
    })
    const name = (reference: string, of: Id.MessageId) => ({
      carrier: Given.carrierId("sms-a"),
      reference,
      message: of,
      attempt: Given.attemptId(1)
    })
    const [whole, other] = [name("whole", one.id), name("other", Given.messageId(2))]
    const opening = { account: id, phone: Given.phone(1), at: ago(7.5) }
    const rows = [
      put(Contacts, Given.contact()),
      put(Messages, one),
      put(CarrierReferences, whole),
      put(CarrierReferences, other),
      put(ConversationOpenings, opening),
      put(Verifications, verification),
      put(OneTimeCodes, { verification: verification.id, code: "123456" })
    ]
    const names = [
      `carrier_reference ${nameKey(whole)}`,
      `conversation_opening ${id}/${Given.phone(1)}`,
      `message ${one.id}`,
      "one_time_code ver",
      "verification ver"
    ]
    const but = (...some: ReadonlyArray<string>) => names.filter((each) => !some.includes(each.split(" ")[0]!))
    expect(step({ messages: 10 }, { stage: "messages" }, rows)).toStrictEqual({
      puts: [{ of: id, stage: "webhookEvents" }],
      deletes: names,
      expects: [...[5, 7, 4, 9, 8].map((version, index) => `${names[index]} ${version}`), `${own} 2`].toSorted(),
      due: [[own, 0]],
      cancels: [],
      completes: [own]
    })
    const without = (kind: string, ...more: ReadonlyArray<Row>) =>
      step({ messages: 10 }, { stage: "messages" }, [...rows.filter((row) => row.kind !== kind), ...more]).deletes
    expect(without("one_time_code")).toStrictEqual(but("one_time_code"))
    expect(without("verification", put(Verifications, { ...verification, status: "pending" as const }))).toStrictEqual(
      []
    )
    const again = { ...verification.sends[0]!, message: Given.messageId(3) }
    expect(without("verification", put(Verifications, { ...verification, sends: [...verification.sends, again] })))
      .toStrictEqual(but("one_time_code", "verification"))
    expect(without("verification")).toStrictEqual(but("one_time_code", "verification"))
    for (const [at, isGone] of [[ago(7), false], [Instant.plus(ago(7), -1), true]] as const) {
      expect(without("conversation_opening", put(ConversationOpenings, { ...opening, at })).includes(names[1]!)).toBe(
        isGone
      )
    }
  })

  it("go when they are older than their days, and a day after their last step, not earlier", () => {
    const days = (made: Instant.Instant, now: Instant.Instant, retention = 1) =>
      step({ messages: retention }, {}, [put(Messages, message(1, { createdAt: made }))], null, now).deletes.length
    const made = ago(1)
    expect([days(made, Given.now), days(Instant.plus(made, -1), Given.now)]).toStrictEqual([0, 1])
    const late = message(1, {
      createdAt: ago(3),
      history: [{
        status: "DELIVERED",
        reached: true,
        at: ago(1),
        description: "",
        from: null,
        price: null,
        activeContactPrice: null,
        code: null,
        scheduledAt: null
      }]
    })
    expect(step({ messages: 1 }, {}, [put(Messages, late)]).deletes).toHaveLength(1)
    expect(
      step({ messages: 1 }, {}, [
        put(Messages, { ...late, history: [{ ...late.history[0]!, at: Instant.plus(ago(1), 1) }] })
      ]).deletes
    ).toHaveLength(0)
  })

  it("are fifty in a step, and the next one goes on behind the newest of them, also where they stay", () => {
    const many = Array.from(
      { length: 51 },
      (_, index) => message(index + 1, index % 2 === 0 ? {} : { status: "QUEUED" })
    )
    const first = step({ messages: 10 }, { stage: "messages" }, many.map((each) => put(Messages, each)))
    expect([first.deletes.length, first.puts, first.due]).toStrictEqual([25, [{
      of: id,
      stage: "messages",
      place: place(many[49]!)
    }], [[own, rest]]])
    const second = step(
      { messages: 10 },
      { stage: "messages", place: place(many[49]!) },
      many.map((each) => put(Messages, each))
    )
    expect([second.deletes, second.puts, second.due]).toStrictEqual([[`message ${many[50]!.id}`], [{
      of: id,
      stage: "webhookEvents"
    }], [[own, 0]]])
    const fifty = step({ messages: 10 }, { stage: "messages" }, many.slice(1).map((each) => put(Messages, each)))
    expect(fifty.due).toStrictEqual([[own, rest]])
  })
})
