import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("pools", "dispatch/Rendezvous.ts", ")) / weight", "))", "core/dispatch/SplitDraw"),
  core("pools", "dispatch/SplitDraw.ts", "now >= (until ?? from)", "now >= from", "core/dispatch/SplitDraw"),
  core("pools", "dispatch/CarrierCost.ts", "cost ?? Infinity", "cost ?? 0", "core/dispatch/Routing"),
  core(
    "pools",
    "dispatch/CarrierCost.ts",
    "able.find((each) => each.region === region) ?? ",
    "",
    "core/dispatch/Routing"
  ),
  core("pools", "dispatch/NumberPools.ts", "joined(own) <= last ? 0 : 2", "0", "core/dispatch/NumberPools"),
  core("pools", "dispatch/NumberPools.ts", "isNear(own) ? 0 : 1", "0", "core/dispatch/NumberPools"),
  core(
    "pools",
    "account/Numbers.ts",
    "undefined : now : known.since",
    "undefined : now : now",
    "core/dispatch/NumberPools"
  ),
  core("pools", "carrier/SenderQueue.ts", "if (isOver) return nothing", "", "core/carrier/SenderQueue")
]
