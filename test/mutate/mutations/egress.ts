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
  egress("internal/Exchange", "return Effect.sync(abort)", "return Effect.void", sender),
  egress("internal/Intake", "bytes > most.bytes", "false", "egress/Hostile"),
  egress("internal/Intake", "packets > most.packets", "false", "egress/Hostile"),
  egress(
    "internal/Intake",
    "if (line.asking === null) socket.destroy()",
    "if (line.asking === null) return",
    "egress/Hostile"
  ),
  egress("internal/Connections", "pools.get(owner)", "pools.get(owner.slice(0, 0))", sender),
  egress("internal/Connections", "if (isIdle(pool)) ", "", sender),
  egress("Timers", ".finally(stop)", "", "egress/EgressGuard"),
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
  egress("Resolver", "mine > mostOfOne", "false", "egress/Resolver"),
  egress("Resolver", "running.size >= most", "false", "egress/Resolver"),
  egress("Resolver", "names.size > mostNames", "names.size > 1", "egress/Resolver"),
  egress("internal/Sockets", "heldBy(organization) < bounds.organization\n", "true\n", "egress/Sockets"),
  egress("internal/Sockets", "if (!ticket.holds) return", "", "egress/Sockets"),
  egress("internal/Connections", "idle.add(socket)", "idle.delete(socket)", "egress/Sockets"),
  egress("Resolver", "if (own !== null) return own\n", "", "egress/Resolver"),
  egress("Resolver", "running.get(host) ?? ", "", "egress/Resolver"),
  egress("Resolver", "? maxLookups : ", "? Infinity : ", "egress/Resolver")
]
