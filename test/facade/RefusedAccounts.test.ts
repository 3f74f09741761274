/**
 * A call about accounts and keys that is refused says so by its code and its words.
 */
import { describe } from "vitest"
import { nobody, refuses, strange } from "./Refusing.ts"

const key = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"

describe("a call about accounts and keys", () => {
  refuses([
    [
      "accounts.ensure without a name",
      ({ box }) => box.accounts.ensure({ name: " " }),
      "VALIDATION_001",
      "accounts.ensure: account.name must not be blank"
    ],
    [
      "accounts.ensure with an id that is none",
      ({ box }) => box.accounts.ensure({ name: "A", id: "a" }),
      "VALIDATION_001",
      "accounts.ensure: account.id must be a UUID"
    ],
    [
      "accounts.ensure in no organization",
      ({ box }) => box.accounts.ensure({ name: "A", organization: nobody }),
      "RESOURCE_004",
      `There is no account with the id ${nobody}.`
    ],
    [
      "accounts.ensure with a balance below 0",
      ({ box }) => box.accounts.ensure({ name: "A", balance: -1 }),
      "VALIDATION_001",
      "accounts.ensure: account.balance must be an amount of at least 0 with at most four decimals: \"100.00\""
    ],
    [
      "accounts.ensure with a balance beyond counting",
      ({ box }) => box.accounts.ensure({ name: "A", balance: "999999999999.9999" }),
      "VALIDATION_001",
      "accounts.ensure: account.balance must be an amount of at least 0 with at most four decimals: \"100.00\""
    ],
    [
      "accounts.ensure with a channel that is none",
      ({ box }) => strange(box.accounts.ensure)({ name: "A", channels: ["fax"] }),
      "VALIDATION_001",
      "accounts.ensure: account.channels[0] must be one of: sms, whatsapp, rcs, mms"
    ],
    [
      "accounts.ensure with a list that is none",
      ({ box }) => strange(box.accounts.ensure)({ name: "A", keywordLists: ["all"] }),
      "VALIDATION_001",
      "accounts.ensure: account.keywordLists[0] must be us-carriers"
    ],
    [
      "accounts.ensure with a misspelt field",
      ({ box }) => strange(box.accounts.ensure)({ name: "A", balence: 1 }),
      "VALIDATION_001",
      "accounts.ensure: account.balence is no option; did you mean account.balance?"
    ],
    [
      "accounts.balance of nobody",
      ({ box }) => box.accounts.balance(nobody),
      "RESOURCE_004",
      `There is no account with the id ${nobody}.`
    ],
    [
      "accounts.topUp with nothing",
      ({ account, box }) => box.accounts.topUp(account, 0),
      "VALIDATION_001",
      "accounts.topUp: amount must be more than 0, such as \"100.00\""
    ],
    [
      "accounts.topUp with five decimals",
      ({ account, box }) => box.accounts.topUp(account, "1.00001"),
      "VALIDATION_001",
      "accounts.topUp: amount must be an amount of at least 0 with at most four decimals: \"100.00\""
    ],
    [
      "accounts.topUp beyond counting",
      ({ account, box }) => box.accounts.topUp(account, "999999999999.9999"),
      "VALIDATION_001",
      "accounts.topUp: amount must be an amount of at least 0 with at most four decimals: \"100.00\""
    ],
    [
      "accounts.topUp with a blank reference",
      ({ account, box }) => box.accounts.topUp(account, 1, " "),
      "VALIDATION_001",
      "accounts.topUp: reference must not be blank"
    ],
    [
      "accounts.topUp with a long reference",
      ({ account, box }) => box.accounts.topUp(account, 1, "r".repeat(256)),
      "VALIDATION_001",
      "accounts.topUp: reference must have at most 255 characters"
    ],
    [
      "accounts.topUp with a reference of another amount",
      async ({ account, box }) => {
        await box.accounts.topUp(account, 1, "twice")
        return box.accounts.topUp(account, 2, "twice")
      },
      "RESOURCE_007",
      "Another amount was added under the reference twice: give another reference."
    ],
    [
      "keys.list of nobody",
      ({ box }) => box.keys.list(nobody),
      "RESOURCE_004",
      `There is no account with the id ${nobody}.`
    ],
    [
      "keys.list of part of a key",
      ({ account, box }) => box.keys.list(account, { offset: 0.5 }),
      "VALIDATION_001",
      "keys.list: page.offset must be an integer"
    ],
    [
      "keys.list of too many",
      ({ account, box }) => box.keys.list(account, { limit: 1001, offset: -1 }),
      "VALIDATION_001",
      "keys.list: page.offset must be a whole number of at least 0; page.limit must be at most 1000"
    ],
    [
      "keys.list of none",
      ({ account, box }) => box.keys.list(account, { limit: 0 }),
      "VALIDATION_001",
      "keys.list: page.limit must be a whole number of at least 1"
    ],
    ["keys.create for nobody", ({ box }) => box.keys.create(nobody), "RESOURCE_004", "There is no such account."],
    [
      "keys.create of a text that is none",
      ({ account, box }) => box.keys.create(account, "a"),
      "VALIDATION_003",
      "The text of a key must be a UUID."
    ],
    [
      "keys.create of a key that is taken",
      async ({ account, box }) => {
        await box.keys.create(account, { text: key })
        return box.keys.create(account, key)
      },
      "RESOURCE_007",
      "The key is taken: leave the text out, and a new one is made."
    ],
    [
      "keys.create that has ended",
      ({ account, box }) => box.keys.create(account, { expiresAt: new Date(0) }),
      "VALIDATION_005",
      "expiresAt must lie in the future."
    ],
    [
      "keys.create for too many addresses",
      ({ account, box }) =>
        box.keys.create(account, { addresses: Array.from({ length: 33 }, (_, at) => `192.0.2.${at}`) }),
      "VALIDATION_001",
      "addresses may have 32 addresses and ranges such as 192.0.2.0/24 at most."
    ],
    [
      "keys.create for an address that is none",
      ({ account, box }) => box.keys.create(account, { addresses: ["here"] }),
      "VALIDATION_001",
      "keys.create: options.addresses[0] must be an address or a range such as 192.0.2.0/24 or " +
      "2001:db8::/32, without bits behind its prefix"
    ],
    [
      "keys.create of a scope that is none",
      ({ account, box }) => strange(box.keys.create)(account, { scopes: ["write"] }),
      "VALIDATION_001",
      "keys.create: options.scopes[0] must be one of: send, read, manage, webhooks"
    ],
    ["keys.rotate of no key", ({ box }) => box.keys.rotate(nobody), "RESOURCE_013", "There is no such key."],
    [
      "keys.rotate with too much grace",
      async ({ account, box }) => box.keys.rotate(await box.keys.create(account), { graceMs: 366 * 86_400_000 }),
      "VALIDATION_005",
      "graceMs must be a whole number of milliseconds, one year at most."
    ],
    [
      "keys.rotate to one that has ended",
      async ({ account, box }) => box.keys.rotate(await box.keys.create(account), { expiresAt: new Date(0) }),
      "VALIDATION_005",
      "expiresAt must lie in the future."
    ],
    [
      "keys.rotate of one that has ended",
      async ({ account, box }) => {
        const made = await box.keys.create(account)
        await box.keys.revoke(made)
        return box.keys.rotate(made)
      },
      "CONFLICT_010",
      "The key is revoked already."
    ],
    ["keys.revoke of no key", ({ box }) => box.keys.revoke("a"), "RESOURCE_013", "There is no such key."]
  ])
})
