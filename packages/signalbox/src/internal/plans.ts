/**
 * The calls that an account can make, from the list of operations and their bindings.
 */
import type { OperationName } from "@signalbox/core/Catalogue"
import * as Catalogue from "@signalbox/core/Catalogue"
import type { Operation } from "@signalbox/core/Operation"
import type { Binding } from "@signalbox/http/Binding"
import { bindings } from "@signalbox/http/Contract"

export interface Plan {
  readonly group: string
  readonly name: string
  readonly binding: Binding
  readonly operation: Operation<unknown, unknown, unknown, unknown, unknown>
  /** The ids in its path, in their order. */
  readonly ids: ReadonlyArray<string>
  /** The further input of the call: a body, a query, or none. */
  readonly says: "body" | "query" | null
}

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase())

const planOf = (binding: Binding): Plan => {
  const operation = Catalogue.operations[binding.name as OperationName] as unknown as Plan["operation"]
  const [slot, { fields }] = binding.method === "GET"
    ? ["query", operation.query] as const
    : ["body", operation.body] as const
  const [group = "", verb = ""] = binding.name.split(".")
  return {
    group: camel(group),
    name: camel(verb),
    binding,
    operation,
    ids: [...binding.path.matchAll(/:(\w+)/g)].flatMap(([, id]) => id ?? []),
    says: isEmpty(fields) ? null : slot
  }
}

/** Voice belongs to apps and to another part of the product. */
const isCalled = ({ name }: Binding): boolean => !/^(calls|voice)\./.test(name)

export const all: ReadonlyArray<Plan> = bindings.filter(isCalled).map(planOf)
