/**
 * Each call of the operator, of accounts and of keys that can make nothing of an argument names itself and the argument.
 */
import type { Signalbox } from "signalbox"
import { carrier, createSignalbox, memory } from "signalbox"
import { afterAll, beforeAll, expect, it } from "vitest"
import { strange } from "./Refusing.ts"

let box: Signalbox

beforeAll(() => {
  box = createSignalbox({
    storage: memory(),
    carriers: [carrier({ id: "acme", channels: ["sms"], submit: () => {} })],
    log: false
  })
})

afterAll(() => box.close())

const refusals = async (...given: ReadonlyArray<unknown>): Promise<ReadonlyArray<string>> => {
  const { accounts, keys, operator } = box
  const groups: ReadonlyArray<readonly [string, object]> = [
    ["accounts", accounts],
    ["keys", keys],
    ...Object.entries(operator).map(([name, calls]): [string, object] => [`operator.${name}`, calls as object])
  ]
  const told: Array<string> = []
  for (const [group, calls] of groups) {
    for (const [name, call] of Object.entries(calls)) {
      const asked = async (): Promise<unknown> =>
        call === operator.privacy.export
          ? operator.privacy.export(...given as [string])[Symbol.asyncIterator]().next()
          : strange(call)(...given)
      told.push(
        await asked().then(() => `${group}.${name} takes it`, (error: unknown) => (error as Error).message)
      )
    }
  }
  return told
}

it("each names itself, and what it cannot read of its first argument", async () => {
  expect(await refusals(5, 5, 5)).toEqual([
    "accounts.ensure: account must be an object",
    "accounts.balance: account must be a string",
    "accounts.topUp: account must be a string; reference must be a string",
    "keys.list: account must be a string",
    "keys.create: account must be a string",
    "keys.rotate: key must be a string",
    "keys.revoke: key must be a string",
    "operator.accounts.list: page must be an object",
    "operator.accounts.get: account must be a string",
    "operator.accounts.suspend: account must be a string",
    "operator.accounts.resume: account must be a string",
    "operator.accounts.close: account must be a string",
    "operator.accounts.setBalance: account must be a string",
    "operator.accounts.move: account must be a string",
    "operator.prices.global takes it",
    "operator.prices.get: account must be a string",
    "operator.prices.set: account must be a string",
    "operator.rules.global takes it",
    "operator.rules.get: account must be a string",
    "operator.rules.set: account must be a string; rules must be an array",
    "operator.numberPools.get: account must be a string",
    "operator.numberPools.set: account must be a string; numberPools must be an array",
    "operator.destinations.get: account must be a string",
    "operator.destinations.set: account must be a string; destinations must be an object",
    "operator.spend.get: account must be a string",
    "operator.spend.set: account must be a string; spend must be an object",
    "operator.spend.used: account must be a string",
    "operator.quietHours.get: account must be a string",
    "operator.quietHours.set: account must be a string; quietHours must be an object",
    "operator.keywords.list: account must be a string",
    "operator.keywords.set: account must be a string",
    "operator.keywords.remove: account must be a string; keyword must be a string",
    "operator.frequency.get: account must be a string",
    "operator.frequency.set: account must be a string; frequency must be an array",
    "operator.purposes.get: account must be a string",
    "operator.purposes.set: account must be a string; purposes must be an array",
    "operator.purposes.prefer: account must be a string; phone must be a string; preferences must be an object",
    "operator.retention.get: account must be a string",
    "operator.retention.set: account must be a string; retention must be an object",
    "operator.retention.global takes it",
    "operator.retention.setForAll: retention must be an object",
    "operator.retention.preview: account must be a string",
    "operator.suppressions.list: account must be a string",
    "operator.suppressions.add: account must be a string; phones must be an array",
    "operator.suppressions.remove: account must be a string; phones must be an array",
    "operator.privacy.erase: account must be a string; phone must be a string",
    "operator.privacy.get: account must be a string; erasure must be a string",
    "operator.privacy.export: account must be a string; phone must be a string",
    "operator.limits.get: account must be a string",
    "operator.limits.set: account must be a string",
    "operator.auditLog.list: account must be a string",
    "operator.prefixes.list: account must be a string",
    "operator.prefixes.pin: account must be a string; prefix must be a string",
    "operator.prefixes.lift: account must be a string; prefix must be a string",
    "operator.templates.approve: template must be a string",
    "operator.templates.reject: template must be a string",
    "operator.templates.pause: template must be a string",
    "operator.templates.resume: template must be a string",
    "operator.carriers.list takes it",
    "operator.carriers.pause: carrier must be a string",
    "operator.carriers.drain: carrier must be a string",
    "operator.carriers.resume: carrier must be a string",
    "operator.carriers.health takes it",
    "operator.carriers.pin: carrier must be a string",
    "operator.carriers.release: carrier must be a string",
    "operator.lanes.list: options must be an object",
    "operator.lanes.restrictions takes it",
    "operator.lanes.pause: lane must be a string",
    "operator.lanes.drain: lane must be a string",
    "operator.lanes.resume: lane must be a string",
    "operator.messages.cancelWaiting: account must be a string",
    "operator.deadLetters.list: page must be an object",
    "operator.deadLetters.retry: letter must be an object",
    "operator.deadLetters.discard: letter must be an object",
    "operator.directory.rebuild: options must be an object"
  ])
})

