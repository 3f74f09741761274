/**
 * POST /v3/verifications: sends a code to a number, or sends that of its running verification again (decisions 16.3, 16.4).
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Accept from "../accept/Accept.ts"
import type { Choice } from "../accept/TemplateChoice.ts"
import { type Decided, type Decision, done, type Following } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as KnownContact from "../contact/KnownContact.ts"
import type { Taking } from "../dispatch/DispatchStep.ts"
import * as ImmediateDispatch from "../dispatch/ImmediateDispatch.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { OneTimeCodes } from "../row/OneTimeCode.ts"
import * as Pumping from "../row/Pumping.ts"
import type { CodeSent, Verification } from "../row/Verification.ts"
import { running, Verifications } from "../row/Verification.ts"
import type { AccountId, VerificationId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Code from "./Code.ts"
import * as CodeTemplate from "./CodeTemplate.ts"
import * as ResendRule from "./ResendRule.ts"
import * as SendLimits from "./SendLimits.ts"
import * as Simulated from "./SimulatedVerification.ts"
import * as VerificationBody from "./VerificationBody.ts"
import type { VerificationResource } from "./VerificationResource.ts"
import * as Resource from "./VerificationResource.ts"
import * as VerificationState from "./VerificationState.ts"
import * as VerificationStep from "./VerificationStep.ts"

type Body = VerificationBody.Create
type Asked = Operation.Command<object, object, Body, Consulted>

/** The counters that a send counts in go by the instant at which it was asked for. */
interface Consulted {
  readonly taking: Taking | undefined
  readonly at: Instant.Instant
}

const askerOf = ({ body, caller }: Asked): SendLimits.Asker => ({
  account: caller.account.id,
  phone: body.phone_number,
  address: body.ip_address ?? null
})

const runningKey = ({ body, caller }: Asked) =>
  running(caller.account.id, body.phone_number, VerificationBody.purpose(body))

const following: Following<Asked> = (() => {
  const inner = ImmediateDispatch.following<Pick<Asked, "body" | "caller"> & ImmediateDispatch.Sending>(
    ({ body, caller: { account: { id: account } } }, facts) => {
      const template = CodeTemplate.peek(account, body, facts)?.template
      return template?.status === "APPROVED" ? [{ account, phone: body.phone_number, template }] : []
    }
  )
  const sending = ({ body, caller, consulted }: Asked) => ({ body, caller, consulted: consulted.taking })
  return {
    needs: (asked, facts) => inner.needs(sending(asked), facts),
    decide: (asked, commit, grounds) => inner.decide(sending(asked), commit, grounds)
  }
})()

/** Returns the organization that says whether the account is watched, or null when the account says so itself. */
const organizationOf = ({ organization, pumping }: Account): AccountId | null =>
  pumping === undefined ? organization : null

const isWatched = (account: Account, facts: Facts.Facts): boolean => {
  const asked = organizationOf(account)
  const organization = asked === null ? null : Facts.get(facts, Accounts, asked)
  return Pumping.of(organization === null ? [account] : [account, organization]) !== null
}

const needs = (asked: Asked, facts: Facts.Facts): Needs.Needs => {
  const { body, caller: { account }, consulted } = asked
  const before = Facts.peekFound(facts, Verifications, runningKey(asked))
  return Needs.all(
    CodeTemplate.needs(account.id, body, facts),
    KnownContact.needs(account, body.phone_number),
    Needs.unique(runningKey(asked)),
    SendLimits.needs(askerOf(asked), consulted.at),
    organizationOf(account) === null ? Needs.none : Needs.row(Accounts, organizationOf(account)!),
    before === undefined || before === null ? Needs.none : Needs.row(OneTimeCodes, before.id)
  )
}

const tooSoon = (until: Instant.Instant, now: Instant.Instant, message: string): Refused.Refused =>
  new Refused.Refused({
    code: "BUSINESS_002",
    message,
    retryAfter: Math.max(1, Math.ceil((until - now) / Instant.second))
  })

/** Returns why no code is sent now, or null when one is. */
const hindrance = (asked: Asked, before: Verification | null, { facts, now }: Grounds): Refused.Refused | null => {
  if (before !== null) {
    const next = ResendRule.next(before)
    if (next === null) {
      return tooSoon(
        before.expiresAt,
        now,
        "The code was sent as often as it may be; another one can be asked for later"
      )
    }
    if (next > now) return tooSoon(next, now, "The code was sent a moment ago; it can be sent again later")
  }
  const limit = SendLimits.exhausted(askerOf(asked), facts, asked.consulted.at)
  return limit === null ? null : tooSoon(limit.until, now, `Too many codes were sent for this ${limit.subject}`)
}

