import { http } from "../Mutation.ts"
import type { Mutation } from "../Mutation.ts"

const step = (file: string, find: string, replace: string): Mutation =>
  http(`packages/http/src/${file}`, find, replace, "http/Steps")

export const mutations: ReadonlyArray<Mutation> = [
  step(
    "steps/Authentication.ts",
    "yield* Rate.takeAddress(address)\n    yield* lockout.fail(hash, now)",
    "yield* lockout.fail(hash, now)\n    yield* Rate.takeAddress(address)"
  ),
  step("steps/Admission.ts", "HttpServerResponse.setHeaders(response, bound?.headers ?? {})", "response"),
  step("steps/Admission.ts", "RequestLog.report(Cause.fail(error))", "Effect.void"),
  step("steps/Admission.ts", "operation: bound?.name ?? null", "operation: null"),
  step(
    "steps/Admission.ts",
    "yield* Scope.permit(headers, account, requirements)\n  yield* Rate.takeAccount(account, requirements)",
    "yield* Rate.takeAccount(account, requirements)\n  yield* Scope.permit(headers, account, requirements)"
  ),
  step("steps/Rate.ts", "`account:${account.id}`", "`account:${account.organization ?? account.id}`"),
  step("steps/Rate.ts", "`ip:${address}`", "\"ip\""),
  step("steps/Rate.ts", "`sensitive:${account.id}:${requirements.name}`", "`sensitive:${requirements.name}`"),
  step("steps/Scope.ts", "{ account: profile, keyAccount: account }", "{ account, keyAccount: profile }"),
  step("steps/Parameters.ts", "Json_.canonical(query as Json), ", ""),
  step("Runner.ts", "Stopped.respond(stopped, Caller.profile(caller))", "Stopped.respond(stopped, null)"),
  step("ClientAddress.ts", "provided ?? ", ""),
  step("WebHandler.ts", "Context.add(service, ClientAddress, ip)", "service"),
  step("WebHandler.ts", "isForeign && !hasWarned", "isForeign"),
  http("adapters/express/src/internal/place.ts", "url: `/v3${url}`", "url", "test/express"),
  http("adapters/express/src/internal/place.ts", "another === undefined", "true", "test/express"),
  http("adapters/express/src/ExpressMount.ts", "fromHost(host(request).body)", "null", "test/express")
]
