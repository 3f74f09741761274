/**
 * Bounds on what one request may cost: on looks, compilations, rendered text, and questions to the store.
 */
import type { Mutation } from "../Mutation.ts"
import { core, http } from "../Mutation.ts"

const inHttp = (file: string, find: string, replace: string, test: string): Mutation => ({
  ...http(`packages/http/src/${file}`, find, replace, test),
  area: "bounds"
})

export const mutations: ReadonlyArray<Mutation> = [
  ...([
    ["webhook/CreateWebhook.ts", "facts, counterOf(account)) >= most", "facts, counterOf(account)) > most"],
    [
      "webhook/CreateWebhook.ts",
      "counts: [{ counter: counterOf(account), by: 1, ceiling: most,",
      "counts: [{ counter: counterOf(account), by: 1, ceiling: null,"
    ],
    ["webhook/CreateWebhook.ts", "Math.min(webhooks, Limit.webhooksPerAccount.most)", "webhooks"],
    ["delivery/Fanout.ts", "this.taken.add(account, taken)", ""],
    ["delivery/Fanout.ts", "subscribers.slice(0, most)", "subscribers"]
  ] as const).map(([file, find, replace]) => core("bounds", file, find, replace, "hostile/Webhooks")),
  core("bounds", "delivery/DeliveryPlaces.ts", "else busy.add(customer, -1)", "", "core/delivery/DeliveryPlaces"),
  core("bounds", "delivery/DeliveryPlaces.ts", "busy.of(customer) >= most", "false", "core/delivery/DeliveryPlaces"),
  core("bounds", "delivery/DeliveryPlaces.ts", "begun = webhook\n", "return\n", "core/delivery/DeliveryPlaces"),
  core("bounds", "operation/Operations.ts", "!isRemade && simulations", "simulations", "hostile/KeptReplies"),
  core("bounds", "operation/Sandbox.ts", "DerivedIds.of(id, ", "DerivedIds.of(", "hostile/KeptReplies"),
  core(
    "bounds",
    "operation/Sandbox.ts",
    "idempotency.fingerprint, String(at)",
    "idempotency.fingerprint",
    "hostile/KeptReplies"
  ),
  core(
    "bounds",
    "operation/KeptSimulations.ts",
    "taken.of(account) + bytes > room / 2",
    "false",
    "hostile/KeptReplies"
  ),
  core(
    "bounds",
    "operation/SimulationQueue.ts",
    "Effect.as(Effect.yieldNow, made)",
    "Effect.succeed(made)",
    "hostile/KeptReplies"
  ),
  core("bounds", "operation/KeptSimulations.ts", "day !== today", "false", "hostile/KeptReplies"),
  core(
    "bounds",
    "operation/KeptSimulations.ts",
    "take: (account, bytes, now) =>",
    "take: (_, bytes, now, account = \"\" as AccountId) =>",
    "hostile/KeptReplies"
  ),
  core("bounds", "accept/RecipientBody.ts", "Text.jsonBytes(text)", "Text.bytes(text)", "hostile/KeptReplies"),
  core("bounds", "delivery/Fanout.ts", "reached + left", "Infinity", "core/delivery/Fanout"),
  core("bounds", "delivery/Fanout.ts", "    reached = 0\n", "", "core/delivery/Fanout"),
  core(
    "bounds",
    "template/TemplateBody.ts",
    "Schema.declare<Json>((value): value is Json => value !== undefined, {\n  toJsonSchema: () => ({})\n})",
    "Schema.Json",
    "hostile/Definitions"
  ),
  core(
    "bounds",
    "template/TemplateBody.ts",
    "Text.hasAtMostBytes(shown, Limit.definitionBytes)",
    "true",
    "hostile/Lists"
  ),
  core(
    "bounds",
    "template/UpdateTemplate.ts",
    "TemplateChange.isRedefined(template, next) ? TemplateBody.sizeFlaws(next.definition) : []",
    "TemplateBody.sizeFlaws(next.definition)",
    "hostile/Lists"
  ),
  inHttp("Unread.ts", "own >= this.bounds.each", "false", "hostile/UnreadAnswers"),
  inHttp("Unread.ts", " && own * this.held.size >= this.all", "", "hostile/UnreadAnswers"),
  inHttp("steps/Reading.ts", "outlet !== null && outlet.isFull", "outlet === undefined", "hostile/UnreadAnswers"),
  inHttp("steps/Execution.ts", "if (!hasBody(request.method)) yield*", "if (false) yield*", "hostile/UnreadAnswers"),
  inHttp(
    "steps/Admission.ts",
    "  Rate.takeAddress(gates, request, address(request)).pipe(",
    "  Effect.void.pipe(",
    "hostile/Published"
  ),
  inHttp("Published.ts", "method === \"HEAD\" ? head : whole", "whole", "hostile/Published"),
  inHttp(
    "ClientAddress.ts",
    "NetAddress.ipFromString(bare(address))",
    "NetAddress.ipFromString(address)",
    "hostile/KeylessCallers"
  ),
  core("bounds", "engine/Loader.ts", "rows >= large", "false", "hostile/LargeSend"),
  ...([
    ["operation/Lengths.ts", "value.length > bound.most", "false", "hostile/Lengths"],
    ["operation/Lengths.ts", "names.length > bound.most", "false", "hostile/Lengths"],
    ["operation/Decoding.ts", "!excess.some(", "![].some(", "hostile/Lengths"],
    ["commit/Refused.ts", ".slice(0, Limit.violations)", "", "hostile/Lengths"],
    ["definition/Part.ts", "value.length <= most", "true", "hostile/Definitions"],
    ["definition/Reading.ts", ".slice(0, most)", "", "hostile/Definitions"],
    ["definition/Flaw.ts", "variables <= Limit.definitionArrays.allVariables", "true", "hostile/Definitions"],
    ["definition/Pattern.ts", "if (size > Limit.patternProgramSizes) return tooMany", "", "hostile/Definitions"],
    ["definition/Pattern.ts", "size += judged.size", "", "hostile/Definitions"],
    ["definition/Pattern.ts", "known.set(pattern, found)", "", "hostile/Definitions"],
    ["definition/Pattern.ts", "steps + cost > Limit.patternStepsPerSend", "false", "core/definition/Pattern"],
    ["definition/Pattern.ts", "size <= memorized", "true", "core/definition/Pattern"],
    ["definition/Renderer.ts", " || textLength(plan, values) > Limit.renderedLength", "", "hostile/RenderedText"],
    ["definition/Renderer.ts", " && text.length <= enough", "", "hostile/RenderedText"],
    ["definition/ParameterCheck.ts", "kept > Limit.parametersLength", "false", "hostile/RenderedText"],
    ["definition/ParameterCheck.ts", "longest > Limit.renderedLength", "false", "hostile/RenderedText"]
  ] as const).map(([file, find, replace, test]) => core("bounds", file, find, replace, test)),
  ...([
    ["restore(Effect.sleep(Math.min(millis,", "(Effect.sleep(Math.min(millis,", "core/operation/OperationsIdempotency"],
    ["left <= early", "true", "core/operation/OperationsIdempotency"],
    ["Math.min(2 * millis, pause.most)", "pause.first", "hostile/Duplicates"],
    ["flights.set(name, mine)", "", "hostile/Duplicates"],
    ["{ _tag: \"Finished\", reply }", "null", "hostile/Duplicates"]
  ] as const).map(([find, replace, test]) => core("bounds", "operation/SingleFlight.ts", find, replace, test)),
  ...([
    ["CallerCache.ts", "return ++found.looked <= glances", "return true"],
    [
      "steps/Authentication.ts",
      "standing.lockedUntil === null\n      ? Effect.map(look",
      "standing !== null\n      ? Effect.map(look"
    ],
    ["steps/Authentication.ts", "isCounted || lockedUntil === null", "true"],
    ["CallerCache.ts", "now < plus(asked, second)", "now < plus(asked, 100 * second)"],
    ["CallerCache.ts", "if (!wasRight(credential, asked)) ", ""],
    ["ClientAddress.ts", ".slice(0, 4)", ""]
  ] as const).map(([file, find, replace]) => inHttp(file, find, replace, "hostile/KeylessCallers")),
  inHttp("steps/Body.ts", "names > Limit.bodyNames", "false", "express/ExpressMount"),
  inHttp("steps/Body.ts", "bytesOf(value) > most", "false", "express/ExpressMount"),
  inHttp("steps/Body.ts", "read.length > most", "false", "express/ExpressMount")
]
