import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const cells = (file: string, find: string, replace: string, test: string): Mutation =>
  core("cells", `cells/${file}`, find, replace, `core/cells/${test}`)

const rebuild = (find: string, replace: string): Mutation =>
  cells("RebuildDirectory.ts", find, replace, "RebuildDirectory")

const receipts = (find: string, replace: string): Mutation => cells("CellReceipts.ts", find, replace, "CellReceipts")

const whereabouts = (find: string, replace: string): Mutation => cells("Whereabouts.ts", find, replace, "Whereabouts")

const within = (find: string, replace: string): Mutation => ({
  area: "cells",
  file: "packages/signalbox/src/internal/cellsLayer.ts",
  find,
  replace,
  tests: ["facade/CellsWithin"]
})

const guard = (find: string, replace: string): Mutation => cells("Guard.ts", find, replace, "Guard")

const move = (find: string, replace: string): Mutation => cells("Move.ts", find, replace, "Move")

export const mutations: ReadonlyArray<Mutation> = [
  guard("standingOf(found.get(account)!) === \"Here\"", "true"),
  guard("expects: [...commit.expects, ...own.map(", "expects: [...commit.expects, ...[].map("),
  guard("isFenced(commit) ? [] : Owners.told(commit)", "Owners.told(commit)"),
  move("if (held !== null) return held\n", ""),
  cells("MoveStep.ts", "if (wish === \"undo\") return { _tag: \"TooLate\" }\n", "", "Move"),
  rebuild("kind === \"key\" ? idOf(key as KeyHash) : key", "key"),
  rebuild("accounts.length < limit ? null", "true ? null"),
  rebuild("if (!(yield* isIn(lead, cell))) return null\n", ""),
  rebuild("if (keeps === null) return contested(\"away\")\n", ""),
  rebuild("if (keeps) return contested(\"both\")\n", ""),
  rebuild("replace(entry, leadsTo, idleMillis)", "replace(entry, leadsTo, 0)"),
  rebuild("entry.cell !== leadsTo", "false"),
  rebuild(
    "away.push(cell)\n            break",
    "away.push(cell)\n            return { looked, entered, contested, away, after: null }"
  ),
  receipts("lastSeen(name)", "undefined"),
  receipts("exit.value !== \"unknown\"", "true"),
  receipts("if (each.isKnown && each.name !== null) saw([each.name], cell)\n", ""),
  receipts("|| each.answer === null || Exit.isSuccess(each.answer)", "|| true"),
  cells("ReceiptNames.ts", "?._tag === \"Done\"", "?._tag !== undefined", "CellReceipts"),
  cells("ReceiptNames.ts", "kind === \"carrier_reference\" ? [key]", "kind === \"message\" ? [key]", "CellReceipts"),
  cells("SoughtStore.ts", "some(({ row }) => row !== null)", "some(() => true)", "SoughtStore"),
  cells("SoughtStore.ts", "commit: () => refused", "commit: () => Effect.succeed([])", "SoughtStore"),
  cells("Cells.ts", "Math.min(longest, 2 * millis)", "2 * millis", "CellWork"),
  cells("Cells.ts", "Effect.timeoutOption(first.get(cell) ?? Effect.void, patience)", "Effect.void", "CellWork"),
  within("return CellService.storage(named(name), whereabouts, own)", "return own"),
  whereabouts("if (until !== undefined && now < until) return null\n", ""),
  whereabouts("restsUntil = now + restNanos", "restsUntil = now"),
  whereabouts("asking(patience.enter)", "asking(patience.find)"),
  whereabouts("(cell) => cell !== null, 0)", "() => true, 0)")
]
