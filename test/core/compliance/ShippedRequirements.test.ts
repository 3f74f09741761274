/**
 * The table of markets that is shipped, as customers read it and operators compare it: word by word. `npm test --
 * test/core/compliance/ShippedRequirements -u` writes it down anew.
 */
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import { expect, it } from "vitest"

it("the shipped table says of each market all that it asks for", async () => {
  const lines = shipped.flatMap(({ requirements, ...rule }) => [
    JSON.stringify(rule),
    ...requirements.map((each) => `  ${JSON.stringify(each)}`)
  ])
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("requirements.txt")
  const { requirements } = shipped[0]!
  for (const text of ["label", "description"] as const) {
    expect(new Set(requirements.map((each) => each[text])).size).toBe(requirements.length)
  }
})
