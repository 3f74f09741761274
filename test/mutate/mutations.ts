/**
 * Each entry breaks one rule on purpose. The tests that it names have to notice.
 */
import { templateMutations } from "./templates.ts"

export interface Mutation {
  /** What `--area` selects, such as "gates". */
  readonly area: string
  /** The file to change, relative to the root of the repository. */
  readonly file: string
  /** The text to replace; it stands exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** What `vitest run` gets as filters: parts of paths of test files. */
  readonly tests: ReadonlyArray<string>
}

/** A mutation of a file of core, and the test that notices. */
const core = (area: string, file: string, find: string, replace: string, test: string): Mutation => ({
  area,
  file: `packages/core/src/${file}`,
  find,
  replace,
  tests: [test]
})

/** A mutation of the statement that commits a batch at once, and the test that notices. */
const atOnce = (find: string, replace: string, test = "postgres/commit"): Mutation => ({
  area: "postgres",
  file: "adapters/postgres/src/internal/guessing.ts",
  find,
  replace,
  tests: [test]
})

export const mutations: ReadonlyArray<Mutation> = [
  core("values", "value/Uuid.ts", "return stamped(sha1(input), 5)", "return stamped(sha1(input), 3)", "core/Uuid"),
  core(
    "values",
    "value/Uuid.ts",
    "copy[8] = (copy[8]! & 0x3f) | 0x80",
    "copy[8] = (copy[8]! & 0x3f) | 0xc0",
    "core/Uuid"
  ),
  core("values", "value/Instant.ts", "toMillis(self).slice(0, -5)", "toMillis(self).slice(0, -1)", "core/Instant"),
  core("values", "value/Money.ts", "padStart(5, \"0\")", "padStart(4, \"0\")", "core/Money"),
  core("values", "value/PhoneNumber.ts", "{6,14}$/", "{6,15}$/", "core/PhoneNumber"),
  core(
    "values",
    "value/PhoneNumber.ts",
    "format.internationalFormat() ?? format.format()",
    "format.format()",
    "core/PhoneNumber"
  ),
  core("values", "value/Json.ts", "Object.keys(object).toSorted()", "Object.keys(object)", "core/Json"),
  core("values", "value/Secret.ts", "key.trim().toLowerCase()", "key.trim()", "core/Secret"),
  core("values", "value/Text.ts", "last <= 0xdbff", "last < 0xd800", "core/Text"),
  core("values", "commit/Mint.ts", "now > lastMillis", "now >= lastMillis", "core/Mint"),
  core("catalogues", "catalogue/ErrorCode.ts", "BUSINESS_003: [402,", "BUSINESS_003: [422,", "core/ErrorCode"),
  core(
    "catalogues",
    "catalogue/OutcomeCode.ts",
    "DELIVERY_004: [\"FILTERED\"",
    "DELIVERY_004: [\"FAILED\"",
    "core/OutcomeCode"
  ),
  core(
    "catalogues",
    "catalogue/FailureClass.ts",
    "temporary_carrier_error: [\"DELIVERY_013\", false]",
    "temporary_carrier_error: [\"DELIVERY_013\", true]",
    "core/OutcomeCode"
  ),
  core("catalogues", "catalogue/Limit.ts", "submissionDeadline = 30", "submissionDeadline = 31", "core/Limit"),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"DELIVERED\", \"read\", \"READ\", \"message.read\")",
    "row(\"DELIVERED\", \"read\", \"READ\", null)",
    "core/MessageState"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"SCHEDULED\", \"cancelled\", \"CANCELLED\"",
    "row(\"QUEUED\", \"cancelled\", \"CANCELLED\"",
    "core/MessageState"
  ),
  core(
    "states",
    "message/Progress.ts",
    "trigger) === null) return self",
    "trigger) === undefined) return self",
    "core/History"
  ),
  core("receipts", "message/ReceiptJoin.ts", "FAILED: 2, DELIVERED: 3", "FAILED: 3, DELIVERED: 2", "core/ReceiptJoin"),
  core("receipts", "message/ReceiptJoin.ts", "current.every((attempt)", "current.some((attempt)", "core/ReceiptJoin"),
  core(
    "receipts",
    "receipt/Report.ts",
    "charge: unheard ? \"taken\" : attempt.charge",
    "charge: \"taken\"",
    "core/History"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "channel === \"whatsapp\" || channel === \"rcs\"",
    "channel !== \"mms\"",
    "core/Message.test"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "attempt !== message.attempts.findLast",
    "attempt === message.attempts.findLast",
    "core/History"
  ),
  core(
    "receipts",
    "receipt/ReceiptDeadline.ts",
    "each.report === \"SENT\")",
    "each.report !== null)",
    "core/Message.test"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "message.status === \"ROUTED\" && attempt.send",
    "attempt.send",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "outcome.reference === null || attempt.reference !== null",
    "true",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "once: `return:${attempt.id}`",
    "once: `reserve:${attempt.id}`",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "{ relied: [outlook.contactRelied], spends: route.spends",
    "{ spends: route.spends",
    "core/Engine"
  ),
  core("events", "message/MessageEvent.ts", "\"message.routed\",\n", "", "core/MessageEvent"),
  core("events", "message/MessageEvent.ts", "template_id: message.template?.id ?? null,\n", "", "core/MessageEvent"),
  core(
    "dispatch",
    "dispatch/Dispatch.ts",
    "{ relied: [outlook.contactRelied], spends: route.spends",
    "{ spends: route.spends",
    "core/Engine"
  ),
  core("dispatch", "dispatch/Gate.ts", "balance < price", "balance <= price", "core/Gate"),
  core(
    "dispatch",
    "dispatch/Routing.ts",
    "\"whatsapp\", \"rcs\", \"sms\", \"mms\"]",
    "\"rcs\", \"whatsapp\", \"sms\", \"mms\"]",
    "core/Routing"
  ),
  core("dispatch", "dispatch/Routing.ts", ">= Limit.routesPerSend", "> Limit.routesPerSend", "core/Routing"),
  core("dispatch", "dispatch/Segment.ts", "used + width > split", "used + width >= split", "core/Segment"),
  core("dispatch", "dispatch/Segment.ts", "\"\\f^{}\\\\[~]|€\"", "\"\\f^{}\\\\[~]|\"", "core/Segment"),
  core("dispatch", "dispatch/Price.ts", "found.price * segments", "found.price", "core/Price"),
  core(
    "dispatch",
    "dispatch/Sender.ts",
    "own.country === region) ?? able[0]",
    "own.country === region)",
    "core/Sender"
  ),
  ...templateMutations,
  core(
    "deliveries",
    "delivery/Signature.ts",
    "`${webhook}.${unixSeconds}.${body}`",
    "`${webhook}.${body}`",
    "core/Signature"
  ),
  core("deliveries", "delivery/Retry.ts", "attempts > retryCount", "attempts >= retryCount", "core/Retry"),
  core("deliveries", "delivery/Retry.ts", "Math.min(3600,", "Math.max(3600,", "core/Retry"),
  core("deliveries", "delivery/DeliveryHandler.ts", "isActive: false, subscribes: []", "isActive: false", "core/Retry"),
  core(
    "deliveries",
    "delivery/Subscription.ts",
    "wanted.length === 0 || wanted.includes(suffix)",
    "wanted.includes(suffix)",
    "core/Subscription"
  ),
  core("deliveries", "delivery/Fanout.ts", "`${event}/${webhook}`", "`${event}`", "core/Fanout"),
  core("operations", "operation/Decoding.ts", "`${name}[${step}]`", "`${name}.${step}`", "core/Decoding"),
  core(
    "operations",
    "operation/Operations.ts",
    "body[\"sandbox\"] === true",
    "body[\"sandbox\"] !== false",
    "core/Simulation"
  ),
  core("operations", "commit/Refused.ts", "codes.size === 1", "codes.size >= 1", "core/Refused"),
  core(
    "operations",
    "operation/CreateTemplate.ts",
    "{ ...template, status: \"DRAFT\" }",
    "template",
    "core/Simulation"
  ),
  core("operations", "accept/Accept.ts", "[...new Set(values)]", "[...values]", "core/Accept"),
  core("engine", "engine/Decider.ts", "outcome.because !== \"row\"", "outcome.because === \"row\"", "core/Decider"),
  core("engine", "engine/Committer.ts", "outcomes[index]!", "outcomes[0]!", "core/Committer"),
  core("engine", "engine/Worker.ts", "!isClaiming && ", "", "core/Worker"),
  core(
    "engine",
    "engine/Worker.ts",
    "const retryAfter = 5 * Instant.second",
    "const retryAfter = 0 * Instant.second",
    "core/Worker"
  ),
  core(
    "engine",
    "engine/Worker.ts",
    "Semaphore.withPermit(known.turn, handle(lane, leases))",
    "handle(lane, leases)",
    "core/Worker"
  ),
  core(
    "engine",
    "engine/WorkSignal.ts",
    "Effect.andThen(latch.await, Effect.asVoid(latch.close))",
    "latch.await",
    "core/WorkSignal"
  ),
  core("engine", "engine/Committer.ts", "const batches = 2", "const batches = 1", "core/Committer"),
  core("templates", "review/Review.ts", "template.revision === target(lease).revision", "true", "core/Review"),
  core("schedule", "operation/SendMessage.ts", "at - now >= Limit", "at - now > Limit", "core/Schedule"),
  core("schedule", "operation/SendMessage.ts", "at - now <= Limit", "at - now < Limit", "core/Schedule"),
  core("schedule", "accept/Accept.ts", "at: send.scheduledAt ?? now", "at: now", "core/Schedule"),
  core("schedule", "value/Timestamp.ts", "(sign === \"-\" ? -1 : 1)", "1", "core/Timestamp"),
  core(
    "schedule",
    "message/MessageEvent.ts",
    "message.scheduledAt !== null && MessageState.showsSchedule(message.status)",
    "message.scheduledAt !== null",
    "core/Schedule"
  ),
  core(
    "inbound",
    "inbound/Receive.ts",
    "if (known !== null) return answered({ _tag: \"Repeated\", message: known.message })",
    "",
    "core/Inbound"
  ),
  core(
    "inbound",
    "inbound/Receive.ts",
    "account === null || account.deletedAt !== null",
    "account === null",
    "core/Inbound"
  ),
  core("inbound", "inbound/ReceivedEvent.ts", "media.length === 0", "false", "core/Inbound"),
  core("inbound", "inbound/Receive.ts", "          Facts.relied(facts, InboundReferences, key),\n", "", "inbound/Race"),
  core("inbound", "inbound/Receive.ts", "text: spoken", "text", "core/Inbound"),
  core("inbound", "value/Text.ts", "ill === \"\\0\" ? \"\" : \"\\ufffd\"", "ill", "http/contract/node-postgres"),
  core("inbound", "message/MessageResource.ts", "media?.map(attached) ?? null", "null", "http/contract/node-memory"),
  core(
    "inbound",
    "accounts/Numbers.ts",
    "    relied: [...new Set([...gained, ...lost])].map((number) => Facts.relied(facts, OwnNumbers, number)),\n",
    "",
    "inbound/Race"
  ),
  core("inbound", "accounts/Numbers.ts", "!kept.has(number) && ", "", "core/Numbers"),
  atOnce("r.version = x.version\n", "true\n"),
  atOnce("x.needed is null or s.amount >= x.needed", "true", "stores/postgres"),
  atOnce("where w.token = x.token", "where true", "stores/postgres"),
  atOnce("c.token = x.token and ", "", "stores/postgres"),
  atOnce("s.events = x.events", "true"),
  atOnce("    subscriptions.length\n", "    0\n"),
  core(
    "people",
    "people/TeamRule.ts",
    "team.admins.every((admin) => admin === user.id)",
    "team.admins.length === 0",
    "core/People"
  ),
  core(
    "people",
    "people/TeamRule.ts",
    "Email.same(user.email, asking.email) &&",
    "false &&",
    "core/People"
  ),
  core(
    "people",
    "people/Roster.ts",
    "relied: [Facts.relied(facts, Teams, user.account)],",
    "relied: [],",
    "people/Race"
  ),
  core(
    "people",
    "people/Roster.ts",
    "relied: [Facts.relied(facts, UserEmails, emailKey(user.account, user.email))],",
    "relied: [],",
    "people/Race"
  ),
  core(
    "people",
    "people/Roster.ts",
    ", ref(UserEmails, emailKey(user.account, user.email))]",
    "]",
    "core/People"
  ),
  core(
    "people",
    "people/Roster.ts",
    "user === null || user.account !== account",
    "user === null",
    "http/contract/node-memory"
  ),
  core(
    "people",
    "people/Invitation.ts",
    "now >= Instant_.plus",
    "now > Instant_.plus",
    "core/People"
  ),
  core("people", "people/Permission.ts", "user.status === \"active\" &&", "true &&", "core/Permission"),
  core(
    "people",
    "people/Permission.ts",
    "role !== null && required === \"any\"",
    "role !== null",
    "core/Permission"
  ),
  core(
    "people",
    "people/Permission.ts",
    "on === organization ? [on] : [on, organization]",
    "[on]",
    "core/Permission"
  ),
  core(
    "people",
    "people/Permission.ts",
    "account.id === organization || isProfileOf(account, organization) ? [account] : []",
    "[account]",
    "core/Permission"
  ),
  core("people", "people/Permission.ts", "account.ownerEmail ?? account.email", "account.email", "core/Permission"),
  core("people", "operation/users/GetUser.ts", ".toReversed()", "", "http/contract/node-memory"),
  core(
    "people",
    "operation/users/CreateUser.ts",
    "known !== null || isOwner",
    "known !== null && isOwner",
    "core/People"
  ),
  core(
    "isolation",
    "operation/GetMessage.ts",
    "message === null || message.account !== caller.account.id",
    "message === null",
    "http/isolation"
  ),
  core("isolation", "people/Roster.ts", "user === null || user.account !== account", "user === null", "http/isolation"),
  {
    area: "isolation",
    file: "packages/http/src/steps/Scope.ts",
    find: "profile === null || !isProfileOf(profile, account.id)",
    replace: "profile === null",
    tests: ["http/isolation"]
  },
  core(
    "isolation",
    "operation/SendMessage.ts",
    "return template?.account === account ? template : null",
    "return template",
    "http/isolation"
  ),
  core("profiles", "value/ShortName.ts", "{3,11}$", "{2,11}$", "core/Profiles"),
  core("profiles", "value/ShortName.ts", "{3,11}$", "{3,12}$", "core/Profiles"),
  core("profiles", "value/ShortName.ts", "(?=.*[A-Za-z])", "", "core/Profiles"),
  core("profiles", "value/ShortName.ts", ".toLowerCase()", "", "core/Profiles"),
  core(
    "profiles",
    "accounts/ShortNames.ts",
    "relied: [Facts.relied(facts, ProfileShortNames, shortNameKey(organization, shortName))],",
    "",
    "profiles/Race"
  ),
  core(
    "profiles",
    "profile/ProfileChange.ts",
    "{ relied: [Facts.relied(facts, Accounts, after.id)], puts",
    "{ puts",
    "profiles/Race"
  ),
  core(
    "profiles",
    "profile/Removal.ts",
    "message.status === \"SCHEDULED\"",
    "message.status === \"QUEUED\"",
    "profiles/Removal"
  ),
  core("profiles", "profile/Removal.ts", "  numbers: [],\n", "", "profiles/Removal"),
  core("profiles", "profile/Removal.ts", "  routes: [],\n", "", "profiles/Removal"),
  core("profiles", "profile/Removal.ts", "    whatsapp: null,\n", "", "profiles/Removal"),
  core("profiles", "profile/Removal.ts", "more ? { due:", "false ? { due:", "profiles/Removal"),
  core("profiles", "profile/Removal.ts", "now - oldest.createdAt <= Limit.longestHold", "true", "profiles/Removal"),
  core(
    "profiles",
    "profile/Completion.ts",
    "details(profile).brand !== null || details(profile).inheritsBrand",
    "true",
    "core/Profiles"
  ),
  core("profiles", "profile/SenderProfileResource.ts", "numberType === \"TEN_DLC\"", "true", "core/Profiles"),
  core(
    "profiles",
    "operation/profiles/UpdateSenderProfile.ts",
    "body.description === undefined ?",
    "body.description == null ?",
    "core/Profiles"
  ),
  core(
    "profiles",
    "operation/profiles/ProfileEdit.ts",
    "body.brand !== undefined && typeof",
    "false && typeof",
    "core/Profiles"
  ),
  core("profiles", "row/Account.ts", "return [id, organization]", "return [organization, id]", "core/Profiles"),
  core("profiles", "carrier/Handover.ts", "account: attempt.payer,", "account: message.account,", "core/Profiles"),
  core("profiles", "dispatch/Gate.ts", "account !== null && account.deletedAt !== null", "false", "core/Profiles"),
  core(
    "profiles",
    "operation/profiles/CreateSenderProfile.ts",
    "billing !== null && typeof billing === \"object\" && \"fallback\" in billing",
    "false",
    "http/contract/node-memory"
  ),
  core(
    "profiles",
    "operation/profiles/Capability.ts",
    "value === null || value.trim() === \"\"",
    "false",
    "http/contract/node-memory"
  ),
  core(
    "profiles",
    "operation/profiles/UpdateSenderProfile.ts",
    "if (changes.length === 0)",
    "if (false)",
    "http/contract/node-memory"
  ),
  core(
    "profiles",
    "profile/NewProfile.ts",
    "numbers: [],",
    "numbers: organization.numbers,",
    "http/contract/node-memory"
  ),
  core(
    "profiles",
    "profile/Ownership.ts",
    "isProfileOf(found, asking.id) || found.id === asking.id",
    "true",
    "http/isolation"
  )
]
