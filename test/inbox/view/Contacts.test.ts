/**
 * The contacts: whether each may be written to, what was said about consent, and what was written.
 */
import { contacts } from "@signalbox/inbox/internal/view/contacts"
import { afterEach, describe, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const all = "GET v3/contacts?page=1&page_size=100"
const one = "GET v3/contacts/c1"
const consent = "GET v3/consent/export?limit=100"
const talk = "GET v3/messages?page=1&page_size=20&contact_id=c1"
const patches = "PATCH v3/contacts/c1"

const listed = (total_count: number, ...people: ReadonlyArray<object>) => ({
  contacts: people.map((each) => ({ ...Samples.contact, ...each })),
  pagination: { total_count }
})

const record = {
  id: "r1",
  contact_id: "c1",
  purpose: null,
  consent: "OPTED_OUT",
  source: "INBOUND_KEYWORD",
  channel: "sms",
  text: "STOP",
  created_at: Shown.wall(10, 5)
}

const answers: Shown.Answers = {
  [all]: listed(1, {}),
  [one]: Samples.contact,
  [consent]: { records: [] },
  [talk]: { messages: [] },
  [patches]: null
}

const open = (given: Shown.Answers = {}, more: Shown.Options = {}) =>
  Shown.view(contacts, { hash: "#/contacts/c1", answers: { ...answers, ...given }, ...more })

const panel = (page: Shown.Shown) => page.within("Message", "aside")

describe("the contacts", () => {
  it.each<readonly [number, string]>([
    [0, "Nobody has been written to. Whoever gets a first message becomes a contact."],
    [1, "1 contact. Whoever gets a first message becomes one."],
    [1234, "1,234 contacts. Whoever gets a first message becomes one."]
  ])("are %d", async (count, sentence) => {
    const page = await open({ [all]: listed(count) }, { hash: "#/contacts" })
    expect([page.asked(), page.sketch()]).toStrictEqual([[all], ["Contacts", sentence]])
    await page.close()
  })

  it("tell of each whether it may be written to, and where", async () => {
    const page = await open({ [all]: listed(2, {}, { id: "c2", opt_out: true, region_code: "FR" }) })
    expect(page.sketch(".stage").slice(2)).toStrictEqual(rows(
      ["(go)", "+1 201-555-0123 -> #/contacts/c1 *", "US", "may be written to", "on sms, rcs"],
      ["(stop)", "+1 201-555-0123 -> #/contacts/c2", "FR", "opted out", "on sms, rcs"]
    ))
    await page.close()
  })

  it("are read again when one or a message has changed, and say why they are not", async () => {
    const page = await open({}, { hash: "#/contacts" })
    page.asked()
    await page.tell("delivery")
    await page.pass(40)
    expect(page.asked()).toStrictEqual([])
    for (const type of ["contact", "message"]) {
      await page.tell(type)
      await page.pass(40)
      expect(page.asked()).toStrictEqual([all])
    }
    await page.close()
    const none = await open({ [all]: new Error("The service is away.") }, { hash: "#/contacts" })
    expect(none.sketch()).toStrictEqual(["Contacts", "Reading…", "The service is away."])
    await none.close()
  })
})

describe("a contact", () => {
  it("has its consent as it was said, and what was written, with ways to both", async () => {
    const page = await open({
      [consent]: {
        records: [
          record,
          { ...record, id: "r2", contact_id: "c2" },
          { ...record, id: "r3", consent: "OPTED_IN", purpose: "marketing", source: "API", channel: null, text: null },
          { ...record, id: "r4", consent: null, source: "IMPORT", channel: "rcs", text: null }
        ]
      },
      [talk]: {
        messages: [
          Samples.message,
          { ...Samples.message, id: "m2", direction: "INBOUND", status: "RECEIVED", channel: "rcs", message_body: null }
        ]
      }
    })
    expect(page.asked()).toStrictEqual([one, consent, talk, all])
    expect(panel(page)).toStrictEqual(rows(
      ["+1 201-555-0123", "MAY BE WRITTEN TO (go)", "US · on sms, rcs"],
      "See the phone -> #/phones/+12015550123",
      "All messages -> #/messages?phone=%2B12015550123",
      ["<Opt out>", "<Copy number>", "<Copy id>", "Consent"],
      ["(stop)", "opted out", "by inbound keyword, on SMS, \"STOP\", Mon 9 Mar 10:05"],
      ["(go)", "opted in", "by api, for marketing, Mon 9 Mar 10:05"],
      ["(go)", "unknown", "by import, on RCS, Mon 9 Mar 10:05"],
      "Conversation, the latest first",
      ["(go)", "Delivered -> #/messages/m1", "Hi Ada · SMS, Mon 9 Mar 11:30"],
      ["(info)", "Wrote -> #/messages/m2", "· RCS, Mon 9 Mar 11:30"]
    ))
    await page.click("Copy number")
    await page.click("Copy id")
    expect(page.copied).toStrictEqual(["+12015550123", "c1"])
    await page.close()
  })

  it("is opted out and in", async () => {
    const page = await open()
    page.asked()
    page.answers({ [one]: { ...Samples.contact, opt_out: true } })
    await page.click("Opt out")
    expect(page.asked()).toStrictEqual([[patches, { opt_out: true }], one, consent, talk])
    expect(panel(page).slice(0, 2)).toStrictEqual(["+1 201-555-0123", "OPTED OUT (stop)"])
    await page.click("Opt in")
    expect(page.asked()[0]).toStrictEqual([patches, { opt_out: false }])
    page.answers({ [patches]: new Error("They said no.") })
    await page.click("Opt in")
    expect(page.heard()).toStrictEqual(["They said no."])
    await page.close()
  })

  it("is there without its consent records, is only looked at on a console, and tells when it cannot be read", async () => {
    const page = await open({ [consent]: new Error("They may not be exported.") }, {
      isEmulator: false,
      mayWrite: false
    })
    expect(panel(page).slice(3)).toStrictEqual(rows(
      "All messages -> #/messages?phone=%2B12015550123",
      ["<Copy number>", "<Copy id>", "Consent"],
      "Nothing was said about consent. STOP on the phone takes it back.",
      "Conversation, the latest first"
    ))
    await page.close()
    const unknown = await open({ [one]: new Error("There is no such contact.") })
    expect(panel(unknown)).toStrictEqual(["There is no such contact."])
    await unknown.close()
    const slow = await open({ [one]: () => new Promise(() => {}) })
    expect(panel(slow)).toStrictEqual(["Reading the contact…"])
    await slow.close()
  })

  it("is read again when it or a message has changed", async () => {
    const page = await open()
    page.asked()
    await page.tell("delivery")
    await page.pass(40)
    expect(page.asked()).toStrictEqual([])
    for (const type of ["contact", "message"]) {
      await page.tell(type)
      await page.pass(40)
      expect(page.asked().filter((each) => each === one)).toStrictEqual([one])
    }
    await page.close()
  })
})
