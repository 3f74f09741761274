/**
 * The leads of rows, and whether a cell has what a lead names.
 */
import * as Effect from "effect/Effect"
import type { Commit } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Entry, Lead } from "../port/Directory.ts"
import type { Store } from "../port/Store.ts"
import { Accounts, ownNumber } from "../row/Account.ts"
import { ApiKeys } from "../row/ApiKey.ts"
import type { Row } from "../row/Row.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"
import type { KeyHash } from "../value/Secret.ts"

export const ofAccount = (account: string): Lead => ({ kind: "account", key: account })

export const ofKey = (hash: KeyHash): Lead => ({ kind: "key", key: hash })

export const ofNumber = (number: string): Lead => ({ kind: "number", key: number })

/** A name that leads to a row, and the account of the row. */
export type Named = Pick<Entry, "lead" | "account">

/** Returns all that leads to a row. */
export const ofRow = (row: Row): ReadonlyArray<Named> => {
  if (row.kind === "api_key") return [{ lead: ofKey(row.value.hash), account: row.value.account }]
  if (row.kind !== "account") return []
  const { deletedAt, id: account, numbers } = row.value
  const own = deletedAt !== null ? [] : numbers.filter(({ isShared }) => isShared !== true)
  return [
    { lead: ofAccount(account), account },
    ...own.map(({ number }) => ({ lead: ofNumber(number), account }))
  ]
}

/** Returns all that leads to the rows that a commit puts. Hardly any commit puts some. */
export const ofCommit = ({ puts }: Commit): ReadonlyArray<Named> => puts.flatMap(ofRow)

/** Returns whether a commit puts rows that something leads to. */
export const has = ({ puts }: Commit): boolean => puts.some(({ kind }) => kind === "account" || kind === "api_key")

const needs = ({ key, kind }: Lead): Needs.Needs => {
  switch (kind) {
    case "account":
      return Needs.row(Accounts, key)
    case "key":
      return Needs.row(ApiKeys, key)
    case "number":
      return PhoneNumber.is(key) ? Needs.unique(ownNumber(key)) : Needs.none
  }
}

/** Returns whether the facts have a row that the lead leads to. */
const isIn = (facts: Facts.Facts, { key, kind }: Lead): boolean => {
  switch (kind) {
    case "account":
      return Facts.get(facts, Accounts, key) !== null
    case "key":
      return Facts.get(facts, ApiKeys, key) !== null
    case "number":
      return PhoneNumber.is(key) && Facts.find(facts, Accounts, ownNumber(key)) !== null
  }
}

/** Asks a store whether it has what the lead leads to. */
export const isKept = (lead: Lead) => (store: Store["Service"]) => {
  const asked = needs(lead)
  return Effect.map(store.load(asked), (facts) => isIn(facts, lead))
}
