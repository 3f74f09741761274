import type { Mutation } from "../Mutation.ts"

/** A mutation of what reaches out to others. */
const egress = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "egress",
  file: `adapters/egress/src/${file}.ts`,
  find,
  replace,
  tests: [test]
})

const sender = "egress/HttpWebhookSender"

export const mutations: ReadonlyArray<Mutation> = [
  egress(
    "internal/Failure",
    "if (code === null) return \"request failed\"",
    "if (code === null) return String(error)",
    sender
  ),
  egress("internal/Failure", "?? \"request failed\"", "?? String(error)", sender),
  egress("internal/Failure", "error instanceof Refused", "error instanceof Error", sender),
  egress("internal/Failure", "/^[A-Z0-9_]{1,60}$/.test(code)", "true", sender),
  egress("internal/Exchange", "Buffer.byteLength(request.body)", "request.body.length", sender),
  egress("internal/Exchange", "      clearTimeout(timer)\n", "", sender),
  egress(
    "internal/Exchange",
    "if (head?.complete !== true || outgoing?.writableFinished !== true) ",
    "if (false) ",
    "egress/Hostile"
  ),
  egress("internal/Exchange", "return Effect.sync(abort)", "return Effect.void", sender),
  egress("internal/Excerpt", ".replaceAll(\"\\0\", \"\\ufffd\")", "", sender),
  egress("internal/Connections", "[fresh, ...pools.values()]", "[fresh]", sender),
  egress("internal/Connections", "pools.get(owner)", "pools.get(owner.slice(0, 0))", sender),
  egress("internal/Connections", "if (isIdle(pool)) ", "", sender),
  egress("internal/Connections", "rejectUnauthorized: true, ", "", sender),
  egress("EgressGuard", "    stop.abort()\n", "    stop.signal.throwIfAborted()\n", "egress/EgressGuard"),
  egress(
    "EgressGuard",
    "else if (all === true) callback(null, usable)",
    "else if (all === true) callback(null, usable.slice(0, 1))",
    "egress/EgressGuard"
  ),
  egress(
    "EgressGuard",
    "const resolve = options.resolve ?? resolver.resolve",
    "const resolve = resolver.resolve",
    "egress/EgressGuard"
  ),
  egress("Resolver", "mine > limits.owner", "false", "egress/Resolver"),
  egress("Resolver", "(await local(host)) ?? ", "", "egress/Resolver"),
  egress("Resolver", "running.get(host) ?? ", "", "egress/Resolver"),
  egress("Resolver", "performance.now() - answeredAt < proof", "true", "egress/Resolver"),
  egress("HttpMediaProbe", "statusCode === 200 && ", "", "egress/HttpMediaProbe"),
  egress(
    "HttpMediaProbe",
    "method: \"HEAD\", lookup: guard.lookupFor(owner)",
    "method: \"HEAD\"",
    "egress/HttpMediaProbe"
  )
]
