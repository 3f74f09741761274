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
    ["delivery/Fanout.ts", "webhooks.slice(0, left)", "webhooks.slice(0)"],
    ["delivery/Fanout.ts", "left -= now.length", ""],
    ["delivery/FanoutJob.ts", "waiting.slice(0, Limit.fanout.batch),", "waiting,"]
  ] as const).map(([file, find, replace]) => core("bounds", file, find, replace, "hostile/Webhooks")),
  core(
    "bounds",
    "template/TemplateBody.ts",
    "Schema.declare<Json>((value): value is Json => value !== undefined, {\n  toJsonSchema: () => ({})\n})",
    "Schema.Json",
    "hostile/Definitions"
  ),
  core("bounds", "engine/Gathering.ts", "rows >= large", "false", "hostile/LargeSend"),
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
    ["definition/Pattern.ts", "steps + cost > Limit.patternStepsPerSend", "false", "core/Pattern"],
    ["definition/Pattern.ts", "size <= memorized", "true", "core/Pattern"],
    ["definition/Renderer.ts", " || textLength(plan, values) > Limit.renderedLength", "", "hostile/RenderedText"],
    ["definition/Renderer.ts", " && text.length <= enough", "", "hostile/RenderedText"],
    ["definition/ParameterCheck.ts", "kept > Limit.parametersLength", "false", "hostile/RenderedText"],
    ["definition/ParameterCheck.ts", "longest > Limit.renderedLength", "false", "hostile/RenderedText"]
  ] as const).map(([file, find, replace, test]) => core("bounds", file, find, replace, test)),
  ...([
    ["restore(Effect.sleep(Math.min(millis,", "(Effect.sleep(Math.min(millis,", "core/Idempotence"],
    ["left <= early", "true", "core/Idempotence"],
    ["Math.min(2 * millis, pause.most)", "pause.first", "hostile/Duplicates"],
    ["turns.set(name, mine)", "", "hostile/Duplicates"],
    ["{ _tag: \"Finished\", reply }", "null", "hostile/Duplicates"]
  ] as const).map(([find, replace, test]) => core("bounds", "operation/Turns.ts", find, replace, test)),
  ...([
    ["steps/Strangers.ts", "return ++found.looked <= glances", "return true"],
    [
      "steps/Authentication.ts",
      "standing.lockedUntil === null\n      ? Effect.map(look",
      "standing !== null\n      ? Effect.map(look"
    ],
    ["steps/Authentication.ts", "isCounted || lockedUntil === null", "true"],
    ["steps/Strangers.ts", "now < plus(asked, second)", "now < plus(asked, 100 * second)"],
    ["steps/Strangers.ts", "if (!wasRight(credential, asked)) ", ""],
    ["ClientAddress.ts", ".slice(0, 4)", ""]
  ] as const).map(([file, find, replace]) => inHttp(file, find, replace, "hostile/Strangers")),
  inHttp("steps/Body.ts", "bytesOf(value) > most", "false", "express/ExpressMount"),
  inHttp("steps/Body.ts", "read.length > most", "false", "express/ExpressMount")
]
