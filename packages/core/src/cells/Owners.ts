/**
 * Tells whose the things are that a commit changes, so that it can be held against where these accounts are.
 */
import type { Commit } from "../commit/Commit.ts"
import * as Concerned from "../commit/Concerned.ts"
import type { Facts } from "../commit/Facts.ts"
import type { Ref } from "../row/Kind.ts"
import type { KindName, Row } from "../row/Row.ts"
import { kinds } from "../row/Row.ts"
import * as Uuid from "../value/Uuid.ts"
import * as LaneKind from "../work/LaneKind.ts"
import { laneKind } from "../work/Work.ts"
import type { Lane } from "../work/Work.ts"
import * as Belongings from "./Belongings.ts"

const isKind = (kind: string): kind is KindName => Object.hasOwn(kinds, kind)

/** Most kinds of which an account has one row, or whose keys begin with it, tell it by their keys. */
const ofKey = ({ key, kind }: Ref): ReadonlyArray<string> => {
  if (!isKind(kind)) return []
  const isTold = Belongings.rows[kind].some(({ by }) => by === "key" || by === "prefix")
  const [first = ""] = key.split("/")
  return isTold && Uuid.is(first) ? [first] : []
}

const ofLane = (lane: Lane): ReadonlyArray<string> => {
  const kind = laneKind(lane)
  const of = Object.entries(Belongings.lanes).find(([name]) => name === kind)?.[1]
  const owner = LaneKind.owner(lane)
  const account = of === "line" ? owner.slice(owner.lastIndexOf("/") + 1) : of === "account" ? owner : ""
  return Uuid.is(account) ? [account] : []
}

const once = (accounts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(accounts)]

/** Whoever makes a profile changes its organization, too. */
const above = ({ puts }: Commit): ReadonlyArray<string> =>
  puts.flatMap((row) => row.kind === "account" && row.value.organization !== null ? [row.value.organization] : [])

/** Returns the accounts that a commit tells of, each once. Those of one household may stand for each other. */
export const told = (commit: Commit): ReadonlyArray<string> => {
  const own = Concerned.accounts(commit)
  if (own.length > 0) {
    const more = above(commit)
    return more.length === 0 ? own : once([...own, ...more])
  }
  return once([
    ...commit.puts.flatMap(ofKey),
    ...commit.deletes.flatMap(ofKey),
    ...commit.due.flatMap(({ lane }) => ofLane(lane))
  ])
}

/** Returns the rows that a commit removes, where it tells of no account by itself: they tell. */
export const removed = (commit: Commit): ReadonlyArray<Ref> =>
  commit.deletes.length === 0 || told(commit).length > 0 ? [] : commit.deletes

const ofRow = ({ value }: Row): ReadonlyArray<string> =>
  "account" in value && value.account !== null ? [value.account] : []

/** Returns the accounts of rows that were loaded. */
export const ofRemoved = (facts: Facts, refs: ReadonlyArray<Ref>): ReadonlyArray<string> =>
  once(refs.flatMap((ref) => {
    const row = facts.rows.get(ref)?.row ?? null
    return row === null ? [] : ofRow(row)
  }))
