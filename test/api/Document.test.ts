/**
 * The OpenAPI document is the one that was agreed on: `npm run api -- --write` accepts another.
 */
import { expect, it } from "vitest"
import * as Document from "./Document.ts"

it("the OpenAPI document is as api/openapi.json says, word for word", () => {
  expect(Document.now()).toBe(Document.agreed())
})
