import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

/** A mutation of what a definition may say and how it is rendered. */
const definition = (file: string, find: string, replace: string, test = "core/definition/DefinitionCheck"): Mutation =>
  core("templates", `definition/${file}.ts`, find, replace, test)

/** A mutation of what reviewers and authors do to templates. */
const review = (file: string, find: string, replace: string, test = "templates/History"): Mutation =>
  core("templates", `template/${file}.ts`, find, replace, test)

/** A mutation of an operation on templates. */
const operation = (file: string, find: string, replace: string, test = "templates/History"): Mutation =>
  core("templates", `template/${file}.ts`, find, replace, test)

const contract = "http/contract/node-memory"

export const mutations: ReadonlyArray<Mutation> = [
  definition("Placeholder", "[A-Za-z_][A-Za-z0-9_]*$/", "[A-Za-z0-9_]*$/", "core/definition/Placeholder"),
  definition("Part", "words.includes(value as Word)", "true"),
  definition("Wording", "/[\\n\\r\\u2028\\u2029]/", "/[\\n]/"),
  definition("Wording", "/[*_~]/", "/[*_]/"),
  definition("Wording", "\\\\p{RGI_Emoji}|", ""),
  definition("Wording", "|\\bwww\\.\\S/iu", "/u"),
  definition("BodyCheck", "items.length > Limit.mmsMediaItems", "items.length > 2"),
  definition("BodyCheck", "variable.name !== other.name", "false"),
  definition("WebAddress", "url.protocol !== \"https:\"", "false"),
  definition("WebAddress", "/^\\d+\\.\\d+\\.\\d+\\.\\d+$/.test(url.hostname)", "false"),
  definition("WebAddress", "name.toLowerCase()", "name"),
  definition("VariableCheck", "id !== index", "id < index"),
  definition("VariableCheck", "names.has(variable.name)) {", "false) {"),
  definition("VariableCheck", "!used.has(variable)", "false"),
  definition("VariableCheck", "!types.some((type) => type === reference.type)", "false"),
  definition("VariableCheck", "!WebAddress.isLink(url)", "false"),
  definition("ButtonCheck", "buttons.length > Limit.templateButtons", "buttons.length > 11"),
  definition("ButtonCheck", "!Number.isInteger(sent)", "false"),
  definition("ButtonCheck", "variables.length !== 1 && !isTooLong", "variables.length < 1 && !isTooLong"),
  definition("ButtonCheck", "\\}\\}$/su", "\\}\\}/su"),
  definition("ButtonCheck", "/^[A-Z]{2}$/", "/^[A-Z]{2}/"),
  definition("ButtonCheck", "Wording.checkPlain(found, path, Placeholder.without(text, \"\"))", "return"),
  definition("DefinitionCheck", "count > Limit.templateHeaderVariables", "count > 2"),
  definition("DefinitionCheck", "minutes <= maximum", "minutes <= maximum + 1"),
  definition("DefinitionCheck", "if (type === \"text\") Wording.checkPlain", "if (type === null) Wording.checkPlain"),
  definition("AuthenticationCheck", "variables.filter(isText).length === 1", "variables.filter(isText).length <= 1"),
  definition(
    "Pattern",
    "size > Limit.patternProgramSize ? tooLarge",
    "size > 4000 ? tooLarge",
    "core/definition/Pattern"
  ),
  definition(
    "Pattern",
    "Limit.patternProgramSize * tolerance) return uncompiled",
    "1e9) return uncompiled",
    "core/definition/Pattern"
  ),
  definition("ParameterCheck", "/ {5}/", "/ {4}/", "core/definition/ParameterCheck"),
  definition("ParameterCheck", "[\\r\\n\\t]", "[\\n\\t]", "core/definition/ParameterCheck"),
  definition(
    "ParameterCheck",
    "(value, use) === \"differs\"",
    "(value, use) === null",
    "core/definition/ParameterCheck"
  ),
  definition("Value", "names.has(String(variable.id)) ? null :", "names.size < 0 ? null :", "core/definition/Renderer"),
  definition("Value", "Object.hasOwn(parameters, slot.name)", "slot.name in parameters", "core/definition/Renderer"),
  definition("Plan", "mms: [\"mms\"]", "mms: [\"mms\", \"multiChannel\"]", "core/definition/Renderer"),
  definition("Plan", "buttons: Limit.rcsChips", "buttons: 5", "core/definition/Renderer"),
  definition("Plan", "buttons.slice(0, most)", "buttons.slice(-most)", "core/definition/Renderer"),
  definition(
    "Renderer",
    "truncate(fill(plan.subject, values, Limit.mmsSubjectLength), Limit.mmsSubjectLength)",
    "fill(plan.subject, values, Limit.mmsSubjectLength)",
    "core/definition/Renderer"
  ),
  definition("Renderer", "const emptyLine = \"\\n\\n\"", "const emptyLine = \"\\n\"", "core/definition/Renderer"),
  core(
    "templates",
    "dispatch/RoutingContext.ts",
    "candidates.length > 0",
    "candidates.length < 0",
    "core/template/CreateTemplateSent"
  ),
  core("templates", "template/Review.ts", "template.revision === revision", "true", "core/template/Review"),
  review(
    "ChannelReview",
    "template.channelStatuses?.[channel] ?? template.status",
    "template.status",
    "core/template/Assessment"
  ),
  review("Assessment", "reason: status === \"REJECTED\" ? reason : null", "reason", "core/template/Assessment"),
  review("Assessment", "? ChannelReview.together(assessed)", "? assessed", "core/template/Assessment"),
  review("Assessment", "if (channel !== null && moved.length === 0) return null", "", "core/template/Assessment"),
  review(
    "Assessment",
    "...channel === null ? [change(null, whole)] : []",
    "change(null, whole)",
    "core/template/Assessment"
  ),
  review("Assessment", "expects: [Facts.expected(facts, Templates, template.id)],", "", "templates/Race"),
  review("TemplateState", "row(\"(new)\", \"submit\", \"PENDING\")", "row(\"(new)\", \"submit\", \"DRAFT\")"),
  review("TemplateState", "row(\"PAUSED\", \"change\", \"DRAFT\")", "row(\"PAUSED\", \"change\", \"PAUSED\")"),
  review("TemplateState", "row(\"REJECTED\", \"submit\", \"PENDING\")", "row(\"REJECTED\", \"submit\", \"REJECTED\")"),
  review("TemplateState", "transition(status, \"change\") === null", "transition(status, \"lift\") === null"),
  review("TemplateState", "from !== status", "from !== status && status !== \"ARCHIVED\""),
  review("TemplateState", "transition(from, \"submit\") ?? from", "transition(from, \"submit\") ?? \"PENDING\""),
  review(
    "TemplateState",
    "row(\"PENDING\", \"reject\", \"REJECTED\")",
    "row(\"PENDING\", \"reject\", \"DRAFT\")",
    "core/template/TemplateState"
  ),
  review(
    "TemplateChange",
    "template.revision + (isRevised ? 1 : 0)",
    "template.revision",
    "templates/Race"
  ),
  review(
    "TemplateChange",
    "ReviewTimes.moved(template, ChannelReview.together(next), now)",
    "ReviewTimes.moved(template, next, now)"
  ),
  core(
    "templates",
    "row/Template.ts",
    "translationOf === undefined ? [templateName(account, name)] : []",
    "[]",
    "templates/Race"
  ),
  operation("UpdateTemplate", "if (flaws.length > 0)", "if (flaws.length < 0)", contract),
  operation("UpdateTemplate", "body.submit_for_review === true", "body.submit_for_review !== null"),
  operation("DeleteTemplate", "template.status === \"PENDING\"", "template.status === \"DRAFT\""),
  operation("TemplateFilter", "status === undefined || status === \"\" ? {} : { status }", "{}"),
  operation("TemplateFilter", "category === undefined || category === \"\" ? {} : { category }", "{}"),
  core("templates", "row/Filters.ts", ".toLowerCase()", "", "stores/memory"),
  core("templates", "account/AutoReplies.ts", "status: \"APPROVED\"", "status: \"DRAFT\"", "core/account/AutoReplies"),
  core(
    "templates",
    "account/AutoReplies.ts",
    "autoReplyAction: action",
    "autoReplyAction: null",
    "core/account/AutoReplies"
  ),
  core(
    "templates",
    "template/Approval.ts",
    "if (template === null) return none",
    "if (template === null) return { isGiven: true, isBarred: () => false }",
    "core/template/DeleteTemplate"
  ),
  core(
    "templates",
    "carrier/Attachments.ts",
    "bytes !== null && isOver(bytes)",
    "bytes === null || isOver(bytes)",
    "core/carrier/Attachments"
  ),
  core("templates", "carrier/Attachments.ts", "timeToLive: \"1 minute\"", "timeToLive: 0", "core/carrier/Attachments"),
  core(
    "templates",
    "carrier/Attachments.ts",
    "{ url, ...asked })",
    "{ url, ...asked, queuedAt: 0 as Instant })",
    "core/carrier/Attachments"
  ),
  core(
    "templates",
    "carrier/MediaProbeJob.ts",
    "areTooLarge(files)",
    "Effect.succeed(false)",
    "core/carrier/Attachments"
  ),
  core(
    "templates",
    "carrier/MediaProbeJob.ts",
    "isTooLarge: said",
    "isTooLarge: said === null",
    "core/carrier/Attachments"
  ),
  core(
    "templates",
    "dispatch/Content.ts",
    "Segment.count(text).count === Segment",
    "0 < Segment",
    "core/carrier/Attachments"
  ),
  core(
    "templates",
    "dispatch/Content.ts",
    " || channel !== \"sms\" || !isRefusedOnMms(message)",
    "",
    "core/carrier/Attachments"
  ),
  review(
    "Assessment",
    "status: whole, updatedAt: now",
    "status: whole, updatedAt: template.updatedAt",
    "core/template/Assessment"
  ),
  review(
    "Assessment",
    "puts: [Commit.put(Templates, assessed.template)]",
    "puts: [Commit.put(Templates, template)]",
    "core/template/Assessment"
  ),
  review(
    "Assessment",
    "TemplateEvent.all(assessed.template, assessed.changes, { now, ids })",
    "TemplateEvent.all(assessed.template, assessed.changes, { now: template.createdAt, ids })",
    "core/template/Assessment"
  ),
  review("Review", "changes: [...so.changes, ...next.changes]", "changes: next.changes", "core/template/Review"),
  review("Review", "verdict._tag === \"Rejected\" ? verdict.reason : null", "null", "core/template/Review"),
  review("Review", "again(lease, askedAgain(review.askAgainAt, now))", "again(lease, now)", "core/template/Review"),
  core(
    "templates",
    "work/AskedAgain.ts",
    "isInstant(at) ? Instant.latest(at, soonest) : soonest",
    "at",
    "core/template/Review"
  ),
  review("TemplateEvent", "language: template.language", "language: template.category", "core/template/Assessment"),
  review("TemplateEvent", "template_name: template.name", "template_name: template.id", "core/template/Assessment"),
  review(
    "TemplateEvent",
    "{ auto_reply_action: template.autoReplyAction }",
    "{ auto_reply_action: \"OTHER\" }",
    "core/template/Review"
  ),
  review(
    "TemplateChange",
    "    updatedAt: now\n",
    "    updatedAt: template.updatedAt\n",
    "core/template/TemplateChange"
  ),
  review(
    "TemplateChange",
    "[replaced(from, now), revisionOf(to)]",
    "[replaced(from, now), { ...revisionOf(to), definition: from.definition }]",
    "core/template/TemplateChange"
  ),
  core(
    "templates",
    "template/Approval.ts",
    "filter((channel) => !ChannelReview.isBarred(template, channel))",
    "filter(() => true)",
    "core/template/Approval"
  ),
  core(
    "templates",
    "template/Approval.ts",
    "template.channelStatuses?.[channel] !== \"PAUSED\"",
    "true",
    "core/template/Approval"
  ),
  review(
    "TemplateChange",
    "ReviewWork.due(template, moment.now)",
    "ReviewWork.due({ ...template, account: template.id as never }, moment.now)",
    "core/template/TemplateChange"
  ),
  review(
    "TemplateResource",
    "created_at: toMillis(template.createdAt)",
    "created_at: toMillis(template.updatedAt ?? template.createdAt)",
    "core/template/TemplateChange"
  ),
  definition("Renderer", "header ?? headerMedia?.url ?? null", "header", "core/definition/Renderer"),
  definition("Renderer", "    headerMedia,\n", "    headerMedia: null,\n", "core/definition/Renderer"),
  definition("AuthenticationText", "language.split(\"_\")[0] ?? \"\"", "language", "core/definition/Renderer"),
  definition("BodyCheck", "variable.type !== other.type", "false", "core/definition/DefinitionCheck"),
  definition(
    "Value",
    "(props.shortUrl === \"\" ? undefined : props.shortUrl) ?? props.url",
    "props.url ?? props.shortUrl",
    "core/definition/Renderer"
  ),
  definition(
    "Value",
    "Object.hasOwn(parameters, slot.name)\n    ? parameters[slot.name]\n    : slot.id",
    "slot.id === null && Object.hasOwn(parameters, slot.name)\n    ? parameters[slot.name]\n    : slot.id",
    "core/definition/Renderer"
  ),
  definition(
    "Renderer",
    "join(header ?? headerMedia?.url ?? null, content, footer)",
    "join(footer, content, header ?? headerMedia?.url ?? null)",
    "core/definition/Renderer"
  ),
  definition(
    "Renderer",
    "value: fill(value, values), text, postbackData",
    "value: text ?? \"\", text: fill(value, values), postbackData",
    "core/definition/Renderer"
  )
]
