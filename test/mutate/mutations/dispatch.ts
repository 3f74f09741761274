import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("dispatch", "dispatch/Gate.ts", "balance < price", "balance <= price", "core/Gate"),
  core(
    "dispatch",
    "dispatch/Routing.ts",
    "\"whatsapp\", \"rcs\", \"sms\", \"mms\"]",
    "\"rcs\", \"whatsapp\", \"sms\", \"mms\"]",
    "core/Routing"
  ),
  core("dispatch", "dispatch/Routing.ts", ">= Limit.routesPerSend", "> Limit.routesPerSend", "core/Routing"),
  core(
    "dispatch",
    "dispatch/Segment.ts",
    "used + width > Limit.smsSegment",
    "used + width >= Limit.smsSegment",
    "core/Segment"
  ),
  core("dispatch", "dispatch/Segment.ts", "isPair(text, end - 1)", "false", "core/Segment"),
  core("dispatch", "dispatch/Segment.ts", "text.slice(index === 0 ? 0 : ends[index - 1], end)", "text", "core/Segment"),
  core("dispatch", "dispatch/Segment.ts", "\"\\f^{}\\\\[~]|€\"", "\"\\f^{}\\\\[~]|\"", "core/Segment"),
  core("dispatch", "dispatch/Price.ts", "found.price * segments", "found.price", "core/Price"),
  core(
    "dispatch",
    "dispatch/Sender.ts",
    "own.country === region) ?? able[0]",
    "own.country === region)",
    "core/Sender"
  ),
  core("dispatch", "dispatch/Dispatch.ts", "message.send !== send || ", "", "core/History"),
  core(
    "dispatch",
    "dispatch/TakeUp.ts",
    "{ channel: message.requested }, true)",
    "{ channel: message.requested })",
    "core/History"
  ),
  core("dispatch", "dispatch/Gate.ts", " || contact.optOut && !isAutoReply", "", "core/History"),
  core("dispatch", "dispatch/Gate.ts", "isSuppressed(contact) || ", "", "core/History"),
  core("dispatch", "dispatch/Gate.ts", " && !isAutoReply", "", "core/History"),
  core("dispatch", "dispatch/Gate.ts", "&& !isAutoReply),\n  true", "&& !isAutoReply)", "core/History"),
  core("dispatch", "dispatch/Recipient.ts", " && send === 1", "", "core/History"),
  core("dispatch", "dispatch/RoutingContext.ts", "message.autoReply?.from ?? ", "", "core/History"),
  core("dispatch", "dispatch/Gate.ts", "balance < price, true", "balance < price", "core/History"),
  core("dispatch", "dispatch/Gate.ts", "({ stage }) => stage === \"unverified\"", "() => false", "core/History"),
  core("dispatch", "dispatch/Gate.ts", "stage === \"suspended\" || ", "", "core/History"),
  core("dispatch", "dispatch/Gate.ts", "today.sent >= today.limit", "today.sent > today.limit", "core/History"),
  core(
    "dispatch",
    "dispatch/Gate.ts",
    "template.row?.status !== \"APPROVED\"",
    "template.row === null",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/Gate.ts",
    "template.unusableVariables.length > 0",
    "template.unusableVariables.length < 0",
    "core/History"
  ),
  core("dispatch", "dispatch/Gate.ts", "requested === \"whatsapp\" && !isOpenOnWhatsapp", "false", "core/History"),
  core("dispatch", "dispatch/Gate.ts", "requested !== \"whatsapp\" && !isOpen", "false", "core/History"),
  core(
    "dispatch",
    "dispatch/Gate.ts",
    "template === null && requested !== \"whatsapp\"",
    "requested !== \"whatsapp\"",
    "core/History"
  ),
  core("dispatch", "dispatch/Conversation.ts", "contact?.lastInboundAt !== undefined || ", "", "core/History"),
  core("dispatch", "dispatch/Conversation.ts", "now - at <= window", "now - at < window", "core/Conversation"),
  core(
    "dispatch",
    "dispatch/Conversation.ts",
    "Limit.freeFormWindow.template",
    "Limit.freeFormWindow.whatsapp",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/Conversation.ts",
    "contact?.lastWhatsappInboundAt",
    "contact?.lastInboundAt",
    "core/History"
  ),
  core("dispatch", "dispatch/DailyLimit.ts", "ceiling: found.limit", "ceiling: null", "core/DailyLimit"),
  core("dispatch", "dispatch/DailyLimit.ts", ".slice(0, 10)", ".slice(0, 7)", "core/History"),
  core(
    "dispatch",
    "dispatch/DailyLimit.ts",
    "once: `daily:${message.id}/${message.send}`",
    "once: `daily:${message.id}`",
    "core/History"
  ),
  core("dispatch", "dispatch/Content.ts", "channels: Channels.literals", "channels: [\"sms\"]", "core/History"),
  core(
    "dispatch",
    "dispatch/Content.ts",
    "channels: Renderer.renderable(definition)",
    "channels: Channels.literals",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/Content.ts",
    "      ...Renderer.missing(compiled, template.parameters, channels),\n",
    "",
    "core/History"
  ),
  core("dispatch", "dispatch/Content.ts", "channel !== \"mms\"", "channel === \"mms\"", "core/Content"),
  core("dispatch", "dispatch/Content.ts", ".slice(0, Limit.mmsMediaItems)", "", "core/Content"),
  core("dispatch", "dispatch/Content.ts", "truncate(subject, Limit.mmsSubjectLength)", "subject", "core/Content"),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "requested === \"auto_detect\" && use === null && !isOpenOnWhatsapp",
    "use === null && !isOpenOnWhatsapp",
    "core/Reroute"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "requested === \"auto_detect\" && use === null && !isOpenOnWhatsapp",
    "false",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "(contact?.whatsappUndeliverableUntil ?? now) > now",
    "false",
    "core/History"
  ),
  core("dispatch", "dispatch/RoutingContext.ts", "channel === \"mms\" && !account.allowMms", "false", "core/History"),
  core("dispatch", "dispatch/RoutingContext.ts", "!account.channels.includes(channel)", "false", "core/History"),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "send === message.send && heldBack !== true",
    "heldBack !== true",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/Recipient.ts",
    "  Facts.expectedFree(facts, contactNumber(account, phone))\n",
    "",
    "contacts/Race"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "able.find((each) => Facts.balance(facts, each) >= price) ?? able[0]",
    "able[0]",
    "core/Profiles"
  ),
  core("dispatch", "dispatch/Routing.ts", "if (denies && !rule.fallback) break", "if (denies) break", "core/History"),
  core("dispatch", "dispatch/Routing.ts", "if (denies && !rule.fallback) break", "", "core/History"),
  core(
    "dispatch",
    "dispatch/Routing.ts",
    "isDenied: candidates.length === 0 && leftOut",
    "isDenied: leftOut",
    "core/Routing"
  ),
  core("dispatch", "dispatch/Routing.ts", "fallback: rule.fallback })", "fallback: true })", "core/History"),
  core(
    "dispatch",
    "dispatch/Routing.ts",
    "own.length === 0 && global.length === 0",
    "own.length === 0",
    "core/Routing"
  ),
  core("dispatch", "dispatch/Routing.ts", "tried.some((attempt) => same(attempt, pair))", "false", "core/History"),
  core(
    "dispatch",
    "dispatch/Routing.ts",
    "requested === \"auto_detect\" || requested === channel",
    "true",
    "core/History"
  ),
  core("dispatch", "dispatch/RuleMatch.ts", "(number) => number === phone", "() => true", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "(wanted) => wanted === country", "() => true", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "(prefix) => phone.startsWith(prefix)", "() => true", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "(type) => type === numberType()", "() => true", "core/RuleMatch"),
  core(
    "dispatch",
    "dispatch/RuleMatch.ts",
    "(category) => category === template?.category",
    "() => true",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/RuleMatch.ts",
    "(language) => language === template?.language",
    "() => true",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/RuleMatch.ts",
    "rule.channel !== null && rule.channel !== channel",
    "false",
    "core/History"
  ),
  core("dispatch", "dispatch/RuleMatch.ts", "(from !== country) === rule.international", "true", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "active !== false && ", "", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "expiresAt > now", "expiresAt >= now", "core/RuleMatch"),
  core("dispatch", "dispatch/RuleMatch.ts", "expiresAt === undefined || expiresAt > now", "true", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "rule.number === undefined ? 1 : 0", "0", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "isOwn ? 0 : 1,\n", "0,\n", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "  -specificity(rule),\n", "  0,\n", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "  rule.priority,\n", "  -rule.priority,\n", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "-(rule.prefix?.length ?? 0)", "0", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "(rule.channel === null ? 0 : 1)", "0", "core/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "(rule.international === undefined ? 0 : 1)", "0", "core/History"),
  core(
    "dispatch",
    "dispatch/Reroute.ts",
    "MessageState.transition(message.status, \"rerouted\") !== null &&\n    ",
    "",
    "core/Reroute"
  ),
  core(
    "dispatch",
    "dispatch/Reroute.ts",
    "FailureClass.reroutable(attempt.failure, attempt.channel)",
    "true",
    "core/History"
  ),
  core("dispatch", "dispatch/Reroute.ts", "attempt.send === send)", "true)", "core/History"),
  core("dispatch", "dispatch/Routing.ts", ">= Limit.routesPerSend", "> Limit.routesPerSend", "core/History"),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "return organization === null ? [account] : [account, organization]",
    "return [account]",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/DailyLimit.ts",
    "daily/${account.id}/${template.id}/",
    "daily/${account.id}/",
    "core/DailyLimit"
  ),
  core(
    "dispatch",
    "dispatch/DailyLimit.ts",
    "daily/${account.id}/${template.id}/",
    "daily/${template.id}/",
    "core/DailyLimit"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "Sender.choose(account, candidate.channel, region)",
    "account.shortName",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "Sender.choose(account, candidate.channel, region)",
    "Sender.choose(account, candidate.channel, account.name)",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "payerOf(account, message, Price.total(price), facts)",
    "payerOf(account, message, price.price, facts)",
    "core/NextRoute"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "Facts.balance(facts, quote?.payer ?? id)",
    "Facts.balance(facts, id)",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "Routing.rulesOf(account?.rules ?? [], settings.rules)",
    "Routing.rulesOf(settings.rules, account?.rules ?? [])",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "isOpen: Conversation.isOpen(conversation)",
    "isOpen: isOpenOnWhatsapp",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "Price.quote(rates, candidate.channel, region, segments)",
    "Price.quote(rates, candidate.channel, \"ZZ\", segments)",
    "core/NextRoute"
  ),
  core("dispatch", "dispatch/RoutingContext.ts", "template?.language ?? \"en\"", "\"en\"", "core/TemplateSend"),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "      now\n    },\n    carriers",
    "      now: message.createdAt\n    },\n    carriers",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "    now\n  }\n  const isOpenOnWhatsapp",
    "    now: message.createdAt\n  }\n  const isOpenOnWhatsapp",
    "core/NextRoute"
  ),
  core(
    "dispatch",
    "dispatch/TakeUp.ts",
    "OutcomeCode.reason(code)}`, code, leftOut }",
    "OutcomeCode.reason(code)}`, code }",
    "core/History"
  ),
  core(
    "dispatch",
    "dispatch/Price.ts",
    "activeContactPrice: found.activeContactPrice",
    "activeContactPrice: Money.make(found.activeContactPrice * segments)",
    "core/Price"
  ),
  core(
    "dispatch",
    "dispatch/Content.ts",
    "...ParameterCheck.check(compiled, template.parameters, [message.requested]).map(",
    "...([] as Array<{ field: string }>).map(",
    "core/Message.test"
  ),
  core("dispatch", "dispatch/NextRoute.ts", "names: names(input)", "names: []", "core/TemplateSend"),
  core(
    "dispatch",
    "dispatch/AtOnce.ts",
    "if (index + 1 < messages.length) known = Facts.following(known, { ...commit, puts: [] })",
    "",
    "core/AtOnce"
  ),
  core("dispatch", "dispatch/AtOnce.ts", "Facts.following(facts, rest)", "facts", "core/AtOnce"),
  core("dispatch", "dispatch/AtOnce.ts", "!dispatches.has(workText(work))", "true", "core/AtOnce"),
  core(
    "dispatch",
    "dispatch/AtOnce.ts",
    "commit.expects.filter((each) => !isOf(put, each))",
    "commit.expects",
    "core/AtOnce"
  ),
  core("dispatch", "dispatch/AtOnce.ts", "export const most = 32", "export const most = 33", "core/AtOnce"),
  core(
    "dispatch",
    "accept/SendMessage.ts",
    "isNamed && template?.status !== \"APPROVED\"",
    "isNamed && !template",
    "core/AtOnce"
  ),
  core(
    "dispatch",
    "commit/Facts.ts",
    "self.counters.get(counter) ?? 0) + by",
    "self.counters.get(counter) ?? 0)",
    "core/AtOnce"
  ),
  core(
    "dispatch",
    "commit/Facts.ts",
    "owners: union(self.owners, taken)",
    "owners: self.owners",
    "core/AtOnce"
  ),
  core(
    "dispatch",
    "accept/SendMessage.ts",
    "!isSmall || SendBody.scheduledAt(body) !== null",
    "!isSmall",
    "core/AtOnce"
  ),
  core("dispatch", "dispatch/TakeUp.ts", "names.slice(0, most)", "names", "core/TemplateSend")
]
