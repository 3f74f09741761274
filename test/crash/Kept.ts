/** The store of a crash test holds more than messages: a node can be asked for it as plain JSON. */
import * as Needs from "@signalbox/core/Needs"
import { Store } from "@signalbox/core/Store"
import type { Template } from "@signalbox/core/Template"
import type { User } from "@signalbox/core/User"
import * as Effect from "effect/Effect"
import * as Furniture from "./Furniture.ts"

export interface Kept {
  /** Of the organization. */
  readonly balance: number
  /** The names of its templates. */
  readonly templates: ReadonlyArray<string>
  /** How many of its users are active admins. */
  readonly admins: number
}

export const read = Effect.gen(function*() {
  const store = yield* Store
  const facts = yield* store.load(Needs.balance(Furniture.organization))
  const templates = yield* store.list({ list: "templates", scope: Furniture.organization, offset: 0, limit: 10_000 })
  const users = yield* store.list({ list: "users", scope: Furniture.organization, offset: 0, limit: 100 })
  const kept: Kept = {
    balance: facts.balances.get(Furniture.organization) ?? 0,
    templates: templates.rows.map(({ value }) => (value as Template).name),
    admins: users.rows.map(({ value }) => value as User)
      .filter(({ role, status }) => role === "admin" && status === "active").length
  }
  return kept
})
