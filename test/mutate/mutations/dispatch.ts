import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "dispatch",
    "dispatch/Routing.ts",
    "\"whatsapp\", \"rcs\", \"sms\", \"mms\"]",
    "\"rcs\", \"whatsapp\", \"sms\", \"mms\"]",
    "core/dispatch/Routing"
  ),
  core("dispatch", "dispatch/Segment.ts", "isPair(text, end - 1)", "false", "core/dispatch/Segment"),
  core("dispatch", "dispatch/Segment.ts", "\"\\f^{}\\\\[~]|€\"", "\"\\f^{}\\\\[~]|\"", "core/dispatch/Segment"),
  core("dispatch", "dispatch/Price.ts", "found.price * segments", "found.price", "core/dispatch/Price"),
  core(
    "dispatch",
    "dispatch/Sender.ts",
    "own.country === region) ?? numbers[0]",
    "own.country === region)",
    "core/dispatch/Sender"
  ),
  core("dispatch", "dispatch/RoutingContext.ts", "message.autoReply?.from ?? Sender", "Sender", "core/history/History"),
  core(
    "dispatch",
    "dispatch/Gate.ts",
    "({ stage }) => stage === \"unverified\"",
    "() => false",
    "core/history/History"
  ),
  core("dispatch", "dispatch/Gate.ts", "({ stage }) => stage === \"suspended\"", "() => false", "core/history/History"),
  core(
    "dispatch",
    "dispatch/Gate.ts",
    "template.unusableVariables.length > 0",
    "template.unusableVariables.length < 0",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/Gate.ts",
    "requested === \"whatsapp\" && !isOpenOnWhatsapp",
    "false",
    "core/history/History"
  ),
  core("dispatch", "dispatch/Gate.ts", "requested !== \"whatsapp\" && !isOpen", "false", "core/history/History"),
  core(
    "dispatch",
    "dispatch/Conversation.ts",
    "Limit.freeFormWindow.template",
    "Limit.freeFormWindow.whatsapp",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/Conversation.ts",
    "contact?.lastWhatsappInboundAt",
    "contact?.lastInboundAt",
    "core/history/History"
  ),
  core("dispatch", "dispatch/DailyLimit.ts", "ceiling: found.limit", "ceiling: null", "core/dispatch/DailyLimit"),
  core("dispatch", "dispatch/DailyLimit.ts", ".slice(0, 10)", ".slice(0, 7)", "core/history/History"),
  core(
    "dispatch",
    "dispatch/DailyLimit.ts",
    "once: `daily:${message.id}/${message.send}`",
    "once: `daily:${message.id}`",
    "core/history/History"
  ),
  core("dispatch", "dispatch/Content.ts", "channels: Channels.literals", "channels: [\"sms\"]", "core/history/History"),
  core(
    "dispatch",
    "dispatch/Content.ts",
    "channels: Renderer.renderable(definition)",
    "channels: Channels.literals",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/Content.ts",
    "truncate(subject, Limit.mmsSubjectLength)",
    "subject",
    "core/dispatch/Content"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "requested === \"auto_detect\" && use === null && !isOpenOnWhatsapp",
    "false",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "(contact?.whatsappUndeliverableUntil ?? now) > now",
    "false",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "able.find((each) => Facts.balance(facts, each) >= price) ?? able[0]",
    "able[0]",
    "core/profile/NewProfile"
  ),
  core("dispatch", "dispatch/Routing.ts", "if (denies && !rule.fallback) break", "", "core/history/History"),
  core(
    "dispatch",
    "dispatch/Routing.ts",
    "fallback: rule.fallback, rule })",
    "fallback: true, rule })",
    "core/history/History"
  ),
  core("dispatch", "dispatch/RuleMatch.ts", "(number) => number === phone", "() => true", "core/history/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "(wanted) => wanted === country", "() => true", "core/history/History"),
  core(
    "dispatch",
    "dispatch/RuleMatch.ts",
    "(prefix) => phone.startsWith(prefix)",
    "() => true",
    "core/history/History"
  ),
  core("dispatch", "dispatch/RuleMatch.ts", "(type) => type === numberType()", "() => true", "core/dispatch/RuleMatch"),
  core(
    "dispatch",
    "dispatch/RuleMatch.ts",
    "(category) => category === template?.category",
    "() => true",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/RuleMatch.ts",
    "(language) => language === template?.language",
    "() => true",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/RuleMatch.ts",
    "(from !== country) === rule.international",
    "true",
    "core/history/History"
  ),
  core("dispatch", "dispatch/Expiry.ts", "account?.expiryHours ?? ", "", "core/carrier/HandOver"),
  core("dispatch", "dispatch/Expiry.ts", "expiry.at > general", "expiry.at < general", "core/dispatch/Expiry"),
  core(
    "dispatch",
    "dispatch/NextRoute.ts",
    "Expiry.isWorthless(message, until) ? expired : ",
    "",
    "core/dispatch/Expiry"
  ),
  core(
    "dispatch",
    "dispatch/RuleMatch.ts",
    "expiresAt === undefined || expiresAt > now",
    "true",
    "core/history/History"
  ),
  core("dispatch", "dispatch/RuleMatch.ts", "rule.number === undefined ? 1 : 0", "0", "core/history/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "isOwn ? 0 : 1,\n", "0,\n", "core/history/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "  -specificity(rule),\n", "  0,\n", "core/history/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "  rule.priority,\n", "  -rule.priority,\n", "core/history/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "-(rule.prefix?.length ?? 0)", "0", "core/history/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "(rule.channel === null ? 0 : 1)", "0", "core/history/History"),
  core("dispatch", "dispatch/RuleMatch.ts", "(rule.international === undefined ? 0 : 1)", "0", "core/history/History"),
  core(
    "dispatch",
    "dispatch/Reroute.ts",
    "FailureClass.reroutable(attempt.failure, attempt.channel)",
    "true",
    "core/history/History"
  ),
  core("dispatch", "dispatch/Reroute.ts", "attempt.send === send)", "true)", "core/history/History"),
  core(
    "dispatch",
    "dispatch/Standing.ts",
    "return organization === null ? [account] : [account, organization]",
    "return [account]",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/DailyLimit.ts",
    "daily/${account.id}/${template.id}/",
    "daily/${account.id}/",
    "core/dispatch/DailyLimit"
  ),
  core(
    "dispatch",
    "dispatch/DailyLimit.ts",
    "daily/${account.id}/${template.id}/",
    "daily/${template.id}/",
    "core/dispatch/DailyLimit"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "Sender.choose(account, candidate.channel, to)",
    "account.shortName",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "Sender.choose(account, candidate.channel, to)",
    "Sender.choose(account, candidate.channel, { ...to, region: account.name })",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "payerOf(account, message, Price.total(price), facts)",
    "payerOf(account, message, price.price, facts)",
    "core/dispatch/NextRoute"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "Facts.balance(facts, quote?.payer ?? id)",
    "Facts.balance(facts, id)",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "Routing.rulesOf(account?.rules ?? [], settings.rules)",
    "Routing.rulesOf(settings.rules, account?.rules ?? [])",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "isOpen: Conversation.isOpen(conversation)",
    "isOpen: isOpenOnWhatsapp",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "Price.quote(rates, candidate.channel, to.region, segments)",
    "Price.quote(rates, candidate.channel, \"ZZ\", segments)",
    "core/dispatch/NextRoute"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "revision?.language ?? \"en\"",
    "\"en\"",
    "core/template/CreateTemplateSent"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "      now,\n      told",
    "      now: message.createdAt,\n      told",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/RoutingContext.ts",
    "    now\n  }\n  const isOpenOnWhatsapp",
    "    now: message.createdAt\n  }\n  const isOpenOnWhatsapp",
    "core/dispatch/NextRoute"
  ),
  core(
    "dispatch",
    "dispatch/Price.ts",
    "activeContactPrice: found.activeContactPrice",
    "activeContactPrice: Money.make(found.activeContactPrice * segments)",
    "core/dispatch/Price"
  ),
  core(
    "dispatch",
    "dispatch/Content.ts",
    "ParameterCheck.check(compiled, template.parameters, [message.requested]).map(",
    "([] as Array<{ field: string }>).map(",
    "core/row/Message.test"
  ),
  core("dispatch", "dispatch/NextRoute.ts", "names: names(input)", "names: []", "core/template/CreateTemplateSent"),
  core(
    "dispatch",
    "commit/Continuation.ts",
    "if (index + 1 < work.length) known = Facts_.following(known, step.commit)",
    "",
    "core/dispatch/ImmediateDispatch"
  ),
  core(
    "dispatch",
    "commit/Continuation.ts",
    "Facts_.following(facts, first)",
    "facts",
    "core/dispatch/ImmediateDispatch"
  ),
  core("dispatch", "commit/Continuation.ts", "!taken.has(due)", "true", "core/dispatch/ImmediateDispatch"),
  core(
    "dispatch",
    "dispatch/ImmediateDispatch.ts",
    "withRevisions(facts, to),",
    "facts,",
    "core/dispatch/ImmediateDispatch"
  ),
  core(
    "dispatch",
    "commit/Continuation.ts",
    "!first.puts.some((row) => isSame(row, each.ref))",
    "true",
    "core/commit/Continuation"
  ),
  core(
    "dispatch",
    "accept/SendMessage.ts",
    " || template.status === \"APPROVED\"",
    " || true",
    "core/dispatch/ImmediateDispatch"
  ),
  core(
    "dispatch",
    "commit/Facts.ts",
    "changed.set(counter, known + by)",
    "changed.set(counter, known)",
    "core/dispatch/ImmediateDispatch"
  ),
  core(
    "dispatch",
    "commit/Facts.ts",
    "owners: taken(self.owners, puts)",
    "owners: self.owners",
    "core/dispatch/ImmediateDispatch"
  )
]
