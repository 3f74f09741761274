/**
 * All that accounts have is asked for in one order, a bounded part with each question, and each question goes on where the one
 * before it has ended (decisions 20.6).
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Cargo from "@signalbox/core/internal/cells/Cargo"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { a, b, ports, short } from "./AskedPorts.ts"

const empty = { puts: [], due: [], debits: [], counts: [], tallies: [] }

/** The questions about all that an account has: that is read from the last one on, and removed from the first one on. */
const questions = (of: string, all: string): ReadonlyArray<string> => [
  `waiting 1 fanout:${of} null 10`,
  `list webhooks ${of} 200`,
  `list deleted_webhooks ${of} 200`,
  // The kinds of lanes of an account are 17; it has no webhooks.
  `waiting 17 audit:${of} null 200`,
  "lanes submission null 1000",
  "waiting 0 undefined null 200",
  `sums balance ${of} null 200`,
  `onces balance ${of} null 200`,
  `sums counter all of ${of} null 200`,
  `onces counter all of ${of} null 200`,
  `days ${of} null 4`,
  `answered ${of} null 200`,
  `document ${of} `,
  `list messages ${of} from 0  100`,
  `list webhooks ${of} 200`,
  `list deleted_webhooks ${of} 200`,
  `keys conversation_opening ${of}/  100 100`,
  `keys suppression_hash ${of}/  100 100`,
  `keys top_up ${of}/  100 100`,
  `list consent_records ${of} from 0  100`,
  `list contacts ${of} from 0  100`,
  `list suppressions ${of} from 0  100`,
  `list audit_log ${of} from 0  100`,
  `list paused_prefixes ${of} from 0  100`,
  `keys inbound_parts account=${all}  5000 100`,
  `keys line account=${all}  5000 100`,
  `keys profile_completion profile=${all}  5000 100`,
  `keys recipient_erasure account=${all}  5000 100`,
  "list dead_letters  from 0  100",
  `rows purge/${of}`,
  `rows redaction/${of}`,
  `keys webhook account=${all}  5000 100`,
  `list deleted_webhooks ${of} from 0  100`,
  `rows cloned_webhooks/${of}`,
  `list templates ${of} from 0  100`,
  `rows campaign_list/${of}`,
  `rows channel_set/${of}`,
  `rows last_failed_check/${of}`,
  `rows team/${of}`,
  `list users ${of} from 0  100`,
  `list api_keys ${of} from 0  100`,
  `rows account/${of}`
]

describe("all that an account has", () => {
  it("is asked for from what leads to others on, and removed behind that", async () => {
    const reading = ports()
    expect(await reading.run(Cargo.read([a], null))).toStrictEqual({ commit: empty, kept: [], next: null })
    const [settle, ...read] = reading.asked
    expect(settle).toBe("settle A null 20000")
    // The lists of webhooks belong to the question behind them.
    const pairs = (all: ReadonlyArray<string>) =>
      all.filter((each) => !/^list (?:deleted_)?webhooks \w 200$/.test(each))
    const isFirst = (each: string) => each !== "lanes submission null 1000" && each !== "waiting 0 undefined null 200"
    expect(pairs(read).filter(isFirst)).toStrictEqual(pairs(questions("A", "A")).filter(isFirst).toReversed())
    expect(read.slice(-6)).toStrictEqual([
      "lanes submission null 1000",
      "waiting 0 undefined null 200",
      "list webhooks A 200",
      "list deleted_webhooks A 200",
      "waiting 17 audit:A null 200",
      "waiting 1 fanout:A null 10"
    ])
    const clearing = ports()
    const cleared = await clearing.run(Cargo.clear([a], null))
    expect(cleared).toStrictEqual({ commit: { deletes: [], cancels: [] }, after: Effect.void, next: "sums 0" })
    expect(clearing.asked).toStrictEqual(["settle A null 20000", ...questions("A", "A")])
  })

  it("is asked for with that of the others of its household, where that is one question", async () => {
    const { asked, run } = ports()
    await run(Cargo.clear([a, b], null))
    const both = asked.filter((each) => each.includes("A") && each.includes("B"))
    expect(both).toStrictEqual([
      "settle A+B null 20000",
      ...["inbound_parts account", "line account", "profile_completion profile", "recipient_erasure account"]
        .map((each) => `keys ${each}=A+B  5000 100`),
      "rows purge/A+purge/B",
      "rows redaction/A+redaction/B",
      "keys webhook account=A+B  5000 100",
      ...["cloned_webhooks", "campaign_list", "channel_set", "last_failed_check", "team", "account"]
        .map((kind) => `rows ${kind}/A+${kind}/B`)
    ])
    const others = (own: string) => asked.filter((each) => !both.includes(each) && each.includes(own))
    expect(others("B").map((each) => each.replaceAll("B", "A"))).toStrictEqual(others("A"))
  })

  it("is asked for part by part, each behind the one before", async () => {
    const { asked, run } = ports({ hasMore: true })
    expect((await run(Cargo.clear([a], null))).next).toBe("sums 0")
    expect(asked.filter((each) => !each.startsWith("lanes") && / (?:[kwsnor]|4) /.test(each.replace(/^\w+ /, ""))))
      .toStrictEqual([
        "settle A s 20000",
        "waiting 1 fanout:A w 10",
        "waiting 17 audit:A w 200",
        "waiting 1000 submission:0/A w 200",
        "waiting 0 undefined w 200",
        "sums balance A n 200",
        "onces balance A o 200",
        "sums counter all of A n 200",
        "onces counter all of A o 200",
        "days A 4 4",
        "answered A r 200",
        "keys conversation_opening A/ k 100 100",
        "keys suppression_hash A/ k 100 100",
        "keys top_up A/ k 100 100",
        "keys inbound_parts account=A k 5000 100",
        "keys line account=A k 5000 100",
        "keys profile_completion profile=A k 5000 100",
        "keys recipient_erasure account=A k 5000 100",
        "keys webhook account=A k 5000 100"
      ])
    // The second part of the lines' work is that of the same lines.
    expect(asked.filter((each) => each.startsWith("lanes"))).toStrictEqual([
      "lanes submission null 1000",
      "lanes submission null 1000",
      "lanes submission submission:999/A 1000",
      "lanes submission submission:999/A 1000"
    ])
    expect(asked.filter((each) => each.startsWith("usage"))).toStrictEqual(["usage A 1 4"])
  })
})

