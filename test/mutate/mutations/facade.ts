import type { Mutation } from "../Mutation.ts"

const facade = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "facade",
  file: file.includes("/") ? file : `packages/signalbox/src/internal/${file}`,
  find,
  replace,
  tests: [`test/facade/${test}`]
})

export const mutations: ReadonlyArray<Mutation> = [
  facade(
    "carriers.ts",
    "return { _tag: \"Unanswered\", detail:",
    "return { _tag: \"Refused\", failure: \"unknown\", detail:",
    "Memory"
  ),
  facade("boot.ts", "      cut()\n      fiber.interruptUnsafe()\n", "", "Boot"),
  facade("boot.ts", "shortest * 2 ** failures", "shortest", "Boot"),
  facade("boot.ts", "        away = { error", "        away ??= { error", "Boot"),
  facade("freeText.ts", "if (warned.has(account)) return false", "if (account === \"\") return false", "FreeText"),
  facade("telemetry.ts", "new Map()", "Context.get(Context.empty(), Metric.MetricRegistry)", "Telemetry"),
  facade("openTelemetry.ts", "entries.has(name) ? undefined : root", "undefined", "Telemetry"),
  facade("openTelemetry.ts", "if (!isOurs(options)) return", "if (options.name === \"\") return", "Telemetry"),
  facade(
    "carriers.ts",
    "if (told.some((exit) => Exit.isSuccess(exit) && exit.value === \"unknown\")) return again\n",
    "",
    "Memory"
  ),
  facade("calling.ts", "Errors.fromAnswer(answer)", "Errors.error(\"INTERNAL_001\")", "Memory"),
  facade("account.ts", "if (Object.keys(wrong).length > 0) throw Errors.fields(wrong)\n", "", "Memory"),
  facade("accounts.ts", "if (balance <= 0 && settings.organization === undefined)", "if (balance < 0)", "Memory"),
  facade("inFlight.ts", "if (isStopped) throw", "if (underWay < 0) throw", "Memory"),
  facade(
    "inFlight.ts",
    "if (underWay === 0) return Promise.resolve()",
    "if (underWay >= 0) return Promise.resolve()",
    "Mounts"
  ),
  facade("box.ts", "Effect.timeoutOption(drain, left)", "Effect.asVoid(Effect.succeed(drain))", "Memory"),
  facade("mounts.ts", "!(\"ip\" in client)", "client === null", "Mounts"),
  facade("mounts.ts", ".fetch(request, address)", ".fetch(request, { ip: null })", "Mounts"),
  facade("packages/signalbox/src/PostgresJs.ts", "if (isControl(text))", "if (text !== \"\")", "Libraries"),
  facade("hostConnection.ts", "\"totalCount\" in value", "value === null", "Libraries"),
  facade("adapters/postgres/src/internal/connection/hostFailure.ts", "\"25P01\"", "\"25P99\"", "Libraries"),
  facade(
    "adapters/postgres/src/internal/connection/hostFailure.ts",
    "inner = inner.cause",
    "return cause",
    "Libraries"
  ),
  facade("checkOptions.ts", "const found = allFlaws(read)", "const found = allFlaws(read).slice(1)", "Options")
]
