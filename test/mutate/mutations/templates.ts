import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

/** A mutation of a file about templates. */
const template = (file: string, find: string, replace: string, test = "core/DefinitionCheck"): Mutation =>
  core("templates", `template/${file}.ts`, find, replace, test)

/** A mutation of what reviewers and authors do to templates. */
const review = (file: string, find: string, replace: string, test = "templates/History"): Mutation =>
  core("templates", `review/${file}.ts`, find, replace, test)

/** A mutation of an operation on templates. */
const operation = (file: string, find: string, replace: string, test = "templates/History"): Mutation =>
  core("templates", `operation/templates/${file}.ts`, find, replace, test)

const contract = "http/contract/node-memory"

export const mutations: ReadonlyArray<Mutation> = [
  template("Placeholder", "[A-Za-z_][A-Za-z0-9_]*$/", "[A-Za-z0-9_]*$/", "core/Placeholder"),
  template("Part", "value.length > rule.most", "value.length >= rule.most"),
  template("Part", "rule.required && value.trim() === \"\"", "false"),
  template("Part", "if (half.test(value))", "if (false)"),
  template("Part", "words.includes(value as Word)", "true"),
  template("Wording", "/[\\n\\r\\u2028\\u2029]/", "/[\\n]/"),
  template("Wording", "/[*_~]/", "/[*_]/"),
  template("Wording", "\\\\p{RGI_Emoji}|", ""),
  template("Wording", "|\\bwww\\.\\S/iu", "/u"),
  template("BodyCheck", "all ? sms || whatsapp :", "all ? sms && whatsapp :"),
  template("BodyCheck", "!(sms && whatsapp)", "!(sms || whatsapp)"),
  template("BodyCheck", "isBlank && items.length === 0", "isBlank"),
  template("BodyCheck", "items.length > Limit.mmsMediaItems", "items.length > 2"),
  template("BodyCheck", "variable.name !== other.name", "false"),
  template("WebAddress", "url.protocol !== \"https:\"", "false"),
  template("WebAddress", "url.hostname.startsWith(\"[\") || ", ""),
  template("WebAddress", "/^\\d+\\.\\d+\\.\\d+\\.\\d+$/.test(url.hostname)", "false"),
  template("WebAddress", "url.username !== \"\" || url.password !== \"\"", "false"),
  template("WebAddress", "name.toLowerCase()", "name"),
  template("WebAddress", "[\"signature\", [\"expires\", \"key-pair-id\"]]", "[\"signature\", [\"expires\"]]"),
  template("VariableCheck", "id !== index", "id < index"),
  template("VariableCheck", "names.has(variable.name)) {", "false) {"),
  template("VariableCheck", "!used.has(variable)", "false"),
  template("VariableCheck", "!types.some((type) => type === reference.type)", "false"),
  template("VariableCheck", "media: new Set([\"url\", \"mediaType\"])", "media: new Set([\"url\"])"),
  template("VariableCheck", "variable: new Set([\"variableType\", \"sample\"])", "variable: new Set([\"sample\"])"),
  template("VariableCheck", "!WebAddress.isLink(url)", "false"),
  template("ButtonCheck", "buttons.length > Limit.templateButtons", "buttons.length > 11"),
  template("ButtonCheck", "URL: { most: 2", "URL: { most: 3"),
  template("ButtonCheck", "PHONE_NUMBER: { most: 1", "PHONE_NUMBER: { most: 2"),
  template("ButtonCheck", "COPY_CODE: { most: 1", "COPY_CODE: { most: 2"),
  template("ButtonCheck", "if (ids.has(id))", "if (false)"),
  template("ButtonCheck", "sent <= 0", "sent < 0"),
  template("ButtonCheck", "!Number.isInteger(sent)", "false"),
  template("ButtonCheck", "variables.length !== 1 :", "variables.length < 1 :"),
  template("ButtonCheck", "\\}\\}$/su", "\\}\\}/su"),
  template("ButtonCheck", "/^[A-Z]{2}$/", "/^[A-Z]{2}/"),
  template("ButtonCheck", "Wording.checkPlain(found, path, Placeholder.without(text, \"\"))", "return"),
  template("DefinitionCheck", "variables.length > Limit.templateHeaderVariables", "variables.length > 2"),
  template("DefinitionCheck", "minutes >= minimum", "minutes > minimum"),
  template("DefinitionCheck", "minutes <= maximum", "minutes <= maximum + 1"),
  template("DefinitionCheck", "if (type === \"text\") Wording.checkPlain", "if (type === null) Wording.checkPlain"),
  template("AuthenticationCheck", "variables.filter(isText).length === 1", "variables.filter(isText).length <= 1"),
  template("AuthenticationCheck", " || Wording.hasLink(words)", ""),
  template("AuthenticationCheck", "if (Wording.hasEmoji(words))", "if (false)"),
  template("AuthenticationCheck", "definition.header !== undefined", "false"),
  template("AuthenticationCheck", "definition.authenticationConfig !== undefined", "false"),
  template("Reading", "{ id: 0, type: \"QUICK_REPLY\"", "{ id: 1, type: \"QUICK_REPLY\""),
  template("Pattern", "programSize() > Limit.patternProgramSize", "programSize() > 4000", "core/Pattern"),
  template("Pattern", "value.length <= longest && ", "", "core/Pattern"),
  template("Pattern", "Limit.patternProgramSize * tolerance) return tooLarge", "1e9) return tooLarge", "core/Pattern"),
  template("ParameterCheck", "/ {5}/", "/ {4}/", "core/ParameterCheck"),
  template("ParameterCheck", "[\\r\\n\\t]", "[\\n\\t]", "core/ParameterCheck"),
  template("ParameterCheck", "channels.includes(\"whatsapp\") &&", "", "core/ParameterCheck"),
  template("ParameterCheck", "?.(value) === false", "?.(value) === null", "core/ParameterCheck"),
  template("Value", "names.has(String(variable.id)) ? null :", "names.size < 0 ? null :", "core/Renderer"),
  template("Value", "Object.hasOwn(parameters, slot.name)", "slot.name in parameters", "core/Renderer"),
  template("Plan", "rcs: [\"rcs\", \"multiChannel\", \"sms\"]", "rcs: [\"rcs\", \"multiChannel\"]", "core/Renderer"),
  template("Plan", "mms: [\"mms\"]", "mms: [\"mms\", \"multiChannel\"]", "core/Renderer"),
  template("Plan", "mms: { frame: false", "mms: { frame: true", "core/Renderer"),
  template("Plan", "sms: { frame: true, buttons: 0 }", "sms: { frame: true, buttons: 1 }", "core/Renderer"),
  template("Plan", "buttons: Limit.rcsChips", "buttons: 5", "core/Renderer"),
  template("Plan", "buttons.slice(0, most)", "buttons.slice(-most)", "core/Renderer"),
  template("Plan", ".slice(0, Limit.mmsMediaItems)", "", "core/Renderer"),
  template(
    "Renderer",
    "truncate(fill(plan.subject, values), Limit.mmsSubjectLength)",
    "fill(plan.subject, values)",
    "core/Renderer"
  ),
  template("Renderer", "const emptyLine = \"\\n\\n\"", "const emptyLine = \"\\n\"", "core/Renderer"),
  template("Renderer", "isFixed && ", "", "core/Renderer"),
  template("Naming", ".slice(0, 6)", ".slice(0, 7)", "core/Naming"),
  template("Naming", "? \"AUTHENTICATION\" : \"UTILITY\"", "? \"AUTHENTICATION\" : \"MARKETING\"", "core/Naming"),
  core("templates", "dispatch/Outlook.ts", "candidates.length > 0", "candidates.length < 0", "core/TemplateSend"),
  core("templates", "dispatch/Segment.ts", "isPair(text, to - 1)", "false", "core/Segment"),
  core("templates", "review/Review.ts", "template.revision === revision", "true", "core/Review"),
  review("Review", "...review._tag === \"Undecided\" ? [] : [statement(null, review)]", "", "core/Review"),
  review("Leg", "known !== undefined && known !== \"APPROVED\"", "known !== undefined", "core/Leg"),
  review("Leg", "template.legs?.[channel] ?? template.status", "template.status", "core/Assessment"),
  review("Leg", "status === template.status || ", "", "core/Assessment"),
  review("TemplateState", "from === null || outcome === \"archive\" ? null", "from === null ? null", "core/Assessment"),
  review("Assessment", "reason: status === \"REJECTED\" ? reason : null", "reason", "core/Assessment"),
  review(
    "Assessment",
    "channel === null || channel === each\n",
    "channel === each\n",
    "core/Assessment"
  ),
  review("Assessment", "? Leg.together(assessed)", "? assessed", "core/Assessment"),
  review("Assessment", "if (channel !== null && moved.length === 0) return null", "", "core/Assessment"),
  review("Assessment", "&& assessed.template.status !== \"PENDING\"", "", "core/Assessment"),
  review("Assessment", "...channel === null ? [change(null, whole)] : []", "change(null, whole)", "core/Assessment"),
  review("Assessment", "relied: [Facts.relied(facts, Templates, template.id)],", "", "templates/Race"),
  review("TemplateEvent", "...(channel === null ? {} : { channel }),", "", "core/Review"),
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
    "core/TemplateS"
  ),
  review("TemplateChange", "template.category !== wanted.category || ", ""),
  review("TemplateChange", "template.language !== wanted.language ||", ""),
  review("TemplateChange", "template.revision + (isRevised ? 1 : 0)", "template.revision", "templates/Race"),
  review("TemplateChange", "? next : Leg.together(next)", "? Leg.together(next) : next"),
  core(
    "templates",
    "row/Template.ts",
    "  unique: ({ account, name }) => [templateName(account, name)],\n",
    "",
    "templates/Race"
  ),
  review("TemplateChange", "relied: [Facts.relied(facts, Templates, id)], puts", "puts", "templates/Race"),
  review("TemplateChange", "to.status === \"PENDING\" && from.status !== \"PENDING\"", "to.status === \"PENDING\""),
  review("TemplateChange", "[...Leg.channels(template), null]", "[null]"),
  operation("CreateTemplate", "[base, ...Array.from", "[...Array.from"),
  operation("UpdateTemplate", "isOther && TemplateState.isFrozen(template.status)", "false"),
  operation("UpdateTemplate", "if (flaws.length > 0)", "if (flaws.length < 0)", contract),
  operation("UpdateTemplate", "nameOwner !== null && nameOwner !== template.id", "false"),
  operation(
    "UpdateTemplate",
    "template === null || template.account !== caller.account.id",
    "template === null"
  ),
  operation("UpdateTemplate", "body.submit_for_review === true", "body.submit_for_review !== null"),
  operation(
    "DeleteTemplate",
    "template === null || template.account !== caller.account.id",
    "template === null"
  ),
  operation("DeleteTemplate", "template.autoReplyAction !== null", "false"),
  operation("DeleteTemplate", "relied: [Facts.relied(facts, Templates, template.id)],", "", "templates/Race"),
  operation("DeleteTemplate", "template.status === \"PENDING\"", "template.status === \"DRAFT\""),
  operation(
    "ReadTemplates",
    "template === null || template.account !== caller.account.id",
    "template === null"
  ),
  operation("TemplateFilter", "status === undefined || status === \"\" ? {} : { status }", "{}"),
  operation("TemplateFilter", "category === undefined || category === \"\" ? {} : { category }", "{}"),
  core("templates", "row/Filters.ts", ".toLowerCase()", "", "stores/memory"),
  core("templates", "row/Filters.ts", "terms.every(", "terms.some(", "stores/memory"),
  core("templates", "row/Template.ts", "[name, ...contents", "[...contents", "stores/memory"),
  operation("TemplateBody", "definitionVersion: \"1.0\",", ""),
  core("templates", "accounts/AutoReplies.ts", "status: \"APPROVED\"", "status: \"DRAFT\"", "core/AutoReplies"),
  core("templates", "accounts/AutoReplies.ts", ", mms: { type: \"text\", template: text }", "", "core/AutoReplies"),
  core("templates", "accounts/AutoReplies.ts", "autoReplyAction: action", "autoReplyAction: null", "core/AutoReplies"),
  core(
    "templates",
    "accounts/CreateAccount.ts",
    ", AutoReplies.create(account.id, now, mint))",
    ")",
    "templates/History"
  ),
  core("templates", "profile/NewProfile.ts", "AutoReplies.create(profile.id, now, mint), ", "", contract),
  core(
    "templates",
    "dispatch/Gate.ts",
    "template.row?.status !== \"APPROVED\"",
    "template.row?.status === \"DRAFT\"",
    "core/TemplateDeletion"
  ),
  core(
    "templates",
    "carrier/Attachments.ts",
    "bytes > Limit.attachmentBytes",
    "bytes >= Limit.attachmentBytes",
    "core/Att"
  ),
  core(
    "templates",
    "carrier/Attachments.ts",
    "bytes !== null && isOver(bytes)",
    "bytes === null || isOver(bytes)",
    "core/Att"
  ),
  core(
    "templates",
    "carrier/Attachments.ts",
    "new Set(submissions.flatMap(attached))",
    "submissions.flatMap(attached)",
    "core/Att"
  ),
  core("templates", "carrier/SubmissionJob.ts", "batch.filter((each) => !isTooLarge(each))", "batch", "core/Att"),
  core("templates", "dispatch/Content.ts", "Segment.count(text).count === Segment", "0 < Segment", "core/Att"),
  core("templates", "dispatch/Content.ts", " || channel !== \"sms\" || !isRefusedOnMms(message)", "", "core/Att"),
  core(
    "templates",
    "dispatch/Outlook.ts",
    "channel === \"mms\" && Content.isRefusedOnMms(message)",
    "false",
    "core/Att"
  ),
  review(
    "Assessment",
    "status: whole, updatedAt: now",
    "status: whole, updatedAt: template.updatedAt",
    "core/Assessment"
  ),
  review(
    "Assessment",
    "puts: [Commit.put(Templates, assessed.template)]",
    "puts: [Commit.put(Templates, template)]",
    "core/Assessment"
  ),
  review(
    "Assessment",
    "TemplateEvent.all(assessed.template, assessed.changes, now, mint)",
    "TemplateEvent.all(assessed.template, assessed.changes, template.createdAt, mint)",
    "core/Assessment"
  ),
  review("Review", "changes: [...so.changes, ...next.changes]", "changes: next.changes", "core/Review"),
  review("Review", "verdict._tag === \"Rejected\" ? verdict.reason : null", "null", "core/Review"),
  review("Review", "again(lease, review.askAgainAt)", "again(lease, now)", "core/Review"),
  review("Review", "relied: [Facts.relied(facts, Templates, template.id)],\n", "", "templates/Race"),
  review("TemplateEvent", "language: template.language", "language: template.category", "core/Assessment"),
  review("TemplateEvent", "template_name: template.name", "template_name: template.id", "core/Assessment"),
  review(
    "TemplateEvent",
    "{ auto_reply_action: template.autoReplyAction }",
    "{ auto_reply_action: \"OTHER\" }",
    "core/Review"
  ),
  review("TemplateChange", "    updatedAt: now\n", "    updatedAt: template.updatedAt\n", "core/TemplateChange"),
  review("TemplateChange", "definition: to.definition })", "definition: from.definition })", "core/TemplateChange"),
  review(
    "TemplateChange",
    "ReviewWork.due(template, now)",
    "ReviewWork.due({ ...template, account: template.id as never }, now)",
    "core/TemplateChange"
  ),
  review(
    "TemplateResource",
    "created_at: toMillis(template.createdAt)",
    "created_at: toMillis(template.updatedAt ?? template.createdAt)",
    "core/TemplateChange"
  ),
  template("Renderer", "header ?? headerMedia?.url ?? null", "header", "core/Renderer"),
  template("Renderer", "    headerMedia,\n", "    headerMedia: null,\n", "core/Renderer"),
  template("AuthenticationText", "language.split(\"_\")[0] ?? \"\"", "language", "core/Renderer"),
  template("BodyCheck", "variable.type !== other.type", "false", "core/DefinitionCheck"),
  template(
    "Value",
    "(props.shortUrl === \"\" ? undefined : props.shortUrl) ?? props.url",
    "props.url ?? props.shortUrl",
    "core/Renderer"
  ),
  template(
    "Value",
    "Object.hasOwn(parameters, slot.name)\n    ? parameters[slot.name]\n    : slot.id",
    "slot.id === null && Object.hasOwn(parameters, slot.name)\n    ? parameters[slot.name]\n    : slot.id",
    "core/Renderer"
  ),
  template(
    "Renderer",
    "join(header ?? headerMedia?.url ?? null, content, footer)",
    "join(footer, content, header ?? headerMedia?.url ?? null)",
    "core/Renderer"
  ),
  template("Renderer", "last !== undefined && last.language === language", "last !== undefined", "core/Renderer"),
  template("Renderer", "isFixed && Object.hasOwn", "Object.hasOwn", "core/Renderer"),
  template(
    "Renderer",
    "value: fill(value, values), text, postbackData",
    "value: text ?? \"\", text: fill(value, values), postbackData",
    "core/Renderer"
  )
]
