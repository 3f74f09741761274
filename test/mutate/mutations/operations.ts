import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("operations", "operation/Decoding.ts", "`${name}[${step}]`", "`${name}.${step}`", "core/Decoding"),
  core(
    "operations",
    "operation/Operations.ts",
    "body[\"sandbox\"] === true",
    "body[\"sandbox\"] !== false",
    "core/Simulation"
  ),
  core("operations", "commit/Refused.ts", "codes.size === 1", "codes.size >= 1", "core/Refused"),
  core(
    "operations",
    "operation/templates/CreateTemplate.ts",
    "{ ...template, status: \"DRAFT\" }",
    "template",
    "core/Simulation"
  ),
  core("operations", "accept/Accept.ts", "[...new Set(values)]", "[...values]", "core/Accept")
]
