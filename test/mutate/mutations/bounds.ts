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
    [
      "webhook/CreateWebhook.ts",
      "counts: [{ counter: counterOf(account), by: 1, ceiling: most,",
      "counts: [{ counter: counterOf(account), by: 1, ceiling: null,"
    ],
    ["webhook/CreateWebhook.ts", "Math.min(webhooks, Limit.webhooksPerAccount.most)", "webhooks"]
  ] as const).map(([file, find, replace]) => core("bounds", file, find, replace, "hostile/Webhooks")),
  core("bounds", "delivery/DeliveryPlaces.ts", "else busy.add(customer, -1)", "", "core/delivery/DeliveryPlaces"),
  core("bounds", "delivery/DeliveryPlaces.ts", "busy.of(customer) >= most", "false", "core/delivery/DeliveryPlaces"),
  core("bounds", "delivery/DeliveryPlaces.ts", "begun = webhook\n", "return\n", "core/delivery/DeliveryPlaces"),
  core(
    "bounds",
    "operation/SimulationQueue.ts",
    "Effect.as(Effect.yieldNow, made)",
    "Effect.succeed(made)",
    "hostile/KeptReplies"
  ),
  core(
    "bounds",
    "operation/KeptSimulations.ts",
    "take: (account, bytes, now) =>",
    "take: (_, bytes, now, account = \"\" as AccountId) =>",
    "hostile/KeptReplies"
  ),
  core("bounds", "accept/RecipientBody.ts", "Text.jsonBytes(text)", "Text.bytes(text)", "hostile/KeptReplies"),
  core("bounds", "delivery/Fanout.ts", "reached + left", "Infinity", "core/delivery/Fanout"),
  core(
    "bounds",
    "template/TemplateBody.ts",
    "Schema.declare<Json>((value): value is Json => value !== undefined, {\n  toJsonSchema: () => ({})\n})",
    "Schema.Json",
    "hostile/Definitions"
  ),
  core(
    "bounds",
    "template/UpdateTemplate.ts",
    "TemplateChange.isRedefined(template, next) ? TemplateBody.sizeFlaws(next.definition) : []",
    "TemplateBody.sizeFlaws(next.definition)",
    "hostile/Lists"
  ),
  inHttp("Unread.ts", "own >= this.bounds.each", "false", "hostile/UnreadAnswers"),
  inHttp("steps/Reading.ts", "outlet !== null && outlet.isFull", "outlet === undefined", "hostile/UnreadAnswers"),
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
    ["definition/Flaw.ts", "variables <= Limit.definitionArrays.allVariables", "true", "hostile/Definitions"],
    ["definition/Pattern.ts", "if (size > Limit.patternProgramSizes) return tooMany", "", "hostile/Definitions"]
  ] as const).map(([file, find, replace, test]) => core("bounds", file, find, replace, test)),
  ...([
    ["restore(Effect.sleep(Math.min(millis,", "(Effect.sleep(Math.min(millis,", "core/operation/OperationsIdempotency"],
    ["left <= early", "true", "core/operation/OperationsIdempotency"],
    ["Math.min(2 * millis, pause.most)", "pause.first", "hostile/Duplicates"],
    ["{ _tag: \"Finished\", reply }", "null", "hostile/Duplicates"]
  ] as const).map(([find, replace, test]) => core("bounds", "operation/SingleFlight.ts", find, replace, test)),
  ...([
    ["CallerCache.ts", "return ++found.looked <= glances", "return true"],
    [
      "steps/Authentication.ts",
      "standing.lockedUntil === null\n      ? Effect.map(look",
      "standing !== null\n      ? Effect.map(look"
    ],
    ["CallerCache.ts", "now < plus(asked, second)", "now < plus(asked, 100 * second)"],
    ["CallerCache.ts", "if (!wasRight(credential, asked)) ", ""]
  ] as const).map(([file, find, replace]) => inHttp(file, find, replace, "hostile/KeylessCallers")),
  inHttp("steps/Body.ts", "bytesOf(value) > most", "false", "express/ExpressMount")
]
