/**
 * The stores that may be cells keep the contract of giving accounts away and taking them on.
 */
import * as RelocationContract from "@signalbox/testing/RelocationContract"
import * as Storages from "../http/Storages.ts"

RelocationContract.suite("memory", () => Storages.memory)
RelocationContract.suite("postgres", () => Storages.postgres)
