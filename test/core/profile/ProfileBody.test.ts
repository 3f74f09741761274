/**
 * The bodies of profiles: what several fields say together (decisions 3.7, 5.6), and payment details up to each bound.
 * Every violation has its field and the sentence that says what would be right.
 */
import * as Decoding from "@signalbox/core/Decoding"
import * as Capability from "@signalbox/core/internal/profile/Capability"
import * as ProfileBody from "@signalbox/core/internal/profile/ProfileBody"
import type { Json } from "@signalbox/core/Json"
import { describe, expect, it } from "vitest"

type Said = ReadonlyArray<readonly [field: string, message: string]>

const wrong = (said: Said) => said.map(([field, message]) => ({ field, code: "VALIDATION_001", message }))

describe("a sender profile's capabilities", () => {
  const mixed = "cannot have data of its own beside \"inherit\": true"
  const empty = "must have data or \"inherit\": true"
  const required = "is required"
  it.each<[body: Json, Said]>([
    [{}, []],
    [{ channels: null, compliance: [] }, []],
    [{ channels: { sms: null, whatsapp: null, rcs: null }, compliance: { brand: null, campaign: null } }, []],
    [{ channels: { sms: [], whatsapp: "x", rcs: 7 } }, []],
    [{ channels: { sms: { inherit: true }, whatsapp: { inherit: true }, rcs: { inherit: true } } }, []],
    [{ channels: { sms: { inherit: true, country: null } } }, []],
    [{ channels: { sms: { country: "US", number_type: "LOCAL" }, whatsapp: { waba_id: "1" } } }, []],
    [{ compliance: { brand: { legal_name: "Acme" }, campaign: { inherit: true } } }, []],
    [{ channels: { sms: { inherit: true, country: "US" } } }, [["channels.sms", mixed]]],
    [{ channels: { whatsapp: { inherit: true, phone_number_id: "1" } } }, [["channels.whatsapp", mixed]]],
    [{ channels: { rcs: { inherit: true, display_name: "Acme" } } }, [["channels.rcs", mixed]]],
    [{ compliance: { brand: { inherit: true, legal_name: "Acme" } } }, [["compliance.brand", mixed]]],
    [{ channels: { rcs: {} } }, [["channels.rcs", "is not supported yet; leave it out or inherit it"]]],
    [{ channels: { sms: {}, whatsapp: { waba_id: null } } }, [
      ["channels.sms.country", required],
      ["channels.sms.number_type", required],
      ["channels.whatsapp.waba_id", required]
    ]],
    [{ channels: { sms: { country: "US", number_type: null } } }, [["channels.sms.number_type", required]]],
    [{ compliance: { brand: {}, campaign: { inherit: null } } }, [
      ["compliance.brand", empty],
      ["compliance.campaign", empty]
    ]]
  ])("%j", (raw, said) => {
    expect(Capability.check({}, raw)).toEqual(wrong(said))
  })

  it("of an SMS market have the rules of one, unless it is inherited", () => {
    const sms = { country: "US", number_type: "ALPHANUMERIC" } as const
    expect(Capability.check({ channels: { sms } }, { channels: { sms } })).toEqual(
      wrong([["channels.sms.sender_value", "is required for ALPHANUMERIC"]])
    )
    const inherited = { channels: { sms: { ...sms, inherit: true } } } as const
    expect(Capability.check(inherited, inherited)).toEqual(wrong([["channels.sms", mixed]]))
  })
})

describe("the body of a deprecated profile", () => {
  const contact = ["billing_contact", "is required unless the organization is billed"] as const
  const payment = ["payment_details", "cannot be given when the organization is billed"] as const
  const brand = ["brand", "cannot be given together with inherit_tcr_brand"] as const
  it.each<[body: Json, update: Said, create: Said]>([
    [{}, [], [contact]],
    [{ billing_model: null }, [], [contact]],
    [{ billing_model: "profile" }, [], [contact]],
    [{ billing_model: "profile_and_organization", billing_contact: null }, [], [contact]],
    [{ billing_model: "profile_and_organization", billing_contact: {} }, [], []],
    [{ billing_model: "organization" }, [], []],
    [{ billing_model: "organization", payment_details: null }, [], []],
    [{ billing_model: "organization", payment_details: {} }, [payment], [payment]],
    [{ billing_model: "profile", payment_details: {}, billing_contact: {} }, [], []],
    [{ billing_model: "organization", inherit_tcr_brand: true, brand: {} }, [brand], [brand]],
    [{ billing_model: "organization", inherit_tcr_brand: true, brand: null }, [], []],
    [{ billing_model: "organization", inherit_tcr_brand: false, brand: {} }, [], []]
  ])("%j", (raw, update, create) => {
    const body = raw as ProfileBody.Update
    expect(ProfileBody.check(body, raw)).toEqual(wrong(update))
    expect(ProfileBody.checkCreate(body as Partial<ProfileBody.Create>, raw)).toEqual(wrong(create))
  })

  it("says nothing of a contact beside a billing model that is none", () => {
    expect(ProfileBody.checkCreate({}, { billing_model: "nobody" })).toEqual([])
  })

  const decode = Decoding.decoder<ProfileBody.Update>(ProfileBody.Update)
  const right = { card_number: "4".repeat(13), expiry: "01/30", cvc: "123", zip_code: "10001" }
  it.each<[more: object, Said]>([
    [{}, []],
    [{ card_number: "4".repeat(19), expiry: "09/99", cvc: "1234" }, []],
    [{ expiry: "10/00" }, []],
    [{ expiry: "12/31" }, []],
    [{ card_number: "4".repeat(12) }, [["card_number", "must have 13 to 19 digits"]]],
    [{ card_number: "4".repeat(20) }, [["card_number", "must have 13 to 19 digits"]]],
    [{ card_number: `${"4".repeat(13)}x` }, [["card_number", "must have 13 to 19 digits"]]],
    [{ expiry: "00/30" }, [["expiry", "must be of the form MM/YY"]]],
    [{ expiry: "13/30" }, [["expiry", "must be of the form MM/YY"]]],
    [{ expiry: "1/30" }, [["expiry", "must be of the form MM/YY"]]],
    [{ expiry: "01/2030" }, [["expiry", "must be of the form MM/YY"]]],
    [{ cvc: "12" }, [["cvc", "must have 3 or 4 digits"]]],
    [{ cvc: "12345" }, [["cvc", "must have 3 or 4 digits"]]]
  ])("payment details of %j", (more, said) => {
    expect(decode({ payment_details: { ...right, ...more } }).violations).toEqual(
      wrong(said.map(([field, message]) => [`payment_details.${field}`, message]))
    )
  })

  it("takes an e-mail address of 254 characters at most, blanks around it aside", () => {
    const said = (email: string) =>
      decode({ billing_contact: { name: "Acme", email } }).violations.map(({ field, message }) => `${field} ${message}`)
    const long = (length: number) =>
      `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(length - 244)}`
    expect([said("a@b.example"), said(` ${long(254)}\n`)]).toEqual([[], []])
    for (const none of [long(255), "a", "a@", " "]) {
      expect(said(none)).toEqual(["billing_contact.email must be an e-mail address"])
    }
  })
})
