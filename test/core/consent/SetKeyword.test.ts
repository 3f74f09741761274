/**
 * The keywords of an account in the operator's hands (decisions 7.7), beside a model that is a list.
 */
import type { Account, Keyword } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import { SetKeyword } from "@signalbox/core/internal/consent/SetKeyword"
import * as Limit from "@signalbox/core/Limit"
import { Operator } from "@signalbox/core/Operator"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { isDeepStrictEqual } from "node:util"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const id = Given.accountId(1)

/** The table of the specification. */
const reserved = ["STOP", "CANCEL", "UNSUBSCRIBE", "QUIT", "END", "START", "UNSTOP", "SUBSCRIBE", "HELP", "INFO"]

const word = fc.constantFrom("basta", "Basta", " BASTA\n", "ayuda", "", "  ", "a".repeat(1001), ...reserved, "Quit ")
const action = fc.constantFrom<Keyword["action"]>("OPT_OUT", "OPT_IN", "HELP")
const step = fc.record({ word, heard: fc.option(fc.record({ action, reply: fc.constantFrom(null, "Bye.") })) })

describe("the keywords of an account", () => {
  prop(
    "are what was set last, one for all its cases, and never one that every account has",
    fc.array(step, { maxLength: 12 }),
    (steps) =>
      Bench.run(
        Bench.layer(),
        Effect.gen(function*() {
          const { createOrganization, find, removeKeyword, setKeyword } = yield* Operator
          yield* createOrganization({ id })
          let model: ReadonlyArray<Keyword> = []
          for (const { heard, word } of steps) {
            const keyword = word.trim()
            const others = model.filter((each) => each.keyword.toLowerCase() !== keyword.toLowerCase())
            const answer = heard === null
              ? yield* removeKeyword(id, word)
              : yield* setKeyword(id, { keyword: word, ...heard })
            if (keyword === "" || keyword.length > 1000) expect(answer).toBe("BadKeyword")
            else if (heard === null) {
              expect(answer).toBe(others.length < model.length ? "Changed" : "Unchanged")
              model = others
            } else if (reserved.includes(keyword.toUpperCase())) expect(answer).toBe("Reserved")
            else {
              const said = { keyword, ...heard }
              const isKnown = model.some((each) => isDeepStrictEqual(each, said))
              expect(answer).toBe(isKnown ? "Unchanged" : "Changed")
              if (!isKnown) model = [...others, said]
            }
            expect((yield* find(id))?.keywords).toEqual(model)
          }
        })
      )
  )

  it("are so many at most, of which each may change, and those of a closed account do not", () => {
    const keywords = Array.from({ length: Limit.keywords }, (_, index): Keyword => ({
      keyword: `word ${index}`,
      action: "HELP",
      reply: null
    }))
    const set = (keyword: string, parts: Partial<Account> = {}) => {
      const store = new FactStore([put(Accounts, Given.account({ id, keywords, ...parts }))])
      const command = { account: id, keyword, heard: { action: "OPT_OUT", reply: null } } as const
      return Result.getOrThrow(store.run(SetKeyword, command, Given.now, Given.ids()))
    }
    expect([set("more"), set("WORD 3"), set("more", { keywords: keywords.slice(1) })])
      .toEqual(["TooMany", "Changed", "Changed"])
    expect(set("WORD 3", { deletedAt: Given.now, numbers: [] })).toBe("UnknownAccount")
  })

  it("are none of a list that is switched on for it", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const { change, createOrganization, setKeyword } = yield* Operator
        yield* createOrganization({ id })
        const revoke = { keyword: " Revoke\u200b", action: "HELP", reply: null } as const
        expect(yield* setKeyword(id, revoke)).toBe("Changed")
        expect((yield* change(id, { keywordLists: ["us-carriers"] }))?.keywords).toEqual([{
          ...revoke,
          keyword: "Revoke"
        }])
        expect(yield* setKeyword(id, revoke)).toBe("Reserved")
        yield* change(id, { keywordLists: [] })
        expect(yield* setKeyword(id, revoke)).toBe("Unchanged")
      })
    ))

  it("are not lost when two are set at the same time", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const { createOrganization, find, setKeyword } = yield* Operator
        yield* createOrganization({ id })
        const words = ["one", "two", "three", "four"]
        yield* Effect.forEach(words, (keyword) => setKeyword(id, { keyword, action: "HELP", reply: null }), {
          concurrency: "unbounded"
        })
        const account = yield* find(id)
        expect(account?.keywords.map(({ keyword }) => keyword).toSorted()).toEqual(words.toSorted())
        expect(yield* setKeyword(Given.accountId(2), { keyword: "x", action: "HELP", reply: null })).toBe(
          "UnknownAccount"
        )
      })
    ))
})