/** Accepts the message with what hides the code in its place. */
const accepted = (
  asked: Asked,
  { spoken, template }: Choice,
  verification: Pick<Verification, "codeLength" | "expiresAt" | "id" | "isWatched">,
  grounds: Grounds
) => {
  const { body, caller: { account } } = asked
  const { codeLength, expiresAt, id, isWatched } = verification
  const { commit, messages } = Accept.accept({
    account,
    to: [{
      phone: body.phone_number,
      spoken,
      template: {
        id: template.id,
        revision: template.revision,
        name: template.name,
        category: template.category,
        parameters: CodeTemplate.parameters(template, Code.hidden(codeLength))
      },
      reference: null
    }],
    channels: [VerificationBody.channel(body)],
    text: null,
    subject: null,
    mediaUrls: [],
    contact: (phone) => KnownContact.of(account, phone, grounds),
    metadata: null,
    validity: { at: expiresAt },
    verification: { id, ...(isWatched === true ? { isWatched } : {}) },
    smartEncoding: null,
    fallback: null,
    scheduledAt: null
  }, grounds)
  return { commit, message: messages[0]!.id }
}

const creating: Decision<Asked, VerificationResource> = {
  name: "verifications.create",
  needs,
  following,
  decide: (asked, grounds): Result.Result<Decided<VerificationResource>, Refused.Refused> => {
    const { body, caller: { account } } = asked
    const { facts, ids, now } = grounds
    const found = CodeTemplate.find(account.id, body, facts)
    if (Result.isFailure(found)) return Result.fail(found.failure)
    const { template } = found.success
    const known = Facts.find(facts, Verifications, runningKey(asked))
    const before = known !== null && VerificationState.at(known, now) === "pending" ? known : null
    const refused = hindrance(asked, before, grounds)
    if (refused !== null) return Result.fail(refused)

    const kept = before === null ? null : Facts.get(facts, OneTimeCodes, before.id)
    const codeLength = before?.codeLength ?? VerificationBody.codeLength(body)
    const code = kept?.code ?? ids.secrets.code(codeLength)
    const channel = VerificationBody.channel(body)
    const flaws = CodeTemplate.flaws(template, channel, code)
    if (flaws.length > 0) return Result.fail(Refused.fromViolations(flaws))

    const id = before?.id ?? ids.id(now) as VerificationId
    const expiresAt = before?.expiresAt ??
      Instant.plus(now, CodeTemplate.lifetimeMinutes(template, body) * Instant.minute)
    // A verification is counted once, however often its code is sent.
    const watched = before === null && isWatched(account, facts) ? { isWatched: true } : {}
    const send = accepted(asked, found.success, { id, expiresAt, codeLength, ...watched }, grounds)
    const sent: CodeSent = {
      message: send.message,
      channel,
      template: { id: template.id, name: template.name },
      at: now
    }
    const step = before === null
      ? VerificationStep.start(
        {
          id,
          account: account.id,
          phone: body.phone_number,
          purpose: VerificationBody.purpose(body),
          codeLength,
          ...watched,
          code: Code.hashed(id, code, ids.secrets),
          sends: [sent],
          createdAt: now,
          expiresAt
        },
        code,
        grounds
      )
      : VerificationStep.take(before, "sent_again", { sends: [...before.sends, sent] }, grounds)
    // One whose time is over still has the key of the running one until its work has come.
    const over = known === null || before !== null
      ? {}
      : VerificationStep.take(known, "lapsed", {}, grounds).commit
    return done(
      Resource.fromVerification(step.verification, now),
      over,
      step.commit,
      send.commit,
      { counts: SendLimits.count(askerOf(asked), send.message, asked.consulted.at) }
    )
  }
}

type Creating = Operation.Operation<object, object, Body, Consulted, VerificationResource, "verifications.create">

export const CreateVerification: Creating = {
  name: "verifications.create",
  summary: "Verify a number by a code",
  description:
    "Sends a one-time code by an AUTHENTICATION template, and answers 201. While a verification of the same number and purpose runs, its code is sent again and the answer is 200: at most four times, each time after a longer wait. Nothing shows the code but the message on the handset.",
  beyond: true,
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: VerificationBody.Create,
  data: Resource.VerificationResource,
  status: 201,
  isOk: ({ sends }) => sends > 1,
  role: null,
  scope: "send",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_002", "BUSINESS_002", "BUSINESS_005", "VALIDATION_008"],
  check: ({ body }) => VerificationBody.check(body),
  isRemade: true,
  simulate: ({ body }, caller, now, ids) =>
    Resource.fromVerification(Simulated.verification({ body }, caller, { now, ids }), now),
  consult: (_input, _caller, here) =>
    Effect.map(ImmediateDispatch.consult(here), (taking) => ({ taking, at: here.now })),
  decides: creating
}
