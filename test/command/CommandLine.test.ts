/** The command line understands what it is called with, or says what is wrong with it. */
import * as CommandLine from "@signalbox/command/CommandLine"
import { commands } from "@signalbox/command/Commands"
import * as Help from "@signalbox/command/Help"
import * as Option from "@signalbox/command/Option"
import { nearest } from "@signalbox/command/Spelling"
import * as NodeVersion from "@signalbox/node/NodeVersion"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const read = (...argv: ReadonlyArray<string>) => CommandLine.read(commands, argv)

/** Returns what is said of a call that is not understood. */
const wrong = (...argv: ReadonlyArray<string>): string =>
  Result.match(read(...argv), { onFailure: ({ message }) => message, onSuccess: ({ _tag }) => `understood: ${_tag}` })

const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz")

/** One slip of a hand: a letter too few, one too many, another one, or two that changed places. */
const slip = (word: string) =>
  fc.tuple(fc.constantFrom("drop", "add", "change", "swap"), fc.nat({ max: word.length - 2 }), letter).map((
    [kind, at, other]
  ) => {
    const [before, here, next, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)]
    if (kind === "drop") return `${before}${next}${after}`
    if (kind === "add") return `${before}${other}${here}${next}${after}`
    return kind === "swap" ? `${before}${next}${here}${after}` : `${before}${other}${next}${after}`
  })

/** Words that are far from each other, so that one slip never makes one of another. */
const longOptions = ["database-url", "api-key", "schema", "pooler", "action", "reply", "limit", "grace", "json"]
const longCommands = ["migrate", "suppressions", "keywords"]

describe("a call", () => {
  prop(
    "with a slip in an option names the right one",
    fc.constantFrom(...longOptions).chain((option) => fc.tuple(fc.constant(option), slip(option))),
    ([option, slipped]) => {
      fc.pre(!(Option.names as ReadonlyArray<string>).includes(slipped))
      expect(wrong("migrate", `--${slipped}`)).toBe(`There is no option --${slipped}. Did you mean --${option}?`)
    }
  )

  prop(
    "with a slip in a command names the right one",
    fc.constantFrom(...longCommands).chain((command) => fc.tuple(fc.constant(command), slip(command))),
    ([command, slipped]) => {
      fc.pre(slipped !== command)
      expect(wrong(slipped)).toBe(`There is no command ${slipped}. Did you mean ${command}?`)
    }
  )

  prop(
    "of any words is understood or told why not, and nothing is thrown",
    fc.array(
      fc.oneof(fc.string(), fc.constantFrom(...commands.flatMap(({ path }) => path), "--json", "-h", "--", "-"))
    ),
    (argv) => {
      const message = wrong(...argv)
      expect(message).not.toBe("")
      // Nobody who makes a mistake is told a command that is none.
      for (const [, hint = ""] of message.matchAll(/Did you mean ([a-z][a-z-]+)/g)) {
        expect(commands.map(({ path }) => path[0])).toContain(hint)
      }
    }
  )

  it.each([
    [[], /^Usage: signalbox COMMAND/],
    [["keys"], /^keys is one of: keys list, keys create, keys rotate, keys revoke\.$/],
    [["keys", "lits"], /^There is no command keys lits\. Did you mean keys list\?/],
    [["xyzzy"], /^There is no command xyzzy\.$/],
    [["sup"], /^There is no command sup\. Did you mean suppressions\?$/],
    [["keys", "list"], /^ACCOUNT is missing\. Usage: signalbox keys list ACCOUNT \[options\]$/],
    [["keys", "list", "a", "b"], /^b is too much\./],
    [["keys", "list", "a", "--port", "1"], /^keys list takes no --port\./],
    [["dev", "--port"], /^--port needs a value: --port PORT\.$/],
    [["dev", "--port="], /^--port needs a value/],
    [["dev", "--port", "--json"], /^--port needs a value: --port PORT\.$/],
    [["dev", "--port", "-h"], /^--port needs a value/],
    [["dev", "--json=1"], /^--json takes no value\.$/],
    [["dev", "--port", "1", "--port", "2"], /^--port is given twice\.$/],
    [["suppressions", "add", "a"], /^PHONE is missing\./],
    [["help", "kyes"], /^There is no command kyes\. Did you mean keys\?$/]
  ])("of %j is not understood, and says why", (argv, message) => {
    expect(wrong(...argv)).toMatch(message)
  })

  it.each([
    [
      ["keys", "lits", "a"],
      "There is no command keys lits. Did you mean keys list? keys is one of: keys list, keys create, "
      + "keys rotate, keys revoke."
    ],
    [
      ["keys", "xyzzy"],
      "There is no command keys xyzzy. keys is one of: keys list, keys create, keys rotate, keys revoke."
    ],
    [["keys", "list", "a", "--port", "1"], "keys list takes no --port. Usage: signalbox keys list ACCOUNT [options]"],
    [["keys", "list", "a", "b", "c"], "b is too much. Usage: signalbox keys list ACCOUNT [options]"],
    [["suppressions", "add", "a"], "PHONE is missing. Usage: signalbox suppressions add ACCOUNT PHONE... [options]"],
    [["work", "retry", "a", "b", "c"], "c is too much. Usage: signalbox work retry [KIND] [KEY] [options]"],
    [["retention", "a", "b"], "b is too much. Usage: signalbox retention [ACCOUNT] [options]"],
    [["-x"], "There is no option -x."],
    [["dev", "--json="], "--json takes no value."],
    [["--version", "xyzzy"], "There is no command xyzzy."],
    [
      ["keys", "xyzzy", "--help"],
      "There is no command keys xyzzy. keys is one of: keys list, keys create, keys rotate, keys revoke."
    ]
  ])("of %j is answered with what would be right", (argv, message) => {
    expect(wrong(...argv)).toBe(message)
  })

  it("takes as many of the last argument as there are", () => {
    expect(Result.getOrThrow(read("suppressions", "add", "a", "+1", "+2"))).toMatchObject({
      input: { arguments: ["a", "+1", "+2"] }
    })
  })

  it("for help is answered for all, a group and one command, in three ways", () => {
    for (const help of [["--help"], ["-h"]]) {
      expect(Result.getOrThrow(read(...help))).toEqual({ _tag: "Help", path: [] })
      expect(Result.getOrThrow(read("keys", ...help))).toEqual({ _tag: "Help", path: ["keys"] })
      expect(Result.getOrThrow(read("keys", "list", ...help))).toEqual({ _tag: "Help", path: ["keys", "list"] })
    }
    expect(Result.getOrThrow(read("help", "keys", "list"))).toEqual({ _tag: "Help", path: ["keys", "list"] })
    expect(Result.getOrThrow(read("-v"))).toEqual({ _tag: "Version" })
  })
})

