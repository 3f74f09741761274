/** The storage of an attack's stage. */
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as Storages from "../http/Storages.ts"
import type { Stage } from "./attacks/Attack.ts"

export const storageOf = ({ place, storage }: Stage): Storages.Storage =>
  storage === "memory"
    ? Storages.memory
    : storage === "sqlite"
    ? SqliteStore.layer({ file: place })
    : PostgresStore.layer({ url: place })
