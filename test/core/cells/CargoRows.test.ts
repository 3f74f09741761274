/**
 * Lists are read page by page, each behind the last row of the one before.
 */
import { put } from "@signalbox/core/Commit"
import type { ContactId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Cargo from "@signalbox/core/internal/cells/Cargo"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { Messages } from "@signalbox/core/Message"
import type { Row } from "@signalbox/core/Row"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { a, ports } from "./AskedPorts.ts"

describe("lists", () => {
  const contact = (number: number, at: number): Row =>
    put(
      Contacts,
      Given.contact({
        id: `cccccccc-0000-7000-8000-${String(number).padStart(12, "0")}` as ContactId,
        phone: Given.phone(number),
        createdAt: Instant.make(at)
      })
    )

  it("are read from the oldest row on, a hundred rows with each question", async () => {
    const rows = Array.from({ length: 250 }, (_, index) => contact(index, 1000 + Math.floor(index / 60)))
    const { asked, run } = ports({
      list: ({ ahead, limit, list }) => {
        if (list !== "contacts" || ahead === undefined) return []
        const from = rows.findIndex(({ key, value }) =>
          "createdAt" in value && (value.createdAt > ahead.at || value.createdAt === ahead.at && key > ahead.key)
        )
        return rows.slice(from, from + limit).toReversed()
      }
    })
    const page = await run(Cargo.read([a], null))
    expect(page.commit.puts).toStrictEqual(rows)
    expect(asked.filter((each) => each.startsWith("list contacts"))).toStrictEqual([
      "list contacts A from 0  100",
      `list contacts A from 1001 ${rows[99]!.key} 100`,
      `list contacts A from 1003 ${rows[199]!.key} 100`
    ])
  })

  it("are asked for once more where the last page was full, and no more where it was not", async () => {
    const counts = async (length: number) => {
      const rows = Array.from({ length }, (_, index) => contact(index, 1000 + index))
      const { asked, run } = ports({
        list: ({ ahead, limit, list }) =>
          list !== "contacts" ? [] : rows.slice(Math.max(0, ahead!.at - 999), limit).toReversed()
      })
      expect((await run(Cargo.read([a], null))).commit.puts).toStrictEqual(rows)
      return asked.filter((each) => each.startsWith("list contacts")).length
    }
    expect([await counts(0), await counts(1), await counts(99), await counts(100)]).toEqual([1, 1, 1, 2])
  })

  it("give as many rows to a page as have half a million characters, the last of them whole", async () => {
    const rows = [1, 2, 3].map((number) =>
      put(
        Messages,
        Given.message({
          id: Given.messageId(number),
          template: null,
          text: "x".repeat(300_000),
          createdAt: Instant.make(number)
        })
      )
    )
    const { run } = ports({
      list: ({ ahead, list }) => list !== "messages" ? [] : rows.filter((_, at) => at >= ahead!.at).toReversed()
    })
    const first = await run(Cargo.read([a], null))
    expect(first.commit.puts?.map(({ key }) => key)).toEqual([1, 2].map(Given.messageId))
    const second = await run(Cargo.read([a], first.next))
    expect(second.commit.puts?.map(({ key }) => key)).toEqual([3].map(Given.messageId))
    expect(second.next).toBe(null)
  })
})