describe("the help", () => {
  it("names every command, every argument and every option where it counts", () => {
    const all = Help.all(commands).join("\n")
    for (const command of commands) {
      expect(all).toContain(`  ${command.path.join(" ")}`)
      const one = Help.one(command, CommandLine.optionsOf(command)).join("\n")
      for (const { name } of command.takes ?? []) expect(one).toContain(`  ${name}  `)
      for (const name of CommandLine.optionsOf(command)) expect(one).toContain(`  ${Option.written(name)}  `)
    }
  })

  it("fits on a terminal of 120 columns", () => {
    const lines = commands.flatMap((command) => Help.one(command, CommandLine.optionsOf(command)))
    expect([...lines, ...Help.all(commands)].filter(({ length }) => length > 120)).toEqual([])
  })
})

describe("the nearest word", () => {
  prop("is none when nothing is near", fc.string({ minLength: 12 }), (text) => {
    fc.pre(!/[aeiou]/i.test(text))
    expect(nearest(text, ["alone", "ouija"])).toBeNull()
  })

  it.each([
    ["kesy", ["keys", "key"], "keys"],
    ["KEYS", ["keys"], "keys"],
    ["", ["ab"], null],
    ["a", ["b"], "b"],
    ["ab", ["cd"], null],
    ["abc", ["abxy"], null],
    ["abcd", ["abxyef"], null],
    ["abxyef", ["abcdef"], "abcdef"],
    ["abcxyz", ["abcdef"], null],
    ["pre", ["prefix", "preset"], null],
    ["pref", ["prefix", "preset"], "prefix"],
    ["cb", ["abc", "bc"], "bc"]
  ])("of %j among %j is %j", (word, words, found) => {
    expect(nearest(word, words)).toBe(found)
  })

  it("is looked for among what is as long as a word may be, and not among what is longer", () => {
    expect(nearest("k".repeat(64), ["k".repeat(64)])).toBe("k".repeat(64))
    expect(nearest("k".repeat(65), ["k".repeat(65)])).toBeNull()
    expect(nearest("k".repeat(100_000), ["keys"])).toBeNull()
  })
})

describe("a Node", () => {
  const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    readonly engines: { readonly node: string }
  }

  it("that is older than the packages promise is told which one is needed", () => {
    expect(`>=${NodeVersion.oldest}`).toBe(engines.node)
    for (const old of ["22.18.0", "v20.11.1", "18.0.0", "12.22.12"]) {
      expect(NodeVersion.flawOf(old)).toBe(
        `Signalbox needs Node.js 22.19 or newer, or Bun. This is Node.js ${old.replace("v", "")}.`
      )
    }
    for (const young of ["22.19.0", "v22.20.1", "23.0.0", "24.21.0", "100.0.0"]) {
      expect(NodeVersion.flawOf(young)).toBeNull()
    }
  })
})
