/** The commands run on a service in memory, and say what they did. */
import * as Program from "@signalbox/command/Program"
import * as ApiKey from "@signalbox/core/ApiKey"
import * as Commit from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { plus } from "@signalbox/core/Instant"
import { DeadLetters } from "@signalbox/core/internal/row/DeadLetter"
import * as Operator_ from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { hashKey } from "@signalbox/core/Secret"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"

interface Printed {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Calls the command line on the service that is there. */
const call = Effect.fnUntraced(function*(...argv: ReadonlyArray<string>) {
  const operator = Layer.succeed(Operator, yield* Operator)
  const told = { out: "", err: "" }
  const to = (where: "out" | "err") => (text: string) => Effect.sync(() => void (told[where] += `${text}\n`))
  const code = yield* Program.run(argv, { out: to("out"), err: to("err") }, () => Result.succeed(operator))
  return { code, ...told } satisfies Printed
})

const json = (...argv: ReadonlyArray<string>) =>
  Effect.map(call(...argv, "--json"), ({ err, out }) => JSON.parse(out === "" ? err : out) as unknown)

const id = Given.accountId(1)
const nobody = Given.accountId(9)

/** Nobody works on it, as nobody does in the process of a command. */
const service = Operator_.layer.pipe(
  Layer.provide(Service.engineLayer),
  Layer.provide(FixedSecrets.layer),
  Layer.provideMerge(Layer.fresh(MemoryStore.layerStore)),
  Layer.provideMerge(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
)

const onService = (test: Effect.Effect<void, unknown, Operator | Store>): Promise<void> =>
  Bench.run(
    service,
    Effect.gen(function*() {
      yield* (yield* Operator).createOrganization({ id })
      yield* test
    })
  )

describe("signalbox keys", () => {
  it("makes, lists, rotates and ends keys, and shows the text of each once", () =>
    onService(Effect.gen(function*() {
      const made = yield* call("keys", "create", id)
      expect(made).toMatchObject({ code: 0, err: "Keep the key: it is shown this once.\n" })
      const old = made.out.trim()
      expect(old).toMatch(/^[0-9a-f-]{36}$/)
      const { key } = (yield* json("keys", "rotate", old, "--grace", "10m")) as { readonly key: string }
      const listed = yield* json("keys", "list", id)
      expect(listed).toEqual({
        keys: expect.arrayContaining([
          {
            id: ApiKey.idOf(hashKey(key)),
            prefix: key.slice(0, 8),
            created_at: "2030-01-15T12:34:56.789Z",
            revoked_at: null
          },
          {
            id: ApiKey.idOf(hashKey(old)),
            prefix: old.slice(0, 8),
            created_at: "2030-01-15T12:34:56.789Z",
            revoked_at: "2030-01-15T12:44:56.789Z"
          }
        ]),
        total: 2
      })
      expect(yield* call("keys", "revoke", key)).toEqual({ code: 0, out: "The key has ended.\n", err: "" })
      expect(yield* call("keys", "revoke", key)).toMatchObject({ code: 0, out: "The key had ended already.\n" })
      expect(yield* call("keys", "rotate", key)).toMatchObject({ code: 1, out: "" })
      const { out } = yield* call("keys", "list", id)
      expect(out.split("\n")).toContain(
        `${old.slice(0, 8)}…  2030-01-15T12:34:56.789Z  active until 2030-01-15T12:44:56.789Z`
      )
      expect(out).not.toContain(key)
      expect(yield* call("keys", "list", id, "--limit", "1")).toMatchObject({
        err: "1 more; --limit says how many to show.\n"
      })
    })))

  it("narrows keys down, and shows to what [XPR-140, XPR-144, XPR-145]", () =>
    onService(Effect.gen(function*() {
      const addresses = ["--addresses", "192.0.2.7, 2001:db8::/32"]
      const made = yield* call("keys", "create", id, "--scopes", "read,send", "--expires", "1d", ...addresses)
      expect(made).toMatchObject({ code: 0 })
      const narrowed = {
        scopes: ["send", "read"],
        addresses: ["192.0.2.7/32", "2001:db8::/32"],
        expires_at: "2030-01-16T12:34:56.789Z"
      }
      expect(yield* json("keys", "list", id)).toMatchObject({ keys: [narrowed] })
      expect((yield* call("keys", "list", id)).out).toContain(
        "active until 2030-01-16T12:34:56.789Z  send,read  192.0.2.7/32,2001:db8::/32\n"
      )
      expect(yield* call("keys", "rotate", made.out.trim(), "--expires", "2d")).toMatchObject({ code: 0 })
      expect(yield* json("keys", "list", id)).toMatchObject({
        keys: expect.arrayContaining([expect.objectContaining({ ...narrowed, expires_at: "2030-01-17T12:34:56.789Z" })])
      })
    })))

  it.each([
    [["create", id, "--scopes", "read,write"], 2, "There is no scope write. There are send, read, manage, webhooks."],
    [["create", id, "--expires", "0s"], 2, "--expires must be longer than 0s."],
    [
      ["create", id, "--addresses", "10.0.0.7/8"],
      2,
      "--addresses takes 32 addresses at most, such as 192.0.2.7 or 192.0.2.0/24."
    ],
    [["create", nobody], 1, `There is no account ${nobody}.`],
    [["list", nobody], 1, `There is no account ${nobody}.`],
    [["create", "acme"], 2, "acme is no account: the id of an account is a UUID."],
    [["create", id, "--key", "secret"], 2, "--key is no UUID."],
    [["rotate", "secret"], 1, "There is no such key."],
    [["revoke", "secret"], 1, "There is no such key."],
    [["rotate", "x", "--grace", "soon"], 2, "--grace soon is no time. Write 90s, 10m, 24h or 7d."],
    [["list", id, "--limit", "0"], 2, "--limit 0 is no whole number from 1 to 10000."]
  ])("says why not to %j", (argv, code, message) =>
    onService(Effect.gen(function*() {
      expect(yield* call("keys", ...argv)).toEqual({ code, out: "", err: `${message}\n` })
      expect(yield* json("keys", ...argv)).toEqual({
        error: { reason: code === 2 ? "usage" : "refused", message }
      })
    })))
})

const letter = (number: number) => ({
  kind: "review",
  key: `${Given.templateId(number)}/1`,
  lane: `review:${id}` as const,
  failures: 12,
  cause: "Error: a bug\u001b[2J\nof two lines",
  at: plus(Given.now, number)
})

describe("signalbox work", () => {
  it("lists dead letters and what waits, and puts dead letters back, one or all", () =>
    onService(Effect.gen(function*() {
      const store = yield* Store
      yield* store.commit([
        Commit.make({ puts: [1, 2, 3].map((number) => Commit.put(DeadLetters, letter(number))) })
      ])
      const listed = yield* json("work", "dead")
      expect(listed).toMatchObject({
        dead_letters: [3, 2, 1].map((number) => ({ kind: "review", key: letter(number).key, failures: 12 })),
        total: 3
      })
      const { out } = yield* call("work", "dead")
      // What made it fail cannot clear the screen, and stays on its line.
      expect(out.split("\n")).toHaveLength(5)
      expect(out).toContain("Error: a bug [2J of two lines")
      expect(yield* call("work", "retry", "review", letter(2).key)).toMatchObject({ code: 0 })
      expect(yield* call("work", "retry", "review", letter(2).key)).toEqual({
        code: 1,
        out: "",
        err: `There is no dead letter review ${letter(2).key}.\n`
      })
      expect(yield* json("work", "lanes")).toMatchObject({
        lanes: [{ lane: `review:${id}`, waiting: 1, held: 0, age_ms: 0, paused_until: null }],
        has_more: false
      })
      expect(yield* json("work", "retry", "--all")).toEqual({ retried: 2, left: 0 })
      expect(yield* call("work", "dead")).toMatchObject({ out: "There are no dead letters.\n" })
      expect(yield* json("work", "lanes", "--kind", "review")).toMatchObject({ lanes: [{ waiting: 3 }] })
      expect(yield* json("work", "lanes", "--kind", "send")).toEqual({ lanes: [], has_more: false })
    })))

  it.each([
    [["lanes", "--kind", "sned"], "There is no kind of lane sned. Did you mean send?"],
    [["retry"], "Name a dead letter by its KIND and KEY (signalbox work dead), or give --all."],
    [["retry", "review"], "Name a dead letter by its KIND and KEY (signalbox work dead), or give --all."],
    [["retry", "review", "x", "--all"], "Name a dead letter, or give --all, not both."]
  ])("does not understand %j, and says so", (argv, message) =>
    onService(Effect.gen(function*() {
      expect(yield* call("work", ...argv)).toEqual({ code: 2, out: "", err: `${message}\n` })
    })))
})

describe("signalbox privacy", () => {
  it("begins an erasure, tells how far it is, and prints what is kept as lines of JSON", () =>
    onService(Effect.gen(function*() {
      const phone = "+12015550123"
      yield* (yield* Operator).setInherited(id, phone as PhoneNumber, true)
      const { code, out } = yield* call("privacy", "export", id, phone)
      expect([code, JSON.parse(out)]).toEqual([
        0,
        { type: "contact", account_id: id, data: expect.objectContaining({ phone_number: phone }) }
      ])
      expect(yield* json("privacy", "export", id)).toMatchObject({
        records: expect.arrayContaining([expect.objectContaining({ type: "contact" })])
      })
      const begun = (yield* json("privacy", "erase", id, phone)) as { readonly id: string }
      expect(begun).toMatchObject({ status: "running", messages: 0, completed_at: null })
      expect(yield* json("privacy", "erase", id, phone)).toEqual(begun)
      expect((yield* call("privacy", "show", id, begun.id)).out).toBe(
        `The erasure ${begun.id} is running; 0 messages erased.\n`
      )
      for (const wrong of [["erase", nobody, phone], ["show", id, nobody], ["export", nobody]]) {
        expect((yield* call("privacy", ...wrong)).code).toBe(1)
      }
      expect((yield* call("privacy", "erase", id, "12")).code).toBe(2)
    })))

  it.each([[[]], [["--json"]]])(
    "prints each page of an export before it reads the next, with %j",
    (options) =>
      onService(Effect.gen(function*() {
        const record = (number: number) => ({ type: "contact" as const, account_id: id, data: { number } })
        const pages = [[record(1), record(2)], [], [record(3)]]
        const printed: Array<string> = []
        const seen: Array<number> = []
        const operator = Operator.of({
          ...(yield* Operator),
          exportPage: (_, __, after) =>
            Effect.sync(() => {
              seen.push(printed.length)
              const place = Number(after ?? 0)
              return { records: pages[place]!, after: place + 1 < pages.length ? String(place + 1) : null }
            })
        })
        const code = yield* Program.run(
          ["privacy", "export", id, ...options],
          { out: (text) => Effect.sync(() => void printed.push(`${text}\n`)), err: () => Effect.void },
          () => Result.succeed(Layer.succeed(Operator, operator))
        )
        const text = printed.join("")
        const records: unknown = options.length > 0
          ? (JSON.parse(text) as { readonly records: unknown }).records
          : text.trim().split("\n").map((line): unknown => JSON.parse(line))
        expect([code, seen, records]).toEqual([0, [0, 1, 1], [1, 2, 3].map(record)])
      }))
  )
})

describe("signalbox suppressions", () => {
  it("exports what was imported and added, without what was removed", () =>
    onService(Effect.gen(function*() {
      const folder = mkdtempSync(join(tmpdir(), "signalbox-command-"))
      try {
        const file = join(folder, "numbers.txt")
        const numbers = Array.from({ length: 1203 }, (_, index) => Given.phone(index))
        writeFileSync(
          file,
          `\uFEFF# from the old system\r\n${numbers.join("\r\n")}\r\n\r\n0049 30 1234\r\n${numbers[0]}\n`
        )
        expect(yield* call("suppressions", "import", id, file)).toEqual({
          code: 1,
          out: "1203 numbers added, 0 known already, 1 refused.\n",
          err: "Not in the form of E.164: 0049 30 1234\n"
        })
        expect(yield* json("suppressions", "import", id, file)).toMatchObject({ added: 0, known: 1203 })
        const added = Given.phone(5000)
        expect(yield* json("suppressions", "add", id, numbers[1]!, added)).toEqual({ changed: 1, unchanged: 1 })
        expect(yield* json("suppressions", "remove", id, numbers[1]!)).toEqual({ changed: 1, unchanged: 0 })
        const { code, out } = yield* call("suppressions", "export", id)
        expect(code).toBe(0)
        expect(out.trim().split("\n").toSorted()).toEqual(
          [...numbers.filter((_, index) => index !== 1), added].toSorted()
        )
      } finally {
        rmSync(folder, { recursive: true })
      }
    })))

  it("are exported whole, though others take numbers away meanwhile", () =>
    onService(Effect.gen(function*() {
      const operator = yield* Operator
      const numbers = Array.from({ length: 1500 }, (_, index) => Given.phone(index))
      yield* operator.importSuppressions(id, numbers)
      let pages = 0
      const meanwhile: typeof operator = {
        ...operator,
        // The first page is read, and then one of its numbers is taken away, so the second page begins one later.
        suppressions: (account: AccountId, offset: number, limit: number) =>
          Effect.tap(
            operator.suppressions(account, offset, limit),
            ({ entries }) => {
              if (pages++ !== 0) return Effect.void
              return Effect.orDie(operator.unsuppress(id, entries[0]!.phone))
            }
          )
      }
      const { out } = yield* call("suppressions", "export", id).pipe(Effect.provideService(Operator, meanwhile))
      const { entries } = yield* operator.suppressions(id, 0, 2000)
      expect(out.trim().split("\n").toSorted()).toEqual(entries.map(({ phone }) => phone as string).toSorted())
    })))

  it.each([
    [["add", nobody, "+12015550100"], 1, `There is no account ${nobody}.`],
    [["export", nobody], 1, `There is no account ${nobody}.`],
    [["import", nobody, "/nowhere"], 1, "/nowhere cannot be read (ENOENT)."],
    [["remove", id, "12"], 2, "12 is no phone number in the form of E.164, such as +12015550123."]
  ])("says why not to %j", (argv, code, message) =>
    onService(Effect.gen(function*() {
      expect(yield* call("suppressions", ...argv)).toEqual({ code, out: "", err: `${message}\n` })
    })))
})

describe("signalbox keywords", () => {
  it("gives an account keywords, changes them and takes them away, whatever their case", () =>
    onService(Effect.gen(function*() {
      const operator = yield* Operator
      const keywords = Effect.map(operator.find(id), (account) => account?.keywords)
      expect(yield* call("keywords", "list", id)).toMatchObject({ out: "No keywords of its own.\n" })
      expect(yield* call("keywords", "set", id, "Basta", "--action", "opt_out")).toMatchObject({ code: 0 })
      expect(yield* call("keywords", "set", id, " BASTA ", "--action", "OPT_OUT", "--reply", "Bye.")).toMatchObject({
        out: "BASTA does OPT_OUT.\n"
      })
      expect(yield* keywords).toEqual([{ keyword: "BASTA", action: "OPT_OUT", reply: "Bye." }])
      expect(yield* json("keywords", "list", id)).toEqual({
        keywords: [{ keyword: "BASTA", action: "OPT_OUT", reply: "Bye." }],
        keyword_lists: []
      })
      expect(yield* json("keywords", "remove", id, "basta")).toEqual({ changed: true })
      expect(yield* json("keywords", "remove", id, "basta")).toEqual({ changed: false })
      expect(yield* keywords).toEqual([])
    })))

  it.each([
    [
      ["set", id, "stop", "--action", "HELP"],
      1,
      "stop is a keyword of every account, or of a list that is switched on, and cannot be changed."
    ],
    [["set", id, " ", "--action", "HELP"], 2, "A keyword has a letter at least, and 1000 at most."],
    [["set", id, "Basta"], 2, "--action says what the keyword does: OPT_OUT, OPT_IN, HELP."],
    [["set", nobody, "Basta", "--action", "HELP"], 1, `There is no account ${nobody}.`],
    [["list", nobody], 1, `There is no account ${nobody}.`],
    [["switch-on", nobody, "us-carriers"], 1, `There is no account ${nobody}.`],
    [["switch-on", id, "eu-carriers"], 2, "eu-carriers is no list of keywords. There is: us-carriers."]
  ])("says why not to %j", (argv, code, message) =>
    onService(Effect.gen(function*() {
      expect(yield* call("keywords", ...argv)).toEqual({ code, out: "", err: `${message}\n` })
    })))

  it("switches a list of further words on and off", () =>
    onService(Effect.gen(function*() {
      const operator = yield* Operator
      const lists = Effect.map(operator.find(id), (account) => account?.keywordLists)
      expect(yield* call("keywords", "switch-on", id, "us-carriers")).toMatchObject({ code: 0 })
      expect(yield* json("keywords", "switch-on", id, "us-carriers")).toEqual({ changed: false })
      expect(yield* lists).toEqual(["us-carriers"])
      expect(yield* call("keywords", "set", id, "STOPALL", "--action", "HELP")).toMatchObject({ code: 1 })
      expect(yield* call("keywords", "list", id)).toMatchObject({
        out: "No keywords of its own.\nLists that are switched on: us-carriers.\n"
      })
      expect(yield* json("keywords", "switch-off", id, "us-carriers")).toEqual({ changed: true })
      expect(yield* lists).toEqual([])
      expect(yield* json("keywords", "list", id)).toEqual({ keywords: [], keyword_lists: [] })
    })))

  it("are a hundred at most", () =>
    onService(Effect.gen(function*() {
      const operator = yield* Operator
      for (let index = 0; index < 100; index++) {
        expect(yield* operator.setKeyword(id, { keyword: `word ${index}`, action: "HELP", reply: null })).toBe(
          "Changed"
        )
      }
      expect(yield* call("keywords", "set", id, "one more", "--action", "HELP")).toMatchObject({ code: 1 })
      expect(yield* call("keywords", "set", id, "WORD 7", "--action", "OPT_OUT")).toMatchObject({ code: 0 })
    })))
})
