/**
 * Consent keywords (specification "Message events", decisions 7.7).
 */
import type { Keyword } from "@signalbox/core/Account"
import { canBeHeard, hear } from "@signalbox/core/internal/consent/ConsentKeyword"
import { trimmed } from "@signalbox/core/internal/value/Text"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

/** The table of the specification. */
const table = {
  OPT_OUT: ["STOP", "CANCEL", "UNSUBSCRIBE", "QUIT", "END"],
  OPT_IN: ["START", "UNSTOP", "SUBSCRIBE"],
  HELP: ["HELP", "INFO"]
} as const

const all = Object.entries(table).flatMap(([action, words]) => words.map((word) => [word, action] as const))
const words = all.map(([word]) => word.toLowerCase())
const keyword = fc.constantFrom(...all)

/** Each letter in either case, as often as not. */
const cased = (word: string) =>
  fc.array(fc.boolean(), { minLength: word.length, maxLength: word.length }).map((uppers) =>
    [...word].map((letter, index) => uppers[index] === true ? letter.toUpperCase() : letter.toLowerCase()).join("")
  )

/** Unicode calls these white space. */
const blank = fc.constantFrom(
  " ",
  "\t",
  "\n",
  "\r",
  "\v",
  "\f",
  "\u0085",
  "\u00a0",
  "\u1680",
  "\u2003",
  "\u2028",
  "\u3000"
)
const space = fc.array(blank, { maxLength: 4 }).map((blanks) => blanks.join(""))

/** Nobody sees these characters, and yet they are no white space. */
const unseen = fc.constantFrom(
  "\u00ad",
  "\u061c",
  "\u180e",
  "\u200b",
  "\u200d",
  "\u200e",
  "\u202e",
  "\u2060",
  "\u2066",
  "\u2800",
  "\u3164",
  "\ufe0f",
  "\ufeff",
  "\u{e0061}",
  "\u{e0100}",
  "\u0007"
)

const letters = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 })
const actions = ["OPT_OUT", "OPT_IN", "HELP"] as const
const own = fc.record({ keyword: letters, action: fc.constantFrom(...actions), reply: fc.option(letters) })

/** Equal but for case, by the engine's own tables: the simple case folding of Unicode. */
const alike = (one: string, other: string): boolean =>
  new RegExp(`^(?:${one.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")})$`, "iu").test(other)

describe("a keyword", () => {
  it.each(all)(
    "%s is %s [CNS-002, CNS-003, CNS-004, CNS-005, CNS-006, CNS-007, CNS-008, CNS-009, CNS-010, CNS-011]",
    (word, action) => {
      expect(hear(word, [])).toEqual({ action, reply: null })
    }
  )

  prop(
    "is heard in any case, with any white space around it [CNS-012, CNS-013]",
    keyword.chain(([word, action]) => fc.tuple(cased(word), fc.constant(action))),
    space,
    space,
    ([text, action], before, after) => {
      expect(hear(before + text + after, [])?.action).toBe(action)
    }
  )

  prop(
    "is heard with whatever nobody sees around it [CNS-012]",
    keyword,
    fc.array(fc.oneof(blank, unseen), { maxLength: 6 }),
    fc.array(fc.oneof(blank, unseen), { maxLength: 6 }),
    ([word, action], before, after) => {
      expect(hear([...before, word, ...after].join(""), [])?.action).toBe(action)
    }
  )

  prop("is not heard with what nobody sees inside of it", keyword, unseen, ([word], inside) => {
    expect(hear(`${word.slice(0, 2)}${inside}${word.slice(2)}`, [])).toBe(null)
  })

  prop(
    "is not heard in a longer body [CNS-014]",
    keyword,
    letters.filter((text) => trimmed(text) !== ""),
    fc.boolean(),
    space,
    ([word], more, isBefore, between) => {
      const text = isBefore ? more + between + word : word + between + more
      fc.pre(!words.includes(trimmed(text).toLowerCase()))
      expect(hear(text, [])).toBe(null)
    }
  )

  prop("is not heard in a part of it [CNS-014]", keyword, fc.nat({ max: 10 }), ([word], cut) => {
    const part = word.slice(0, cut % word.length)
    fc.pre(!words.includes(part.toLowerCase()))
    expect(hear(part, [])).toBe(null)
  })

  prop("is nothing but the ten, for an account without its own [CNS-014, CNS-016]", letters, (text) => {
    fc.pre(!words.some((word) => alike(word, trimmed(text)) || /[ıİ]/.test(text)))
    expect(hear(text, [])).toBe(null)
  })

  it("needs a body", () => {
    for (const text of [null, "", " \n ", "\u0085"]) {
      expect(hear(text, [{ keyword: " ", action: "OPT_OUT", reply: null }])).toBe(null)
    }
  })

  it("follows Unicode's case folding", () => {
    // A long s and the sign of Kelvin are letters in another form.
    expect(hear("\u017ftop", [])?.action).toBe("OPT_OUT")
    expect(hear("\u212aauf", [{ keyword: "kauf", action: "OPT_IN", reply: null }])?.action).toBe("OPT_IN")
    expect(hear("STRASSE", [{ keyword: "straße", action: "HELP", reply: null }])?.action).toBe("HELP")
    // Composed or not, it is the same letter.
    expect(hear("ARRE\u0302T", [{ keyword: "arrêt", action: "OPT_OUT", reply: null }])?.action).toBe("OPT_OUT")
  })

  it("has one letter i: a Turkish handset makes a dotless one of it, and a dotted one of the small i", () => {
    const turkish = ["quıt", "unsubscrıbe", "UNSUBSCRİBE", "QUİT", "qUİt", "UNSUBSCRIBE", "quit"]
    for (const text of turkish) expect([text, hear(text, [])?.action]).toEqual([text, "OPT_OUT"])
    expect(hear("ınfo", [])?.action).toBe("HELP")
  })
})

