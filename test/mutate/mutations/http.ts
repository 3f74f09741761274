import { core, http } from "../Mutation.ts"
import type { Mutation } from "../Mutation.ts"

const step = (file: string, find: string, replace: string): Mutation =>
  http(`packages/http/src/${file}`, find, replace, "http/Steps")

export const mutations: ReadonlyArray<Mutation> = [
  http(
    "packages/http/src/steps/Authentication.ts",
    "!KeyTerms.isAtHome(requester.key, request.ip)",
    "false",
    "http/contract/node-memory"
  ),
  http("packages/http/src/steps/KeyTerms.ts", "(ip !== null &&", "(ip === null ||", "facade/Keys"),
  step(
    "steps/Authentication.ts",
    "    yield* Rate.takeAddress(gates, request, address)\n    const { isCounted, lockedUntil } = yield* Deadline.inTime(lockout.fail(hash, now))",
    "    const { isCounted, lockedUntil } = yield* Deadline.inTime(lockout.fail(hash, now))\n    yield* Rate.takeAddress(gates, request, address)"
  ),
  step("Runner.ts", "HttpResponse_.withHeaders(response, headers)", "response"),
  step("steps/Admission.ts", "RequestLog.report(Cause.fail(error))", "Effect.void"),
  step("HttpService.ts", "enclose(request, name, answer(request))", "enclose(request, null, answer(request))"),
  step(
    "steps/Admission.ts",
    "yield* Scope.permit(gates.access, headers, requester, requirements, params)\n    yield* Rate.takeAccount(gates, request, requester, requirements)",
    "yield* Rate.takeAccount(gates, request, requester, requirements)\n    yield* Scope.permit(gates.access, headers, requester, requirements, params)"
  ),
  step("steps/Rate.ts", "`account:${account.id}`", "`account:${account.organization ?? account.id}`"),
  step("steps/Rate.ts", "`ip:${address}`", "\"ip\""),
  http("packages/http/src/Exchange.ts", "docsBase: Context.get(context, DocsBase)", "docsBase: \"\"", "http/DocUrl"),
  step("steps/Rate.ts", "`sensitive:${account.id}:${requirements.name}`", "`sensitive:${requirements.name}`"),
  step("steps/Scope.ts", "{ account: profile, keyAccount: account }", "{ account, keyAccount: profile }"),
  step("Runner.ts", "admitted === null ? null : Caller_.profile(admitted)", "null"),
  step("steps/RequestContext.ts", "network(ip ?? ", "network("),
  step("WebHandler.ts", "Context.make(ClientAddress, ip)", "Context.empty()"),
  step("Runner.ts", "Admission.admit(gates, request, binding)", "Admission.admit(gates, request, null)"),
  http("packages/http/src/Endpoint.ts", "texts(operation.query, ", "texts(operation.path, ", "http/OpenApi"),
  http(
    "packages/http/src/Contract.ts",
    "\"/v3/messages\", Operations.SendMessage",
    "\"/v3/messages\", Operations.CreateWebhook",
    "architecture/bindings"
  ),
  http("adapters/node/src/internal/place.ts", "url: `/v3${url}`", "url", "test/express"),
  http("adapters/node/src/internal/place.ts", "another === undefined", "true", "test/express"),
  http("adapters/node/src/NodeMiddleware.ts", "rawBody : body)", "rawBody : null)", "test/express"),
  http("adapters/node/src/internal/writing.ts", "if (socket !== null) linger(socket)", "", "http/Refusals"),
  http("adapters/node/src/internal/writing.ts", "request.readableDidRead", "socket === null", "facade/ReadBefore"),
  http(
    "adapters/node/src/internal/body.ts",
    "chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)",
    "chunks[0]!",
    "http/Pieces"
  ),
  http("packages/http/src/Hooks.ts", "url: calledUrl,", "url,", "express/Hooks"),
  http(
    "packages/http/src/Hooks.ts",
    "if (read.length > 0 || (declared === 0 && !body.wasRead)) return read",
    "if (read !== null) return read",
    "express/Hooks"
  ),
  core(
    "http",
    "engine/ErrorSummary.ts",
    "if (reason._tag === \"Die\") return originOf(reason.defect)",
    "if (reason._tag === \"Die\") return told(reason.defect)",
    "http/hooks/node"
  ),
  core("http", "engine/ErrorSummary.ts", "plain.test(name) ? name : \"object\"", "name", "core/engine/ErrorSummary"),
  http(
    "adapters/node/src/internal/serverRefusals.ts",
    "if (before.req.complete) return void before.once(\"finish\", () => write(socket, answer(refusal)))\n",
    "",
    "http/Refusals"
  ),
  http("adapters/node/src/internal/serverRefusals.ts", "status: 431", "status: 400", "http/Refusals"),
  http("adapters/node/src/internal/serverRefusals.ts", "status: 408", "status: 400", "http/Refusals"),
  http(
    "adapters/node/src/internal/serverRefusals.ts",
    "server.on(\"checkExpectation\"",
    "server.on(\"unknown\"",
    "http/Refusals"
  ),
  http(
    "adapters/node/src/internal/serverRefusals.ts",
    "  socket.end(response.body ?? \"\")\n",
    "  socket.end()\n",
    "http/Refusals"
  ),
  http(
    "packages/http/src/Refusal.ts",
    "Exchange.open(requestId, ids, context)",
    "Exchange.open(undefined, ids, context)",
    "http/Refusals"
  ),
  http(
    "packages/http/src/Telemetry.ts",
    "Context.add(context, HttpMiddleware.TracerDisabledWhen, () => true)",
    "context",
    "telemetry/Secrecy"
  ),
  http("packages/http/src/Telemetry.ts", "pattern(path)", "headers[\"x-api-key\"]", "telemetry/Secrecy"),
  core(
    "http",
    "engine/Span.ts",
    "message: ErrorSummary.origin(exit.cause)",
    "message: String(exit.cause)",
    "telemetry/Secrecy"
  ),
  core(
    "http",
    "operation/RequestLog.ts",
    "ErrorSummary.origin(cause))",
    "ErrorSummary.text(cause))",
    "telemetry/Secrecy"
  ),
  core(
    "http",
    "carrier/Asking.ts",
    "ErrorSummary.origin(exit.cause)",
    "ErrorSummary.text(exit.cause)",
    "telemetry/Lying"
  ),
  core(
    "http",
    "engine/GiveBack.ts",
    "const cause = ErrorSummary.origin(item.cause)",
    "const cause = ErrorSummary.text(item.cause)",
    "telemetry/Lying"
  ),
  core("http", "engine/ErrorSummary.ts", "(words, origin(cause))", "(words, cause)", "telemetry/Lying"),
  http("packages/http/src/Health.ts", "named(url) === \"/health/live\" ? [] : ", "", "emulator/outages"),
  core("http", "service/Readiness.ts", "const asked = open ?? (", "const asked = (", "core/service/Readiness"),
  core(
    "http",
    "engine/StoreProgress.ts",
    "self.since !== null && isHopeless(self, now) ? self.since : now",
    "now",
    "core/engine/StoreProgress"
  ),
  core(
    "http",
    "engine/StoreProgress.ts",
    "since: waiting > 0 ? now : null",
    "since: null",
    "core/engine/StoreProgress"
  ),
  core(
    "http",
    "engine/WorkerState.ts",
    "if (self.mode._tag === \"Ended\") return \"has ended\"\n",
    "",
    "core/service/Readiness"
  ),
  core(
    "http",
    "engine/WorkerState.ts",
    "if (self.mode._tag === \"Draining\") return \"is being drained\"\n",
    "",
    "core/service/Readiness"
  ),
  http(
    "packages/http/src/Hooks.ts",
    "Effect.forkDetach(Effect.suspend(() => carrier.hook(request)))",
    "Effect.forkDetach(Effect.suspend(() => carrier.hook.call(undefined, request)))",
    "http/Hooks.test"
  ),
  http(
    "packages/http/src/Hooks.ts",
    "Effect.timeoutOption(Fiber.await(asked), Limit.hookPatience)",
    "Effect.map(Fiber.await(asked), Option.some)",
    "http/Hooks.test"
  ),
  http(
    "packages/http/src/Hooks.ts",
    "    Effect.timeoutOption(Limit.hookPatience),\n",
    "    Effect.map(Option.some),\n",
    "http/Hooks.test"
  ),
  http(
    "packages/http/src/Hooks.ts",
    "if (declared > Limit.bodyBytes) return HttpResponse.empty(413)\n",
    "",
    "http/hooks/node"
  ),
  http(
    "packages/http/src/Hooks.ts",
    "if (read.length > Limit.bodyBytes) return HttpResponse.empty(413)\n",
    "",
    "express/Hooks"
  ),
  http("packages/http/src/Hooks.ts", "decodeURIComponent(id)", "id", "http/Hooks.test"),
  http("packages/http/src/Hooks.ts", "isTooLarge ? 413 : 400", "400", "http/Hooks.test"),
  http("packages/http/src/HookResponse.ts", " || status < 200 || status > 599", "", "http/hooks/node"),
  http(
    "packages/http/src/HttpService.ts",
    "if (Hooks.named(url) !== null) {",
    "if (Hooks.named(url) === \"\") {",
    "http/hooks/node"
  ),
  http(
    "adapters/node/src/NodeMiddleware.ts",
    "Hooks.named(placed.url) !== null && !Hooks.serves(carriers, placed.url)",
    "false",
    "express/Hooks"
  ),
  http("adapters/node/src/internal/place.ts", "(?=\\/[^/]+$)", "(?=\\/)", "express/Hooks")
]
