/**
 * All operations of the service, by name, and each by itself.
 */
import * as OperationList from "./OperationList.ts"

export * from "./OperationList.ts"

type Listed = (typeof OperationList)[keyof typeof OperationList]

export type OperationName = Listed["name"]

/** An operation says its own name, so the list is enough to find it by that. */
export const operations = Object.fromEntries(
  Object.values(OperationList).map((operation) => [operation.name, operation] as const).toSorted(([one], [other]) =>
    one < other ? -1 : 1
  )
) as { readonly [Name in OperationName]: Extract<Listed, { readonly name: Name }> }
