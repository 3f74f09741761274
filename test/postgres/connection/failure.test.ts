/**
 * The words for failures of the database: which of them may pass by themselves, and that none tells on which data.
 */
import * as Failure from "@signalbox/postgres/internal/connection/failure"
import { ConnectionError, SqlError, UnknownError } from "effect/sql/SqlError"
import { describe, expect, it } from "vitest"

interface Failing {
  readonly code?: string
  readonly message?: string
  readonly operation?: string
  readonly isLost?: boolean
}

const failing = ({ code, isLost = false, message = "it failed", operation = "execute" }: Failing): SqlError => {
  const cause = Object.assign(new Error(message), code === undefined ? {} : { code })
  const props = { cause, message, operation }
  return new SqlError({ reason: isLost ? new ConnectionError(props) : new UnknownError(props) })
}

const said = (given: Failing): string => {
  const { message, reason } = Failure.fromSql(failing(given))
  return `${reason}: ${message}`
}

/** The codes by their words. */
const byCode: Readonly<Record<string, string>> = {
  "failed: the database refuses this user or password": "28000 28P01",
  "failed: the database that the URL names does not exist": "3D000",
  "failed: the database user lacks a permission": "42501",
  "failed: the schema is not that of this version": "42P01 42P10 42703 42704 42804 42809 42883 23502 23514",
  "failed: the URL of the database cannot be read": "ERR_INVALID_URL",
  "failed: TLS to the database fails": "ERR_TLS_CERT CERT_HAS_EXPIRED DEPTH_ZERO SELF_SIGNED_CERT UNABLE_TO_VERIFY",
  "failed: the database cannot hold this": "22003 22P02",
  "unavailable: the database is read-only": "25006",
  "unavailable: the database has no room for this": "53100 53300",
  "unavailable: the database cannot use its disk": "58030",
  "unavailable: the database is shutting down or starting": "57P01 57P03",
  "unavailable: the database took too long": "57014 55P03 25P02 25P03 25P04",
  "unavailable: others changed the same rows too often": "40001 40P01",
  "unavailable: the database cannot be reached": "08006 ECONNREFUSED E_X",
  "failed: the database failed": "42601 23505 25P01 57000 3D001 42P011 X22 XX000 E1"
}

describe("a failure of the database", () => {
  it.each(Object.entries(byCode))("%s", (words, codes) => {
    for (const code of codes.split(" ")) expect(said({ code }), code).toBe(`${words} (it failed, ${code})`)
  })

  it.each([
    ["a connection URL is wrong", "failed: the URL of the database is not one of PostgreSQL"],
    ["no username configured", "failed: the settings of the client are wrong"],
    ["bad startup parameter", "failed: the settings of the client are wrong"],
    ["does not support TLS", "failed: the URL asks for TLS, and the database does not have it"],
    ["no such database: x", "failed: the database that the URL names does not exist"],
    ["Password is wrong", "failed: the database refuses this user or password"],
    ["SASL", "failed: the database refuses this user or password"],
    ["SCRAM", "failed: the database refuses this user or password"],
    ["authentication failed", "failed: the database refuses this user or password"],
    ["no such user", "failed: the database refuses this user or password"],
    ["something else", "failed: the database failed"]
  ])("without a code says when it connects: %s", (message, words) => {
    expect(said({ message, operation: "connect" })).toBe(`${words} (${message})`)
    expect(said({ message })).toBe(`failed: the database failed (${message})`)
    // Poolers use one code for everything that they refuse.
    expect(said({ message, operation: "connect", code: "08P01" })).toBe(`${words} (${message}, 08P01)`)
  })

  it("is one of the connection where nothing else is known", () => {
    expect(said({ isLost: true })).toBe("unavailable: the database cannot be reached (it failed)")
    expect(said({ isLost: true, code: "28000" })).toBe(
      "failed: the database refuses this user or password (it failed, 28000)"
    )
  })

  it("of a pooler says how to go on, whatever its code is", () => {
    const message = "Unsupported startup parameter: x"
    for (const code of ["08P01", "28000"]) {
      expect(said({ message, code })).toBe(
        "failed: a connection pooler such as PgBouncer stands before the database; set `pooler: true` " +
          `(${message}, ${code})`
      )
    }
  })

  it("of a session on a full disk is one of room", () => {
    const messages = ["could not write init file", "could not open: No space left on device"]
    for (const message of messages) {
      expect(said({ message, code: "XX000" }))
        .toBe(`unavailable: the database has no room for this (${message}, XX000)`)
      expect(said({ message, code: "XX001" })).toBe(`failed: the database failed (${message}, XX001)`)
    }
  })

  it("quotes no data, and has its code once", () => {
    expect(said({ code: "22P02", message: "invalid input \"+1201\" and \"5\"" }))
      .toBe("failed: the database cannot hold this (invalid input \"…\", 22P02)")
    expect(said({ code: "23514", message: "constraint \"x\"" }))
      .toBe("failed: the schema is not that of this version (constraint \"x\", 23514)")
    expect(said({ code: "53100", message: "53100 full" })).toBe(
      "unavailable: the database has no room for this (53100 full)"
    )
    const { cause } = Failure.fromSql(failing({ code: "22P02", message: "invalid input \"+1201\"" }))
    expect(cause).toMatchObject({ name: "DatabaseError", code: "22P02", message: "invalid input \"…\"" })
    const stack = cause instanceof Error ? cause.stack ?? "" : ""
    expect(stack).toMatch(/^DatabaseError: invalid input "…"\n\s+at /)
    expect(stack).not.toContain("+1201")
  })

  it("is told by the innermost of its causes, as deep as eight", () => {
    const wrapped = (depth: number, error: Error): Error =>
      depth === 0 ? error : new Error("around", { cause: wrapped(depth - 1, error) })
    const at = (depth: number): string => {
      const cause = wrapped(depth, Object.assign(new Error("within"), { code: "53100" }))
      return Failure.codeOf(new SqlError({ reason: new UnknownError({ cause, message: "", operation: "execute" }) }))
    }
    expect([at(0), at(5), at(6)]).toEqual(["53100", "53100", ""])
  })

  it("says whether the schema is unfit, another was first, or it is blocked", () => {
    const codes = ["42P01", "23514", "23505", "22012", "x42P01"]
    expect(codes.map((code) => Failure.isUnfit(failing({ code })))).toEqual([true, true, false, false, false])
    expect(codes.map((code) => Failure.isLostInsert(failing({ code })))).toEqual([false, false, false, true, false])
    expect([Failure.isLostInsert(Failure.lost()), Failure.codeOf(Failure.unstorable())]).toEqual([true, "22021"])
    expect(Failure.blocked(failing({ code: "55P03" }))).toMatchObject({
      reason: "unavailable",
      message: "the database took too long (it failed, 55P03)",
      isBlocked: true
    })
    expect(Failure.fromSql(Failure.unstorable()).message)
      .toBe("the database cannot hold this (a text with U+0000 or an unpaired surrogate, 22021)")
  })

  it("of the adapter itself is told without what it quotes", () => {
    expect([Failure.tooLong(7), Failure.refused("no")].map(({ message, reason }) => `${reason}: ${message}`))
      .toEqual(["unavailable: the database gave no answer within 7 ms", "failed: no"])
    const defects = [new TypeError("+1201"), "+1201", null].map((defect) => Failure.fromDefect(defect))
    expect(defects.map(({ message, reason }) => `${reason}: ${message}`)).toEqual(
      ["TypeError", "string", "object"].map((name) => `failed: the adapter of PostgreSQL has a defect (${name})`)
    )
  })
})
