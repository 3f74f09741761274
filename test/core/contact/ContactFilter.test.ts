/**
 * The filters of the list of contacts, and the words with which a contact is refused (decisions 5.3).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import * as Decoding from "@signalbox/core/Decoding"
import * as ContactFilter from "@signalbox/core/internal/contact/ContactFilter"
import { CreateContact } from "@signalbox/core/internal/contact/CreateContact"
import * as ChosenSenders from "@signalbox/core/internal/dispatch/ChosenSenders"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const where = (filter: ContactFilter.Filter, of = account) => ContactFilter.where(filter, of, ChosenSenders.none)

describe("the filters of contacts", () => {
  it("take a number with the plus that a URL has lost, and nothing that is none", () => {
    const decoded = (phone: string) => {
      const { value, violations } = Decoding.decoder(Schema.Struct(ContactFilter.fields))({ phone })
      return violations.length === 0 ? value.phone : violations.map(({ code, message }) => [code, message])
    }
    expect(["+12015550001", " 12015550001", "12015550001", "", "  "].map(decoded))
      .toEqual(["+12015550001", "+12015550001", "+12015550001", "", ""])
    expect(decoded("x"))
      .toEqual([["VALIDATION_002", "must be a phone number in E.164 form, for example +12015550123"]])
    const { violations } = Decoding.decoder(Schema.Struct(ContactFilter.fields))({ channel: "fax" })
    expect(violations.map(({ code, message }) => [code, message]))
      .toEqual([["VALIDATION_006", "must be one of: sms, whatsapp, rcs, mms"]])
  })

  it("look at the newest contacts where no index tells of what is asked for", () => {
    const [bound, broad] = [{ bound: 5000 }, { broad: 5000 }]
    const looks: ReadonlyArray<readonly [ContactFilter.Filter, object]> = [
      [{}, {}],
      [{ search: "" }, {}],
      [{ search: " -" }, {}],
      [{ channel: "sms" }, {}],
      [{ channel: "whatsapp" }, bound],
      [{ search: "1" }, bound],
      [{ search: "201" }, bound],
      [{ search: "(20)-1" }, bound],
      [{ search: "2015" }, broad],
      [{ search: "201", channel: "whatsapp" }, bound],
      [{ search: "2015", channel: "whatsapp" }, broad]
    ]
    for (const [filter, expected] of looks) {
      expect(ContactFilter.lookedAt(filter), JSON.stringify(filter)).toEqual(expected)
    }
  })

  it("rule out everybody on a channel that is not set up, and whoever is sought by letters", () => {
    const none = Given.account({ numbers: [], channels: [] })
    expect(where({})).toEqual({})
    expect(where({ channel: "", phone: "", search: "" })).toEqual({ search: "" })
    expect(where({ channel: "whatsapp", phone: Given.phone(1), search: "201" }))
      .toEqual({ channel: "whatsapp", phone: Given.phone(1), search: "201" })
    expect([where({ channel: "rcs" }), where({ channel: "sms" }, none)]).toEqual([{}, {}])
    expect([where({ channel: "whatsapp" }, none), where({ channel: "rcs" }, none), where({ search: "ada" })])
      .toEqual([null, null, null])
  })
})

describe("a contact", () => {
  it("is refused for the number of another one, and made for any other number", () => {
    const of = new FactStore([Commit.put(Accounts, account), Commit.put(Contacts, Given.contact())])
    const create = (number: number) =>
      of.run(
        CreateContact.decides,
        {
          path: {},
          query: {},
          body: { phone_number: Given.phone(number) },
          caller: { account, keyAccount: account },
          consulted: ChosenSenders.none
        },
        Given.now,
        Given.ids()
      )
    expect(create(1)).toMatchObject({
      failure: { code: "RESOURCE_007", details: { phone_number: ["is the number of a contact already"] } }
    })
    expect(create(2)).toMatchObject({ success: { phone_number: Given.phone(2), opt_out: false, updated_at: null } })
  })
})
