/**
 * All stores keep the contract of what finds and removes what names a person.
 */
import * as TracesContract from "@signalbox/testing/TracesContract"
import * as Storages from "../http/Storages.ts"

TracesContract.suite("memory", () => Storages.memory)
TracesContract.suite("sqlite", () => Storages.sqlite)
TracesContract.suite("postgres", () => Storages.postgres)
