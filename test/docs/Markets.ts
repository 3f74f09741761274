/**
 * The markets that register a sender, and what they ask for, as the shipped table has them.
 */
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import type { Requirement } from "@signalbox/core/Requirement"
import type { Table } from "./Table.ts"
import { code, codes } from "./Table.ts"

export const markets: Table = {
  head: ["Country", "Type", "Registers", "From"],
  rows: shipped.map(({ country, regime, source, type }) => [code(country), code(type), code(regime), source])
}

const needed = ({ required, required_when: when }: Requirement): string =>
  required ? "yes" : when === null ? "no" : `when ${code(when.key)} is ${code(when.equals)}`

const all = new Map(shipped.flatMap(({ requirements }) => requirements).map((each) => [each.key, each]))

export const requirements: Table = {
  head: ["Key", "Type", "Required", "What it is", "One of"],
  rows: [...all.values()].map((each) => [
    code(each.key),
    code(each.type),
    needed(each),
    each.description,
    codes(each.options ?? each.accept ?? [])
  ])
}