describe("a list that the operator switches on", () => {
  const list = ["STOPALL", "REVOKE", "OPTOUT", "OPT OUT", "STOP ALL"]

  it.each(list)("makes %s an opt-out, in any case and with what nobody sees around it", (word) => {
    expect(hear(word, [])).toBe(null)
    expect(hear(`\u200e ${word.toLowerCase()}\u200b\n`, [], ["us-carriers"])).toEqual({
      action: "OPT_OUT",
      reply: null
    })
    const mine: Keyword = { keyword: word, action: "HELP", reply: "Mine" }
    expect(hear(word, [mine])).toEqual({ action: "HELP", reply: "Mine" })
    expect(hear(word, [mine], ["us-carriers"])).toEqual({ action: "OPT_OUT", reply: null })
  })

  it("leaves the ten as they are, and makes no other words", () => {
    for (const [word, action] of all) expect(hear(word, [], ["us-carriers"])).toEqual({ action, reply: null })
    for (const word of ["STOP.", "STOP  ALL", "STOPALLS", "REVOKED"]) expect(hear(word, [], ["us-carriers"])).toBe(null)
  })
})

describe("a keyword of the account's own", () => {
  propWith({ runs: 1000 })(
    "is heard by the same rules [CNS-017, CNS-018]",
    own,
    letters,
    space,
    (made, more, around) => {
      const { action, keyword: word, reply } = made
      fc.pre(
        trimmed(word) !== "" && !words.some((each) => alike(each, trimmed(word))) && !/[ıİ]/.test(word.normalize("NFC"))
      )
      for (const text of [word, word.toUpperCase(), word.toLowerCase()]) {
        expect(hear(around + text + around, [made])).toEqual({ action, reply })
      }
      const longer = word + more
      fc.pre(!alike(trimmed(word), trimmed(longer)) && !words.some((each) => alike(each, trimmed(longer))))
      fc.pre(
        trimmed(longer.normalize("NFC")).toUpperCase().toLowerCase() !==
          trimmed(word.normalize("NFC")).toUpperCase().toLowerCase()
      )
      expect(hear(longer, [made])).toBe(null)
    }
  )

  it("has a thousand characters at most, with what nobody sees around it, and something to see", () => {
    const longest = "a".repeat(1000)
    expect([longest, `${longest}a`, "a", " \u200b", ""].map(canBeHeard)).toEqual([true, false, true, false, false])
    const mine: Keyword = { keyword: longest, action: "HELP", reply: null }
    expect([hear(longest, [mine]), hear(`${longest} `, [mine])]).toEqual([{ action: "HELP", reply: null }, null])
  })

  it("goes before the words of purposes, and of several that are alike the first one counts", () => {
    const purposes = [
      { name: "news", optInKeyword: "news", optInReply: "Welcome.", optOutKeyword: "basta" },
      { name: "tips", optInKeyword: "Basta", optOutKeyword: "NEWS", optOutReply: "Bye." },
      { name: "none" }
    ]
    const own = (["HELP", "OPT_OUT"] as const).map((action): Keyword => ({ keyword: "news", action, reply: action }))
    expect(hear("News", own, [], purposes)).toStrictEqual({ action: "HELP", reply: "HELP" })
    expect(hear("News", [], [], purposes)).toStrictEqual({ action: "OPT_IN", reply: "Welcome.", purpose: "news" })
    expect(hear("BASTA", [], [], purposes)).toStrictEqual({ action: "OPT_OUT", reply: null, purpose: "news" })
    const tips = purposes.slice(1)
    expect(hear("basta", [], [], tips)).toStrictEqual({ action: "OPT_IN", reply: null, purpose: "tips" })
    expect(hear("news", [], [], tips)).toStrictEqual({ action: "OPT_OUT", reply: "Bye.", purpose: "tips" })
    const both = [{ name: "both", optInKeyword: "x", optOutKeyword: "x" }]
    expect(hear("x", [], [], both)).toStrictEqual({ action: "OPT_OUT", reply: null, purpose: "both" })
    expect(hear("none", [], [], purposes)).toBeNull()
  })

  prop("overrides none of the ten [CNS-017]", keyword, fc.constantFrom(...actions), ([word, action], other) => {
    const mine: Keyword = { keyword: word.toLowerCase(), action: other, reply: "Mine" }
    expect(hear(word, [mine])).toEqual({ action, reply: null })
  })
})
