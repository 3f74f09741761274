import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const mutation = (file: string, find: string, replace: string, test: string): Mutation =>
  core("messages", file, find, replace, test)

const sending = (find: string, replace: string): Mutation =>
  mutation("accept/SendBody.ts", find, replace, "core/accept/SendMessage")

const resending = (find: string, replace: string): Mutation =>
  mutation("message/Resend.ts", find, replace, "core/message/Resend")

export const mutations: ReadonlyArray<Mutation> = [
  sending("template(body) === null ? body.text ?? null : null", "body.text ?? null"),
  sending("if (given(sent[\"template\"])) return", "if (given(sent[\"template\"]) && !given(sent[\"text\"])) return"),
  sending("urls.length <= Limit.mmsMediaItems", "urls.length <= Limit.mmsMediaItems + 1"),
  sending("Text.truncate(subject, Limit.textLength)", "subject"),
  mutation(
    "definition/WebAddress.ts",
    "  return url.username !== \"\" || url.password !== \"\"\n    ?",
    "  return isPresigned(url)\n    ?",
    "core/accept/SendMessage"
  ),
  mutation(
    "accept/Accept.ts",
    "send.mediaUrls.length === 0 ? null",
    "send.mediaUrls.length > 0 ? null",
    "core/accept/Accept"
  ),
  mutation("accept/Accept.ts", "send.subject === null ? null", "send.text === null ? null", "core/accept/Accept"),
  mutation(
    "accept/SendMessage.ts",
    "template_id: template === null ? null : template.id ?? ids.uuid()",
    "template_id: template?.id ?? ids.uuid()",
    "core/operation/Sandbox"
  ),
  resending("message.send + 1", "message.send"),
  resending("channel: message.requested", "channel: message.channel"),
  resending("rendered: null,", ""),
  resending("scheduledAt: null", "scheduledAt: message.scheduledAt"),
  mutation(
    "accept/ResendMessage.ts",
    "DispatchWork.due(again.message, now)",
    "DispatchWork.due(message, now)",
    "core/message/Resend"
  ),
  mutation("accept/ResendMessage.ts", "revision.definition,", "template.definition,", "core/message/Resend"),
  mutation("accept/ResendMessage.ts", "tier: \"sensitive\"", "tier: \"standard\"", "core/operation/Sandbox"),
  mutation(
    "accept/ResendMessage.ts",
    "if (!Resend.isAllowed(message)) return Result.fail(Refused.refused(\"BUSINESS_006\"))",
    "",
    "core/message/Resend"
  ),
  mutation("message/Cancel.ts", "last?.channel ?? \"auto\"", "message.channel", "core/message/Cancel"),
  mutation(
    "accept/CancelMessage.ts",
    "MessageResource.fromMessage(before).events",
    "MessageResource.fromMessage(after).events",
    "core/message/Cancel"
  ),
  mutation(
    "accept/CancelMessage.ts",
    "if (!Cancel.isAllowed(message)) return Result.fail(Refused.refused(\"BUSINESS_006\"))",
    "",
    "core/message/Cancel"
  ),
  mutation(
    "message/MessageResource.ts",
    "price: message.price === null ? null : Money.toNumber(message.price)",
    "price: message.price === null ? null : Money.toNumber(message.activeContactPrice ?? message.price)",
    "core/message/MessageResource"
  ),
  mutation(
    "message/MessageResource.ts",
    "customer_id: message.account",
    "customer_id: message.contact",
    "core/message/MessageResource"
  ),
  mutation("message/MessageResource.ts", "      from: entry.from", "      from: null", "core/message/MessageResource"),
  mutation(
    "message/MessageResource.ts",
    "description: described(entry)",
    "description: entry.description",
    "core/message/MessageResource"
  ),
  mutation(
    "message/MessageResource.ts",
    "      description: described(entry),\n      timestamp: toMillis(entry.at)",
    "      description: described(entry),\n      timestamp: toMillis(message.createdAt)",
    "core/message/MessageResource"
  ),
  mutation(
    "message/MessageResource.ts",
    "created_at: toMillis(message.createdAt)",
    "created_at: toMillis(message.scheduledAt ?? message.createdAt)",
    "core/accept/AcceptScheduled"
  ),
  mutation(
    "accept/Accept.ts",
    "      createdAt: moment.now\n",
    "      createdAt: send.scheduledAt ?? moment.now\n",
    "core/accept/AcceptScheduled"
  ),
  mutation(
    "message/MessageEvent.ts",
    "updated_at: toSeconds(at)",
    "updated_at: toSeconds(message.createdAt)",
    "core/accept/AcceptScheduled"
  ),
  mutation(
    "message/MessageEvent.ts",
    "account_id: message.account",
    "account_id: message.contact",
    "core/message/MessageEvent"
  ),
  mutation(
    "message/Progress.ts",
    "line({ status: to, scheduledAt }, from !== to, at, note)",
    "line({ status: to, scheduledAt }, from !== to, before.createdAt, note)",
    "core/history/History"
  )
]
