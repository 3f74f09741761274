/**
 * Names of code in pages.
 */
import { describe, expect, it } from "vitest"
import * as Names from "./Names.ts"

describe("names in a page", () => {
  it.each([
    "BUSINESS_999",
    "message.deliverd",
    "npm run dcos",
    "npx signalbox kyes",
    "@signalbox/cor",
    "/v3/mesages",
    "box.acounts"
  ])("are those of the code, which %s is not", (name) => {
    expect(Names.unknown(`It says \`${name}\`.`)).toEqual([name])
    expect(Names.unknown(`\`\`\`sh\n${name}\n\`\`\`\n`)).toHaveLength(name === "message.deliverd" ? 0 : 1)
    expect(Names.unknown(`It says ${name}.`)).toEqual([])
  })

  it.each([
    "BUSINESS_011",
    "DELIVERY_007",
    "message.delivered",
    "message.id",
    "templates.ensure",
    "npm run docs:check",
    "npx signalbox keys rotate",
    "@signalbox/receiver",
    "/v3/messages/{id}/cancel",
    "/v3/channels",
    "box.accounts",
    "box.ts"
  ])("may be %s", (name) => {
    expect(Names.unknown(`\`${name}\``)).toEqual([])
  })
})
