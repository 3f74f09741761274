/**
 * Every operation with the method and the path that lead to it, from the contract itself: what ranges over them
 * covers those that come later.
 */
import type { OperationName } from "@signalbox/core/Catalogue"
import { operations } from "@signalbox/core/Catalogue"
import * as Legacy from "@signalbox/core/Legacy"
import * as Api from "@signalbox/http/Api"
import * as LegacyApi from "@signalbox/http/legacy/LegacyApi"
import type { Input } from "../generate/Inputs.ts"
import type { LegacyName } from "../generate/LegacyInputs.ts"
import type { Call, HttpClient } from "./HttpClient.ts"
import type { Reply } from "./Reply.ts"

export interface Route {
  readonly method: string
  /** With `:name` where a parameter stands. */
  readonly path: string
}

export interface Binding extends Route {
  readonly name: OperationName
}

export const bindings: ReadonlyArray<Binding> = Api.bindings.map(({ method, name, path }) => ({
  name: name as OperationName,
  method,
  path
}))

export const names = Object.keys(operations) as ReadonlyArray<OperationName>

export interface LegacyBinding extends Route {
  readonly name: LegacyName
}

/** The operations of legacy v2, which are asked with `x-sender-id` besides the key. */
export const legacyBindings: ReadonlyArray<LegacyBinding> = LegacyApi.routes.map(({ method, name, path }) => ({
  name: name as LegacyName,
  method,
  path
}))

export const legacyNames = Object.keys(Legacy.operations) as ReadonlyArray<LegacyName>

/** The path with its parameters and query filled in. */
export const url = ({ path }: Route, input: Pick<Input, "path" | "query">): string => {
  const query = new URLSearchParams(input.query).toString()
  const filled = path.split("/").map((segment) =>
    segment.startsWith(":") ? encodeURIComponent(input.path[segment.slice(1)] ?? "") : segment
  ).join("/")
  return query === "" ? filled : `${filled}?${query}`
}

/** Asks for an operation with an input. */
export const ask = (
  client: HttpClient,
  binding: Route,
  input: Input,
  headers: Call["headers"] = {}
): Promise<Reply> =>
  client.send(
    binding.method,
    url(binding, input),
    binding.method === "GET"
      ? { headers }
      : { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(input.body) }
  )
