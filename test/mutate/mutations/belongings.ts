import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const cargo = (file: string, find: string, replace: string): Mutation =>
  core("cells", `cells/${file}`, find, replace, "stores/cargo")

const digest = (find: string, replace: string): Mutation =>
  core("cells", "cells/CargoDigest.ts", find, replace, "core/cells/CargoDigest")

export const mutations: ReadonlyArray<Mutation> = [
  cargo("Cargo.ts", "if (!isLeft) index++", "index++"),
  cargo("Cargo.ts", "cancels: due.map(({ work }) => work)", "cancels: []"),
  cargo("CargoRows.ts", "earlier.every((other) => placeIn(row, other, account) === undefined)", "earlier.length >= 0"),
  cargo("CargoRows.ts", "(left -= sizes.get(event) ?? 0) <= 0", "left <= 0"),
  cargo("CargoRows.ts", "(left -= sizeOf(row)) <= 0", "left <= 0"),
  cargo("CargoSums.ts", "Money.make(0 - amount)", "Money.make(amount)"),
  cargo("Companions.ts", "deliveryId(event, other)) === null)", "deliveryId(event, other)) !== undefined)"),
  cargo("Companions.ts", "template === null || templates.has(template.id)", "template === null || templates.size >= 0"),
  cargo("Companions.ts", "if (!(yield* isDelivered(event.value))) alone.push(event)", "alone.push(event)"),
  digest("bytes: sha256Of(bytes)", "bytes: bytes.length"),
  digest("this.sum + hash", "this.sum ^ hash")
]
