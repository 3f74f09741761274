/**
 * The store in PostgreSQL keeps the contracts of storage.
 */
import * as IdempotencyContract from "@signalbox/testing/IdempotencyContract"
import * as LockoutContract from "@signalbox/testing/LockoutContract"
import * as RateWindowContract from "@signalbox/testing/RateWindowContract"
import * as StoreContract from "@signalbox/testing/StoreContract"
import { suite as prepare } from "../postgres/Client.ts"

const { harness } = prepare("contract")

for (const { suite } of [StoreContract, IdempotencyContract, RateWindowContract, LockoutContract]) {
  suite("postgres", harness)
}