describe("accounts that have nothing", () => {
  const accounts = Array.from({ length: 100 }, (_, index) => Given.accountId(index + 10))

  it("are asked about twice as many each time, 32 at most, four at the same time; a page is 256 questions", async () => {
    const { asked, beside, run } = ports()
    const first = await run(Cargo.clear(accounts, null))
    const of = (account: AccountId) => asked.indexOf(short(`waiting 1 fanout:${account} null 10`))
    // One that has nothing is no reason to wait; the first of each round waits for those of the one before.
    const rounds = accounts.flatMap((account, index) => beside[of(account)] === 1 ? [index] : [])
    expect(rounds).toEqual([0, 2, 6, 14, 30, 62, 94])
    expect(Math.max(...beside)).toBe(4)
    // One to settle, a hundred for events that wait, a hundred for lanes, one for lines; and for as many sums as were left.
    const sums = (all: ReadonlyArray<string>) => all.filter((each) => each.startsWith("sums balance"))
    expect(sums(asked)).toHaveLength(54)
    const second = ports()
    await second.run(Cargo.clear(accounts, first.next))
    expect(second.asked[0]).toBe(`sums balance ${accounts[54]!} null 200`)
    expect(sums(second.asked)).toHaveLength(46)
  })
})

describe("sums, keys and answers", () => {
  const head = { ref: { kind: "residence", key: a }, version: 3 }

  it("of one account after the other are forgotten, five hundred of each at a time, while the move stands", async () => {
    const { asked, run } = ports({ isLeft: (asked) => asked < 3 })
    const page = await run(Cargo.clear([a, b], "sums 0", head))
    expect(page).toStrictEqual({ commit: {}, after: Effect.void, next: null })
    expect(asked).toStrictEqual([
      ...Array.from({ length: 3 }, () => "forget A all of A 500 residence/A"),
      "forget B all of B 500 residence/A"
    ])
    const anyhow = ports()
    await anyhow.run(Cargo.clear([a, b], "sums 1"))
    expect(anyhow.asked).toStrictEqual(["forget B all of B 500 "])
  })

  it("that are many are forgotten page by page, 256 questions each", async () => {
    const many = ports({ isLeft: () => true })
    expect((await many.run(Cargo.clear([b, a], "sums 1", head))).next).toBe("sums 1")
    expect(many.asked).toHaveLength(256)
    // Whether an account has something is asked behind the last thing of it.
    const ends = ports({ isLeft: (asked) => asked < 256 })
    expect((await ends.run(Cargo.clear([a, b], "sums 0", head))).next).toBe("sums 1")
    const over = ports({ isLeft: (asked) => asked < 256 })
    expect((await over.run(Cargo.clear([a], "sums 0", head))).next).toBe(null)
  })
})
