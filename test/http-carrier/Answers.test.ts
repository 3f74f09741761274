/**
 * The meaning of answers by the tables of a description, compared whole.
 */
import type { Description } from "@signalbox/http-carrier/Description"
import { describe, expect, it } from "vitest"
import { handOver, now } from "./Described.ts"

describe("an answer", () => {
  const read = async (
    answer: NonNullable<Description["answer"]>,
    status: number,
    body: unknown,
    given = {},
    headers = {}
  ) => {
    const { kept, outcome } = await handOver({ answer, ...given }, { status, headers, body: JSON.stringify(body) })
    return { outcome, isOptOut: kept.consents.length > 0 }
  }

  const taken = (...references: ReadonlyArray<string>) => ({
    outcome: { _tag: "Accepted", references },
    isOptOut: false
  })
  const refused = (failure: string, code: string, text: string, isOptOut = false) => ({
    outcome: { _tag: "Refused", failure, detail: { code, text } },
    isOptOut
  })
  const busy = (millis: number, holds = "lane") => ({
    outcome: { _tag: "Busy", until: now + millis, holds },
    isOptOut: false
  })
  const noMore = "the provider says no more"

  it("without a place for a name has none, and with one has each name once", async () => {
    expect(await read({}, 200, { id: "a" })).toEqual(taken())
    expect(await read({ id: "id" }, 299, { id: "a" })).toEqual(taken("a"))
    expect(await read({ id: "ids" }, 200, { ids: ["a", 7, "a", "", {}] })).toEqual(taken("a", "7"))
  })

  it("that names nothing is not known to be sent, and never sent again", async () => {
    for (const body of [{}, { id: "" }, { id: [] }]) {
      expect(await read({ id: "id" }, 200, body)).toEqual({
        outcome: {
          _tag: "Unanswered",
          repeat: "never",
          detail: { code: "NO_ID", text: "the answer has no name of the message" }
        },
        isOptOut: false
      })
    }
  })

  it("means what its code means, then its status, then what HTTP says", async () => {
    const tables = {
      code: "error.code",
      text: "error.text",
      codes: { 7: "invalid_number", 8: "accepted", 9: "unanswered" },
      statuses: { 418: "carrier_filtered", 200: "sender_refused" }
    } as const
    const body = (code: unknown, text?: string) => ({ error: { code, text } })
    expect(await read(tables, 418, body(7, "Wrong"))).toEqual(refused("invalid_number", "7", "Wrong"))
    expect(await read(tables, 418, body("x", ""))).toEqual(refused("carrier_filtered", "x", noMore))
    expect(await read(tables, 418, {})).toEqual(refused("carrier_filtered", "HTTP 418", noMore))
    expect(await read(tables, 200, {})).toEqual(refused("sender_refused", "HTTP 200", noMore))
    expect(await read(tables, 400, body("x"))).toEqual(refused("content_not_acceptable", "x", noMore))
    expect(await read(tables, 500, body(8))).toEqual(taken())
    expect(await read(tables, 201, body(9))).toEqual({
      outcome: { _tag: "Unanswered", detail: { code: "9", text: noMore } },
      isOptOut: false
    })
    expect(await read(tables, 500, {})).toEqual({
      outcome: { _tag: "Unanswered", detail: { code: "HTTP 500", text: noMore } },
      isOptOut: false
    })
  })

  it("is one of success only where the value says so that has to", async () => {
    const accepted = { at: "status", values: ["0", "ok"] }
    const tag = async (status: number, body: object) => (await read({ accepted }, status, body)).outcome?._tag
    expect(
      await Promise.all([
        tag(200, { status: 0 }),
        tag(202, { status: "ok" }),
        tag(200, { status: 1 }),
        tag(200, {}),
        tag(500, { status: 0 })
      ])
    ).toEqual(["Accepted", "Accepted", "Unanswered", "Unanswered", "Unanswered"])
    expect(await read({ accepted: { at: "status", values: [""] } }, 200, {})).toEqual(taken())
  })

  it("that is busy says until when, or holds for a pause: the lane, or the recipient alone", async () => {
    expect(await read({}, 429, {})).toEqual(busy(1000))
    expect(await read({}, 429, {}, { pause: 70 })).toEqual(busy(70))
    expect(await read({}, 429, {}, {}, { "retry-after": "3" })).toEqual(busy(3000))
    const codes = { code: "code", codes: { 1: "busy", 2: "busyRecipient" } } as const
    expect(await Promise.all([read(codes, 200, { code: 1 }), read(codes, 200, { code: 2 }, { pause: 9 })])).toEqual([
      busy(1000),
      busy(9, "recipient")
    ])
  })

  it("says that a recipient has opted out only where it refuses the message", async () => {
    const tables = {
      code: "code",
      codes: { 1: "carrier_filtered", 2: "busy" },
      optOuts: ["1", "2", "HTTP 400"]
    } as const
    expect(await read(tables, 400, { code: 1 })).toEqual(refused("carrier_filtered", "1", noMore, true))
    expect(await read(tables, 400, { code: 2 })).toEqual(busy(1000))
    expect(await read(tables, 400, {})).toEqual(refused("content_not_acceptable", "HTTP 400", noMore))
    expect((await read(tables, 400, { code: 3 })).isOptOut).toBe(false)
  })
})
