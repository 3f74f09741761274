/**
 * After any history, retention removes exactly what the decisions say, on every storage (decisions 19.2).
 */
import * as Instant from "@signalbox/core/Instant"
import { propWith } from "@signalbox/testing/Prop"
import { afterAll, describe, expect } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Storages from "../http/Storages.ts"
import * as Histories from "./Histories.ts"
import * as Purging from "./Purging.ts"

const storages = [["memory", Storages.memory, 400], ["SQLite", Storages.sqlite, 100], [
  "PostgreSQL",
  Storages.postgres,
  0.05
]] as const

let worlds = 0

describe.each(storages)("in %s", (_, storage, runs) => {
  const purging = Purging.make(storage)
  afterAll(() => purging.stop())

  propWith({ runs: Matrix.searched(runs, 0.08) })(
    "retention removes what is old and finished, and nothing else [XRE-003, XRE-004, XRE-005, XRE-006, XRE-007, XRE-008, XRE-009]",
    Histories.history,
    async (history) => {
      const now = Instant.make(Date.now())
      const { account, commit, rows, stays, usageDays } = Histories.world(history, ++worlds, now)
      await purging.given({ ...commit, due: [Purging.due(account.id, now)] })
      await purging.purge()
      // A webhook that was deleted is forgotten when the next pass finds no delivery of it.
      await purging.given({ due: [Purging.due(account.id, now)] })
      await purging.purge()
      expect((await purging.there(rows)).toSorted()).toEqual(stays.toSorted())
      const left = await purging.usage(account.id)
      expect([...new Set(left.map(({ day }) => day))].toSorted()).toEqual(usageDays.toSorted())
    }
  )
})
