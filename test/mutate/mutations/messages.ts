import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const mutation = (file: string, find: string, replace: string, test: string): Mutation =>
  core("messages", file, find, replace, test)

const sending = (find: string, replace: string): Mutation =>
  mutation("accept/SendBody.ts", find, replace, "core/SendMessage")

const resending = (find: string, replace: string): Mutation =>
  mutation("message/Resend.ts", find, replace, "core/Resend")

export const mutations: ReadonlyArray<Mutation> = [
  sending("text.trim() !== \"\"", "text !== \"\""),
  sending("text.length <= Limit.textLength)", "text.length < Limit.textLength)"),
  sending("template(body) === null ? body.text ?? null : null", "body.text ?? null"),
  sending("if (given(sent[\"template\"])) return", "if (given(sent[\"template\"]) && !given(sent[\"text\"])) return"),
  sending("urls.length <= Limit.mmsMediaItems", "urls.length <= Limit.mmsMediaItems + 1"),
  sending("...checkMedia(body),", ""),
  sending("Text.truncate(subject, Limit.textLength)", "subject"),
  mutation(
    "definition/WebAddress.ts",
    "url.hostname.startsWith(\"[\") || ",
    "",
    "core/SendMessage"
  ),
  mutation(
    "definition/WebAddress.ts",
    "  return url.username !== \"\" || url.password !== \"\"\n    ?",
    "  return isPresigned(url)\n    ?",
    "core/SendMessage"
  ),
  mutation("accept/Accept.ts", "send.mediaUrls.length === 0 ? {}", "send.mediaUrls.length > 0 ? {}", "core/Accept"),
  mutation("accept/Accept.ts", "send.subject === null ? {}", "send.text === null ? {}", "core/Accept"),
  mutation(
    "accept/SendMessage.ts",
    "template_id: template === null ? null : template.id ?? mint.uuid()",
    "template_id: template?.id ?? mint.uuid()",
    "core/Simulation"
  ),
  resending("message.send + 1", "message.send"),
  resending("channel: message.requested", "channel: message.channel"),
  resending("rendered: null,", ""),
  resending("scheduledAt: null", "scheduledAt: message.scheduledAt"),
  mutation(
    "accept/ResendMessage.ts",
    "{ expects: [Facts.expected(facts, Messages, message.id)] }",
    "{}",
    "messages/Race"
  ),
  mutation(
    "accept/ResendMessage.ts",
    "DispatchWork.due(again.message, now)",
    "DispatchWork.due(message, now)",
    "core/Resend"
  ),
  mutation("accept/ResendMessage.ts", "revision.definition,", "template.definition,", "core/Resend"),
  mutation("accept/ResendMessage.ts", "tier: \"sensitive\"", "tier: \"standard\"", "core/Simulation"),
  mutation(
    "accept/ResendMessage.ts",
    "if (!Resend.isAllowed(message)) return Result.fail(Refused.refused(\"BUSINESS_006\"))",
    "",
    "core/Resend"
  ),
  mutation("message/Cancel.ts", "last?.channel ?? \"auto\"", "message.channel", "core/Cancel"),
  mutation(
    "accept/CancelMessage.ts",
    "{ expects: [Facts.expected(facts, Messages, message.id)] }",
    "{}",
    "messages/Race"
  ),
  mutation(
    "accept/CancelMessage.ts",
    "{ cancels: [DispatchWork.ref(message)] }",
    "{}",
    "core/Cancel"
  ),
  mutation(
    "accept/CancelMessage.ts",
    "MessageResource.fromMessage(before).events",
    "MessageResource.fromMessage(after).events",
    "core/Cancel"
  ),
  mutation(
    "accept/CancelMessage.ts",
    "if (!Cancel.isAllowed(message)) return Result.fail(Refused.refused(\"BUSINESS_006\"))",
    "",
    "core/Cancel"
  ),
  mutation(
    "receipt/Report.ts",
    "answered(\n      \"applied\",\n      Commit.all(\n        { expects: [Facts.expected(facts, Messages, message.id)] },",
    "answered(\n      \"applied\",\n      Commit.all(",
    "messages/Race"
  ),
  mutation(
    "dispatch/Dispatch.ts",
    "{ expects: [Facts.expected(facts, Messages, id)] }\n",
    "{}\n",
    "messages/Race"
  ),
  mutation(
    "message/MessageResource.ts",
    "price: message.price === null ? null : Money.toNumber(message.price)",
    "price: message.price === null ? null : Money.toNumber(message.activeContactPrice ?? message.price)",
    "core/MessageResource"
  ),
  mutation(
    "message/MessageResource.ts",
    "customer_id: message.account",
    "customer_id: message.contact",
    "core/MessageResource"
  ),
  mutation("message/MessageResource.ts", "      from: entry.from", "      from: null", "core/MessageResource"),
  mutation(
    "message/MessageResource.ts",
    "description: described(entry)",
    "description: entry.description",
    "core/MessageResource"
  ),
  mutation(
    "message/MessageResource.ts",
    "      description: described(entry),\n      timestamp: toMillis(entry.at)",
    "      description: described(entry),\n      timestamp: toMillis(message.createdAt)",
    "core/MessageResource"
  ),
  mutation(
    "message/MessageResource.ts",
    "created_at: toMillis(message.createdAt)",
    "created_at: toMillis(message.scheduledAt ?? message.createdAt)",
    "core/Schedule"
  ),
  mutation("accept/Accept.ts", "      createdAt: now\n", "      createdAt: send.scheduledAt ?? now\n", "core/Schedule"),
  mutation(
    "message/MessageEvent.ts",
    "updated_at: toSeconds(at)",
    "updated_at: toSeconds(message.createdAt)",
    "core/Schedule"
  ),
  mutation(
    "message/MessageEvent.ts",
    "account_id: message.account",
    "account_id: message.contact",
    "core/MessageEvent"
  ),
  mutation(
    "message/Progress.ts",
    "line({ status: to, scheduledAt }, from !== to, at, note)",
    "line({ status: to, scheduledAt }, from !== to, before.createdAt, note)",
    "core/History"
  ),
  mutation("message/Progress.ts", "leftOut.length === 0 ? activity", "true ? activity", "core/History")
]
