/**
 * A code that is asked for, without HTTP: why none is sent, word by word, and all that is kept of one that is
 * (decisions 16.3, 16.4, 16.5).
 */
import { Accounts } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import * as Commit from "@signalbox/core/Commit"
import * as Decoding from "@signalbox/core/Decoding"
import type { VerificationId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { OneTimeCodes } from "@signalbox/core/internal/row/OneTimeCode"
import { CancelVerification } from "@signalbox/core/internal/verification/CancelVerification"
import { CheckVerification } from "@signalbox/core/internal/verification/CheckVerification"
import * as CodeTemplate from "@signalbox/core/internal/verification/CodeTemplate"
import { CreateVerification } from "@signalbox/core/internal/verification/CreateVerification"
import * as SendLimits from "@signalbox/core/internal/verification/SendLimits"
import type * as VerificationBody from "@signalbox/core/internal/verification/VerificationBody"
import * as VerificationResource from "@signalbox/core/internal/verification/VerificationResource"
import { Messages } from "@signalbox/core/Message"
import { Refused } from "@signalbox/core/Refused"
import type { Template } from "@signalbox/core/Template"
import { Templates } from "@signalbox/core/Template"
import { Verifications } from "@signalbox/core/Verification"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { gathered, told } from "../Decided.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import * as Verified from "./Verified.ts"

const definition = Given.definition("Your code is {{0:variable}}", "code")
const template = (parts: Partial<Template> = {}): Template =>
  Given.template({ name: "code", category: "AUTHENTICATION", definition, ...parts })

const expiring = (minutes: number): Partial<Template> => ({
  definition: { ...definition, authenticationConfig: { codeExpirationMinutes: minutes } }
})

const store = (of: Template, account = Verified.caller.account): FactStore =>
  new FactStore([Commit.put(Accounts, account), Commit.put(Templates, of)])

const body = (parts: Partial<VerificationBody.Create> = {}): VerificationBody.Create => ({
  phone_number: Given.phone(1),
  template: { id: Given.templateId(1) },
  ...parts
})

const asked = (parts: Partial<VerificationBody.Create>, at: Instant.Instant, caller: Caller) => ({
  path: {},
  query: {},
  body: body(parts),
  caller,
  consulted: { taking: undefined, at }
})

const ask = (of: FactStore, parts: Partial<VerificationBody.Create> = {}, now = Given.now) =>
  Result.match(
    of.run(CreateVerification.decides, asked(parts, now, Verified.caller), now, Given.ids(now - Given.now + 1)),
    {
      onSuccess: (answer) => answer,
      onFailure: (failure) => {
        if (!(failure instanceof Refused)) throw new Error(failure._tag)
        const { code, details, message, retryAfter } = failure
        return { code, message, details, retryAfter }
      }
    }
  )

/** Asks for a code that is sent, and returns the id of its verification. */
const begun = (
  of: FactStore,
  ...asking: [parts?: Partial<VerificationBody.Create>, caller?: Caller]
): VerificationId => {
  const [parts = {}, caller = Verified.caller] = asking
  const run = of.run(CreateVerification.decides, asked(parts, Given.now, caller), Given.now, Given.ids())
  return Result.getOrThrow(run).id as VerificationId
}

const after = (seconds: number): Instant.Instant => Instant.plus(Given.now, seconds * Instant.second)

describe("no code is sent", () => {
  it("by a template that could never bring one", () => {
    const refused = (of: Partial<Template>, parts: Partial<VerificationBody.Create> = {}) => {
      const answer = ask(store(template(of)), parts)
      return "details" in answer ? [answer.code, answer.details] : "sent"
    }
    const sms = { ...definition, body: { sms: definition.body.multiChannel! } }
    expect(refused({})).toBe("sent")
    expect(refused({ category: "UTILITY" }))
      .toEqual(["VALIDATION_001", { template: ["must be of the category AUTHENTICATION"] }])
    expect(refused({ status: "PENDING" })).toEqual(["BUSINESS_005", undefined])
    expect(refused({ account: Given.accountId(2) })).toEqual(["RESOURCE_002", undefined])
    expect(refused({}, { template: { name: "other" } })).toEqual(["RESOURCE_002", undefined])
    expect(refused({ definition: sms }, { channel: "whatsapp" })).toEqual([
      "VALIDATION_001",
      { channel: ["has no body in the template, which cannot be sent on whatsapp"] }
    ])
    expect([refused({ definition: sms }, { channel: "sms" }), refused({ definition: sms })]).toEqual(["sent", "sent"])
    expect(refused(expiring(11))).toEqual([
      "VALIDATION_001",
      { template: ["says that its code expires in 11 minutes, and a code expires in 10 at most"] }
    ])
    expect([refused(expiring(10)), refused(expiring(5), { lifetime_minutes: 5 })]).toEqual(["sent", "sent"])
    expect(refused(expiring(5), { lifetime_minutes: 6 })).toEqual([
      "VALIDATION_001",
      { lifetime_minutes: ["must be 5, since the template says so to the recipient"] }
    ])
  })

  it("that the template's own pattern does not allow", () => {
    const { body: { multiChannel } } = definition
    const [variable] = multiChannel!.variables!
    const picky = template({
      definition: {
        body: {
          multiChannel: {
            ...multiChannel!,
            variables: [{ ...variable!, props: { ...variable!.props, regex: "[A-Z]+" } }]
          }
        }
      }
    })
    const [flaw, ...more] = CodeTemplate.flaws(picky, "sms", "123456")
    expect(more).toEqual([])
    expect([flaw!.field, flaw!.message.startsWith("has a variable whose value ")]).toEqual(["template", true])
    expect(flaw!.message.length).toBeGreaterThan("has a variable whose value ".length)
    expect(CodeTemplate.flaws(template(), "sms", "123456")).toEqual([])
    expect(ask(store(picky))).toMatchObject({ details: { template: [flaw!.message] } })
  })

  it("too soon after the last one, nor more often than it may be, and says when to ask again", () => {
    const of = store(template())
    const soon = "The code was sent a moment ago; it can be sent again later"
    const often = "The code was sent as often as it may be; another one can be asked for later"
    const told = (parts: object, now: Instant.Instant) => {
      const answer = ask(of, parts, now)
      return "code" in answer ? [answer.code, answer.message, answer.retryAfter] : answer.sends
    }
    expect(told({}, Given.now)).toBe(1)
    expect(told({}, Given.now)).toEqual(["BUSINESS_002", soon, 30])
    expect(told({}, Instant.make(after(30) - 1))).toEqual(["BUSINESS_002", soon, 1])
    expect(told({}, after(30))).toBe(2)
    expect(told({}, Instant.make(after(89) + 1))).toEqual(["BUSINESS_002", soon, 1])
    expect([told({}, after(90)), told({}, after(210)), told({}, after(390))]).toEqual([3, 4, 5])
    expect(told({}, after(391))).toEqual(["BUSINESS_002", often, 209])
    expect(told({}, Instant.make(after(600) - 1))).toEqual(["BUSINESS_002", often, 1])
    // Five are enough for a number in an hour, which ends at 13:00.
    expect(told({}, after(600)))
      .toEqual(["BUSINESS_002", "Too many codes were sent for this number", 904])
  })

  it("to a body whose parts are not as they must be, and says how they must be", () => {
    const flaws = (parts: object) =>
      Decoding.decoder(CreateVerification.body)({ ...body(), ...parts }).violations
        .map(({ field, message }) => [field, message])
    const purpose = [["purpose", "must be 1 to 64 lower-case letters, digits, _ and -"]]
    expect(flaws({ purpose: "a".repeat(64), ip_address: "2001:db8::1" })).toEqual([])
    expect([flaws({ purpose: "" }), flaws({ purpose: "A" }), flaws({ purpose: "a".repeat(65) })])
      .toEqual([purpose, purpose, purpose])
    expect(flaws({ ip_address: "203.0.113" })).toEqual([["ip_address", "must be an IPv4 or IPv6 address"]])
  })
})

describe("a code that is sent", () => {
  it("is kept as a verification that runs, and shown with all but the code", () => {
    const of = store(template())
    const id = begun(of, { purpose: "sign-in", code_length: 7, lifetime_minutes: 3, channel: "sms" })
    const kept = of.get(Verifications, id)!
    const code = of.get(OneTimeCodes, id)!
    expect(code).toEqual({ verification: id, code: expect.stringMatching(/^[0-9]{7}$/) })
    const [sent] = kept.sends
    expect(kept).toEqual({
      id,
      account: Given.accountId(1),
      phone: Given.phone(1),
      purpose: "sign-in",
      status: "pending",
      codeLength: 7,
      code: { hash: expect.any(String), key: expect.any(String) },
      tries: 0,
      sends: [{
        message: sent!.message,
        channel: "sms",
        template: { id: Given.templateId(1), name: "code" },
        at: Given.now
      }],
      createdAt: Given.now,
      expiresAt: after(180),
      endedAt: null
    })
    expect(VerificationResource.fromVerification(kept, Given.now)).toEqual({
      id,
      phone_number: Given.phone(1),
      purpose: "sign-in",
      status: "pending",
      channel: "sms",
      template_id: Given.templateId(1),
      template_name: "code",
      message_id: sent!.message,
      code_length: 7,
      sends: 1,
      created_at: "2030-01-15T12:34:56.789Z",
      expires_at: "2030-01-15T12:37:56.789Z",
      resend_at: "2030-01-15T12:35:26.789Z"
    })
    expect([...of.work.values()].find(({ work }) => work.kind === "verification_expiry")?.at).toBe(after(180))
    const [event] = of.events
    expect(event).toMatchObject({ name: "verification.pending", account: Given.accountId(1), at: Given.now })
    expect(JSON.parse(event!.body)).toMatchObject({
      payload: {
        account_id: Given.accountId(1),
        verification_id: id,
        phone_number: Given.phone(1),
        purpose: "sign-in",
        status: "pending",
        message_id: sent!.message,
        expires_at: "2030-01-15T12:37:56.789Z",
        updated_at: "2030-01-15T12:34:56.789Z"
      }
    })
  })

  it("goes as a message that hides the code, is worth nothing after its end, and counts", () => {
    const variables = Given.definition("{{0}}{{1}}", "code", "again").body.multiChannel!
    const of = store(template({ revision: 3, definition: { body: { sms: { template: "Hi" }, whatsapp: variables } } }))
    const account = { ...Verified.caller.account, pumping: {} }
    const ip_address = "203.0.113.7"
    const id = begun(of, { code_length: 8, ip_address }, { account, keyAccount: account })
    const [sent] = of.get(Verifications, id)!.sends
    const [contact] = of.values(Contacts)
    expect(of.values(Messages)).toStrictEqual([{
      ...Given.message(),
      id: sent!.message,
      contact: contact!.id,
      template: {
        id: Given.templateId(1),
        revision: 3,
        name: "code",
        category: "AUTHENTICATION",
        parameters: { code: "********", again: "********" }
      },
      expiry: { at: after(600) },
      opens: true,
      verification: { id, isWatched: true },
      queuedAt: Given.now,
      history: [{ ...Given.line("QUEUED", Given.now), description: "accepted" }]
    }])
    const counts = SendLimits.count(
      { account: account.id, phone: Given.phone(1), address: ip_address },
      sent!.message,
      Given.now
    )
    expect([...of.counts]).toEqual(counts.map(({ counter }) => [counter, 1]))
    const again = asked({ ip_address }, after(30), { account, keyAccount: account })
    expect(of.run(CreateVerification.decides, again, after(30), Given.ids(30))).toMatchObject({
      success: { id, sends: 2 }
    })
    // A verification is counted once, however often its code is sent.
    const [, second] = of.values(Messages)
    expect(second!.verification).toStrictEqual({ id })
    expect(of.get(Verifications, id)?.isWatched).toBe(true)
  })

  it("ends one whose time is over and whose work has not come, and is another one", () => {
    const of = store(template())
    const first = begun(of, { lifetime_minutes: 1 })
    const next = (seconds: number) => {
      const rows = [
        ...of.values(Templates).map((each) => Commit.put(Templates, each)),
        ...of.values(Verifications).map((each) => Commit.put(Verifications, each)),
        ...of.values(OneTimeCodes).map((each) => Commit.put(OneTimeCodes, each))
      ]
      const now = after(seconds)
      const command = asked({}, now, Verified.caller)
      const facts = gathered(rows, (known) => CreateVerification.decides.needs(command, known))
      return Result.getOrThrow(CreateVerification.decides.decide(command, { facts, now, ids: Given.ids(9) }))
    }
    expect(next(59).answer).toMatchObject({ id: first, sends: 2 })
    const { answer, commit } = next(60)
    expect(answer).toMatchObject({ status: "pending", sends: 1, expires_at: "2030-01-15T12:45:56.789Z" })
    expect(answer.id).not.toBe(first)
    const { deletes, due, expects, cancels, puts } = told(commit)
    expect({ deletes, expects, cancels }).toStrictEqual({
      deletes: [`one_time_code ${first}`],
      expects: [`verification ${first} 2`],
      cancels: [`verification_expiry ${first}`]
    })
    expect(due.map(([work]) => work)).toContain(`verification_expiry ${answer.id}`)
    expect(puts[0]).toStrictEqual({
      ...of.get(Verifications, first),
      status: "expired",
      code: null,
      endedAt: after(60)
    })
    expect(commit.events.map(({ name }) => name)).toEqual([
      "verification.expired",
      "verification.pending",
      "message.queued"
    ])
  })

  it("goes in the language that is asked for, else in the contact's, and says so", () => {
    const other = template({ id: Given.templateId(2), language: "de", translationOf: Given.templateId(1) })
    const of = store(template({ translations: [{ language: "de", template: other.id }] }))
    of.put(Commit.put(Templates, other))
    of.put(Commit.put(Contacts, Given.contact({ language: "de" })))
    const spoken = (parts: Partial<VerificationBody.Create>, seconds: number) => {
      const answer = ask(of, parts, after(seconds))
      const message = "message_id" in answer ? of.get(Messages, answer.message_id) : null
      return [message?.template?.id, message?.history[0]?.description]
    }
    expect(spoken({ purpose: "a", template: { name: "code" } }, 1))
      .toEqual([other.id, "accepted; in de, the contact's language"])
    expect(spoken({ purpose: "b", template: { name: "code", language: "en_US" } }, 2))
      .toEqual([Given.templateId(1), "accepted; in en_US, which the send asks for"])
    expect(spoken({ purpose: "c", template: { id: other.id, name: "another" } }, 3))
      .toEqual([other.id, "accepted; in de, the language of the template that the send names"])
  })

  it("is the same one when it is sent again, whatever length is asked for then, and ends when it would have ended", () => {
    const of = store(template())
    const first = begun(of)
    const code = of.get(OneTimeCodes, first)!
    expect(ask(of, { code_length: 8 }, after(30))).toMatchObject({ id: first, sends: 2, code_length: 6 })
    expect(of.get(OneTimeCodes, first)).toEqual(code)
    // What stands in the place of the code has the code's length.
    const sent = of.get(Verifications, first)!.sends.map(({ message }) =>
      of.get(Messages, message)!.template!.parameters
    )
    expect(sent).toEqual([{ code: "******" }, { code: "******" }])
    expect(of.get(Verifications, first)!.expiresAt).toBe(after(600))
    expect(of.events.map(({ name }) => name)).toEqual(["verification.pending", "message.queued", "message.queued"])
  })

  it("is watched as its account says, and else as its organization does", () => {
    const organization = Given.account({ id: Given.accountId(2), pumping: {} })
    const isWatched = (pumping: "off" | object | undefined, of = organization) => {
      const account = Given.account({
        type: "profile",
        organization: of.id,
        ...(pumping === undefined ? {} : { pumping })
      })
      const made = store(template(), account)
      made.put(Commit.put(Accounts, of))
      return made.get(Verifications, begun(made, {}, { account, keyAccount: account }))!.isWatched
    }
    expect([isWatched(undefined), isWatched({})]).toEqual([true, true])
    expect([isWatched("off"), isWatched(undefined, Given.account({ id: Given.accountId(2) }))])
      .toEqual([undefined, undefined])
  })
})

it("a code that is sent again makes nothing new, and its answer says so", () => {
  const answer = (sends: number) =>
    CreateVerification.isOk?.({
      ...VerificationResource.fromVerification(Verified.verification(), Given.now),
      sends
    })
  expect([answer(1), answer(2), answer(5)]).toEqual([false, true, true])
})

describe("in the sandbox", () => {
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
  const shown = {
    id,
    phone_number: Given.phone(1),
    purpose: "default",
    status: "pending",
    channel: "auto_detect",
    template_id: id,
    template_name: "sandbox",
    message_id: id,
    code_length: 6,
    sends: 1,
    created_at: "2030-01-15T12:34:56.789Z",
    expires_at: "2030-01-15T12:44:56.789Z",
    resend_at: "2030-01-15T12:35:26.789Z"
  }

  it("a code is shown as it is asked for, and as one that was never sent", () => {
    const show = (parts: Partial<VerificationBody.Create>) =>
      CreateVerification.simulate!(
        { path: {}, query: {}, body: body(parts), consulted: { taking: undefined, at: Given.now } },
        Verified.caller,
        Given.now,
        Given.ids()
      )
    expect(show({})).toStrictEqual({ ...shown, template_id: Given.templateId(1) })
    expect(
      show({ template: { name: "code" }, channel: "sms", purpose: "sign-in", code_length: 8, lifetime_minutes: 1 })
    )
      .toStrictEqual({
        ...shown,
        template_name: "code",
        channel: "sms",
        purpose: "sign-in",
        code_length: 8,
        expires_at: "2030-01-15T12:35:56.789Z"
      })
  })

  it("a verification is canceled, and no code is right", () => {
    const input = { path: { id: Verified.id }, query: {}, consulted: undefined }
    const { resend_at: _, ...ended } = shown
    expect(CancelVerification.simulate!({ ...input, body: {} }, Verified.caller, Given.now, Given.ids())).toStrictEqual(
      {
        ...ended,
        id: Verified.id,
        phone_number: "+15550000000",
        status: "canceled",
        ended_at: "2030-01-15T12:34:56.789Z"
      }
    )
    const code = { code: Verified.rightCode }
    expect(CheckVerification.simulate!({ ...input, body: code }, Verified.caller, Given.now, Given.ids()))
      .toStrictEqual({ verification_id: Verified.id, valid: false })
  })
})

describe("a verification that has ended", () => {
  const cancel = (of: FactStore, now = Given.now) =>
    of.run(
      CancelVerification.decides,
      { path: { id: Verified.id }, query: {}, body: {}, caller: Verified.caller, consulted: undefined },
      now,
      Given.ids()
    )

  it("cannot be canceled, and says so", () => {
    const of = Verified.store()
    expect(Result.getOrThrow(cancel(of))).toMatchObject({ status: "canceled", ended_at: "2030-01-15T12:34:56.789Z" })
    for (const again of [cancel(of), cancel(Verified.store(), after(600))]) {
      expect(again).toMatchObject({ failure: { code: "CONFLICT_010", message: "The verification has ended" } })
    }
    expect(Result.isSuccess(cancel(Verified.store(), Instant.make(after(600) - 1)))).toBe(true)
  })

  it("is shown with its end, which is that of its time where nobody has ended it", () => {
    const shown = (parts: Parameters<typeof Verified.verification>[0], now = Given.now) => {
      const { ended_at, resend_at, status } = VerificationResource.fromVerification(Verified.verification(parts), now)
      return [status, ended_at, resend_at]
    }
    expect(shown({})).toEqual(["pending", undefined, "2030-01-15T12:35:26.789Z"])
    expect(shown({}, after(600))).toEqual(["expired", "2030-01-15T12:44:56.789Z", undefined])
    expect(shown({ status: "expired", endedAt: after(601) }, after(700))).toEqual([
      "expired",
      "2030-01-15T12:44:57.789Z",
      undefined
    ])
    expect(shown({ status: "approved", endedAt: after(5) }, after(700))).toEqual([
      "approved",
      "2030-01-15T12:35:01.789Z",
      undefined
    ])
  })
})
