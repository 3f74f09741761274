/** The texts of an answer: rendered once each, and none at all where they are too much together (decisions 3.2, 9.4). */
import type { Requested } from "@signalbox/core/Channel"
import * as RecipientBody from "@signalbox/core/internal/accept/RecipientBody"
import * as Limit from "@signalbox/core/Limit"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const all: ReadonlyArray<Requested> = ["auto_detect", "sms", "whatsapp", "rcs", "mms"]

describe("the texts of an answer", () => {
  const of = (entries: ReadonlyArray<RecipientBody.Entry>, textOf: (index: number) => string | null) => {
    const asked: Array<number> = []
    const bodies = RecipientBody.all(entries, (entry) => {
      asked.push(entries.indexOf(entry))
      return textOf(entries.indexOf(entry))
    })
    return { asked, bodies }
  }

  it("are rendered once for the same parameters on a channel, and are in the order of the entries", () => {
    const [shared, other] = [{}, {}]
    const entries: ReadonlyArray<RecipientBody.Entry> = [
      { channel: "sms", parameters: shared },
      { channel: "rcs", parameters: shared },
      { channel: "sms", parameters: other },
      { channel: "sms", parameters: shared },
      { channel: "sms", parameters: null },
      { channel: "rcs", parameters: shared },
      { channel: "sms", parameters: null }
    ]
    expect(of(entries, (index) => index === 2 ? null : `text ${index}`)).toStrictEqual({
      asked: [0, 1, 2, 4],
      bodies: ["text 0", "text 1", null, "text 0", "text 4", "text 1", "text 4"]
    })
    expect(of([], () => "never")).toStrictEqual({ asked: [], bodies: [] })
    expect(of(entries.slice(0, 1), () => "one")).toStrictEqual({ asked: [0], bodies: ["one"] })
  })

  it("may fill the bytes of an answer together with the references, as JSON writes them", () => {
    const most = Limit.answerTextBytes
    const entry = (
      parts: Partial<RecipientBody.Entry> = {}
    ) => ({ channel: "sms", parameters: null, ...parts } as const)
    // A quote takes two bytes in JSON, and a letter beyond ASCII two in UTF-8.
    const one = (length: number, reference?: string) =>
      of([entry(reference === undefined ? {} : { reference })], () => "x".repeat(length)).bodies[0]?.length ?? null
    expect([one(most), one(most + 1)]).toEqual([most, null])
    expect([one(most - 5, "\"é1"), one(most - 4, "\"é1")]).toEqual([most - 5, null])
    const two = (length: number, references: ReadonlyArray<string> = []) =>
      of(
        [0, 1].map((index) => entry(references[index] === undefined ? {} : { reference: references[index] })),
        () => "é".repeat(length)
      )
        .bodies.map((body) => body?.length ?? null)
    expect([two(most / 4), two(most / 4 + 1)]).toEqual([[most / 4, most / 4], [null, null]])
    expect(two(most / 4 - 1, ["ab", "cd"])).toEqual([most / 4 - 1, most / 4 - 1])
    expect(two(most / 4 - 1, ["ab", "cde"])).toEqual([null, null])
  })
})

describe("a text", () => {
  const typographic = "\u201cHi\u201d"

  it("has plain forms where it may go by SMS, if that is wanted", () => {
    expect(all.map((channel) => RecipientBody.ofText(typographic, channel, true))).toEqual([
      "\"Hi\"",
      "\"Hi\"",
      typographic,
      typographic,
      typographic
    ])
    for (const channel of all) expect(RecipientBody.ofText(typographic, channel, false)).toBe(typographic)
  })

  it("of a template is that of its channel, that of SMS on no channel yet, and none where a value is missing", () => {
    const { body: { multiChannel } } = Given.definition("\u201c{{0}}\u201d", "a")
    const definition = {
      body: { sms: multiChannel!, whatsapp: { template: "on WhatsApp" } },
      authenticationConfig: { addSecurityRecommendation: true }
    }
    const shown = (parameters: { readonly a?: string }, isEncoded: boolean) =>
      all.map((channel) => RecipientBody.ofTemplate(definition, "de", parameters, channel, isEncoded))
    const advice = " Geben Sie diesen Code an niemanden weiter."
    const [plain, rich] = [`"x"${advice}`, `\u201cx\u201d${advice}`]
    expect(shown({ a: "x" }, true)).toEqual([plain, plain, `on WhatsApp${advice}`, rich, null])
    expect(shown({}, false)).toEqual([null, null, `on WhatsApp${advice}`, null, null])
  })
})