it("each names itself, and what it cannot read of the arguments behind the first one", async () => {
  expect((await refusals("a", 5, 5)).filter((each) => each !== "There is no account with the id a.")).toEqual([
    "accounts.ensure: account must be an object",
    "accounts.topUp: reference must be a string",
    "keys.list: page must be an object",
    "keys.create: text must be a string",
    "keys.rotate: options must be an object",
    "There is no such key.",
    "operator.accounts.list: page must be an object",
    "operator.accounts.move: options must be an object",
    "operator.prices.global takes it",
    "operator.prices.set: prices must be an object",
    "operator.rules.global takes it",
    "operator.rules.set: rules must be an array",
    "operator.numberPools.set: numberPools must be an array",
    "operator.destinations.set: destinations must be an object",
    "operator.spend.set: spend must be an object",
    "operator.quietHours.set: quietHours must be an object",
    "operator.keywords.set: keyword must be an object",
    "operator.keywords.remove: keyword must be a string",
    "operator.frequency.set: frequency must be an array",
    "operator.purposes.set: purposes must be an array",
    "operator.purposes.prefer: phone must be a string; preferences must be an object",
    "operator.retention.set: retention must be an object",
    "operator.retention.global takes it",
    "operator.retention.setForAll: retention must be an object",
    "operator.suppressions.list: page must be an object",
    "operator.suppressions.add: phones must be an array",
    "operator.suppressions.remove: phones must be an array",
    "operator.privacy.erase: phone must be a string",
    "operator.privacy.get: erasure must be a string",
    "operator.privacy.export: phone must be a string",
    "operator.limits.set: limits must be an object",
    "operator.auditLog.list: page must be an object",
    "operator.prefixes.list: page must be an object",
    "operator.prefixes.pin: prefix must be a string",
    "operator.prefixes.lift: prefix must be a string",
    "operator.templates.approve: options must be an object",
    "operator.templates.reject: options must be an object",
    "operator.templates.pause: options must be an object",
    "operator.templates.resume: options must be an object",
    "operator.carriers.list takes it",
    "operator.carriers.pause: there is no carrier a; there are acme",
    "operator.carriers.drain: there is no carrier a; there are acme",
    "operator.carriers.resume takes it",
    "operator.carriers.health takes it",
    "operator.carriers.pin: options must be an object",
    "operator.carriers.release: options must be an object",
    "operator.lanes.list: options must be an object",
    "operator.lanes.restrictions takes it",
    "operator.lanes.pause: lane must be the name of a lane as operator.lanes.list shows it",
    "operator.lanes.drain: lane must be the name of a lane as operator.lanes.list shows it",
    "operator.lanes.resume: lane must be the name of a lane as operator.lanes.list shows it",
    "operator.messages.cancelWaiting: options must be an object",
    "operator.deadLetters.list: page must be an object",
    "operator.deadLetters.retry: letter must be an object",
    "operator.deadLetters.discard: letter must be an object",
    "operator.directory.rebuild: options must be an object"
  ])
})
