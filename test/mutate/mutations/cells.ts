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
  guard("if (_tag === \"Stale\")", "if (false)"),
  guard("isFenced(commit) ? [] : Owners.told(commit)", "Owners.told(commit)"),
  move("if (!Cargo.isSame(before, after))", "if (false)"),
  move("if (held !== null) return held\n", ""),
  cells("MoveStep.ts", "if (wish === \"undo\") return { _tag: \"TooLate\" }\n", "", "Move"),
  rebuild("kind === \"key\" ? idOf(key as KeyHash) : key", "key"),
  rebuild("last?.kind !== \"api_key\" || rows.length < batch", "true"),
  rebuild("accounts.length < limit ? null", "true ? null"),
  rebuild("if (!(yield* isIn(lead, cell))) return null\n", ""),
  rebuild("if (keeps === null) return contested(\"away\")\n", ""),
  rebuild("if (keeps) return contested(\"both\")\n", ""),
  rebuild("replace(entry, leadsTo, idleMillis)", "replace(entry, leadsTo, 0)"),
  rebuild("found[index] === null)", "found[index] !== null)"),
  rebuild("entry.cell !== leadsTo", "false"),
  rebuild("if (begin < 0)", "if (false)"),
  rebuild("names.slice(begin)", "names"),
  rebuild(
    "away.push(cell)\n            break",
    "away.push(cell)\n            return { looked, entered, contested, away, after: null }"
  ),
  receipts("lastSeen(name)", "undefined"),
  receipts("? names.slice(0, 1)", "? names"),
  receipts("names.filter((each) => each !== first)", "names"),
  receipts("exit.value !== \"unknown\"", "true"),
  receipts("if (each.isKnown && each.name !== null) saw([each.name], cell)\n", ""),
  receipts("|| each.answer === null || Exit.isSuccess(each.answer)", "|| true"),
  receipts("!isKnown && step", "step"),
  cells("ReceiptNames.ts", "?._tag === \"Done\"", "?._tag !== undefined", "CellReceipts"),
  cells("ReceiptNames.ts", "kind === \"carrier_reference\" ? [key]", "kind === \"message\" ? [key]", "CellReceipts"),
  cells(
    "Remembered.ts",
    "this.entries.delete(key)\n      this.entries.set(key, found)",
    "this.entries.set(key, found)",
    "Remembered"
  ),
  cells("Remembered.ts", "this.entries.size <= this.most", "false", "Remembered"),
  cells("SoughtStore.ts", "some(({ row }) => row !== null)", "some(() => true)", "SoughtStore"),
  cells("SoughtStore.ts", "commit: () => refused", "commit: () => Effect.succeed([])", "SoughtStore"),
  cells("Cells.ts", "Math.min(longest, 2 * millis)", "2 * millis", "CellWork"),
  cells("Cells.ts", "yield* Effect.sleep(millis)\n", "", "CellWork"),
  cells("Cells.ts", "Effect.timeoutOption(first.get(cell) ?? Effect.void, patience)", "Effect.void", "CellWork"),
  cells("CellWork.ts", "all.every(Boolean)", "all.some(Boolean)", "CellWork"),
  cells("CellWork.ts", "why !== null", "why === null", "CellWork"),
  within("found !== null && found !== name", "false"),
  within("return CellService.storage(named(name), whereabouts, own)", "return own"),
  whereabouts("if (until !== undefined && now < until) return null\n", ""),
  whereabouts("nowhere.delete(text)\n", ""),
  whereabouts("restsUntil = now + restNanos", "restsUntil = now"),
  whereabouts("asking(patience.enter)", "asking(patience.find)"),
  whereabouts("(cell) => cell !== null, 0)", "() => true, 0)"),
  whereabouts(
    "Effect.catch(isIn(entry.lead, holder), () => Effect.succeed(true))",
    "Effect.catch(isIn(entry.lead, holder), () => Effect.succeed(false))"
  )
]
