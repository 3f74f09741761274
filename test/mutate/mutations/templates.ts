import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("templates", "template/Placeholder.ts", "[A-Za-z_][A-Za-z0-9_]*$/", "[A-Za-z0-9_]*$/", "core/Placeholder"),
  core(
    "templates",
    "template/DefinitionCheck.ts",
    "template.length > Limit",
    "template.length >= Limit",
    "core/DefinitionCheck"
  ),
  core(
    "templates",
    "template/DefinitionCheck.ts",
    "variable.id === index",
    "variable.id >= index",
    "core/DefinitionCheck"
  ),
  core("templates", "template/ParameterCheck.ts", "/ {5}/", "/ {4}/", "core/ParameterCheck"),
  core("templates", "template/Renderer.ts", "declared.every(({ name }) => name !== id)", "true", "core/Renderer"),
  core("templates", "template/Naming.ts", ".slice(0, 6)", ".slice(0, 7)", "core/Naming"),
  core("templates", "review/Review.ts", "template.revision === target(lease).revision", "true", "core/Review")
]
