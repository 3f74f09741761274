/**
 * Work that lapses with its message stands in sets, as long as the batch knows the message and the work has nothing of its
 * own to keep.
 */
import { put } from "@signalbox/core/Commit"
import type { AttemptId, MessageId, NodeId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { kinds } from "@signalbox/core/Row"
import type { Due } from "@signalbox/core/Work"
import * as Lapsing from "@signalbox/postgres/internal/commit/lapsing"
import { listNumber, placed } from "@signalbox/postgres/internal/rows/rows"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const account = Given.accountId(1)

/** The first moment of a minute. */
const minute = 1_800_000_000_000

const message = (number: number, status: "SENT" | "DELIVERED" = "SENT") =>
  placed(put(kinds.message, Given.message({ id: Given.messageId(number), status })))

const inbound = placed(put(kinds.message, Given.message({ id: Given.messageId(8), direction: "INBOUND" })))

const due = (of: number, attempt: number, after: number, more: Partial<Due> = {}): Due => ({
  work: { kind: "receipt_deadline", key: `${Given.messageId(of)}/${Given.attemptId(attempt)}` },
  lane: `deadline:${account}`,
  at: instant(minute + after),
  lapsesWith: Given.messageId(of),
  ...more
})

const alone = (each: Due) => ({ due: each, takesOver: null })

const known = { inserts: [message(1), message(2)], updates: [message(3), message(4, "DELIVERED"), inbound] }

const moving = (status: "SENT" | "DELIVERED") => {
  const term = status === "SENT" ? "progress=open" : "status=DELIVERED"
  return listNumber({ list: "messages", scope: account, term })
}

describe("work that mostly lapses", () => {
  it("is in one set by its lane, its kind, the part of its message and the minute, timed from the first", () => {
    const other = { lane: `deadline:${Given.accountId(2)}` } as const
    const all = [
      due(1, 1, 7),
      due(2, 2, 5),
      due(3, 3, 59_999),
      due(1, 4, 60_000),
      due(1, 5, 9, other),
      due(4, 6, 11),
      due(1, 7, 13, { work: { kind: "other", key: `${Given.messageId(1)}/${Given.attemptId(7)}` } }),
      due(2, 8, 5)
    ]
    const set = (first: Due, part: number, ...items: ReadonlyArray<readonly [number, number, number]>) => ({
      lane: first.lane,
      kind: first.work.kind,
      moving: part,
      at: minute + items.reduce((least, [, , after]) => Math.min(least, after), Infinity),
      messages: items.map(([of]) => Given.messageId(of)),
      others: items.map(([, attempt]) => Given.attemptId(attempt)),
      after: items.map(([, , after]) => after - items.reduce((least, [, , each]) => Math.min(least, each), Infinity))
    })
    const split = Lapsing.split({ ...known, due: all.map(alone) })
    const [open, ended] = [moving("SENT"), moving("DELIVERED")]
    expect(split).toStrictEqual({
      sets: [
        set(all[0]!, open, [1, 1, 7], [2, 2, 5], [3, 3, 59_999], [2, 8, 5]),
        set(all[3]!, open, [1, 4, 60_000]),
        set(all[4]!, open, [1, 5, 9]),
        set(all[5]!, ended, [4, 6, 11]),
        set(all[6]!, open, [1, 7, 13])
      ],
      places: new Set([0, 1, 2, 3, 4, 5, 6, 7])
    })
    expect(Lapsing.rowsOf(all.map(alone), split)).toStrictEqual([])
  })

  it("has a row of its own where it keeps more, or where it is not known when it lapses", () => {
    const node = "one" as NodeId
    const { lapsesWith: _, ...lasting } = due(1, 1, 0)
    const over = { kind: "dispatch", key: "a", token: 7 }
    const key = (text: string) => ({ work: { kind: "receipt_deadline", key: text } })
    const [message, attempt] = [Given.messageId(1), Given.attemptId(1)] as readonly [MessageId, AttemptId]
    const all = [
      alone(lasting),
      alone(due(1, 1, 0, { failures: 1 })),
      alone(due(1, 1, 0, { holder: { node, offset: 0 } })),
      { due: due(1, 1, 0), takesOver: over },
      // The batch puts no such message.
      alone(due(7, 1, 0)),
      // It is in no part from which it could move.
      alone(due(8, 1, 0)),
      alone(due(1, 1, 0, key(`${message}/a`))),
      alone(due(1, 1, 0, key(`${message}${attempt}`))),
      alone(due(1, 1, 0, key(`${message}:${attempt}`))),
      alone(due(1, 1, 0, key(`${Given.messageId(2)}/${attempt}`))),
      alone(due(1, 1, 0, key(`${message}/${attempt}/${attempt}`))),
      alone(due(1, 2, 0, { failures: 0 }))
    ]
    const split = Lapsing.split({ ...known, due: all })
    expect([...split.places]).toStrictEqual([11])
    expect(split.sets.map(({ others }) => others)).toStrictEqual([[Given.attemptId(2)]])
    expect(Lapsing.rowsOf(all, split)).toStrictEqual(all.slice(0, 11).map((each, place) => [place, each]))
    expect([lasting, due(1, 1, 0)].map(Lapsing.mayTakeOver)).toStrictEqual([true, false])
    // A message that is not kept by a UUID makes no key that is made of two of them.
    const odd = placed(put(kinds.message, Given.message({ id: "odd" as MessageId })))
    const work = key(`odd/${attempt}`)
    const found = Lapsing.split({
      ...known,
      inserts: [odd],
      due: [alone(due(1, 1, 0, { ...work, lapsesWith: odd.key as MessageId }))]
    })
    expect(found).toStrictEqual({ sets: [], places: new Set() })
  })
})
