/**
 * A failure of the host's own client means something by the codes of its server and its socket.
 */
import * as HostFailure from "@signalbox/postgres/internal/connection/hostFailure"
import { expect, it } from "vitest"

const failing = (code: unknown, message = "it failed"): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

const wrapped = (depth: number, cause: unknown): unknown =>
  depth === 0 ? cause : new Error("around", { cause: wrapped(depth - 1, cause) })

it("a connection is lost by its code, or by a sentence where there is none", () => {
  const codes = [
    "08006",
    "57P01",
    "ECONNRESET",
    "E_X",
    "CONNECTION_ENDED",
    "CONNECT_TIMEOUT",
    "40001",
    "x08006",
    "E1",
    "57014"
  ]
  expect(codes.filter((code) => HostFailure.isConnectionLost(failing(code)))).toEqual(codes.slice(0, 6))
  const words = [
    "Connection terminated unexpectedly",
    "connection is closed",
    "Connection ended",
    "Client was closed and is not queryable",
    "timeout expired",
    "timeout exceeded when trying to connect"
  ]
  for (const message of words) {
    expect(HostFailure.isConnectionLost(failing(undefined, message)), message).toBe(true)
    expect(HostFailure.isConnectionLost(failing("23505", message)), message).toBe(false)
    expect(HostFailure.isConnectionLost(message), message).toBe(true)
  }
  expect([failing(undefined), failing(7), null, undefined, "no"].map(HostFailure.isConnectionLost))
    .toEqual([false, false, false, false, false])
})

it("a failure is told by what the client itself has thrown, as deep as eight", () => {
  const lost = failing("08006")
  expect([0, 1, 8, 9].map((depth) => HostFailure.isConnectionLost(wrapped(depth, lost)))).toEqual([
    true,
    true,
    true,
    false
  ])
  // The outermost code counts.
  expect(HostFailure.isConnectionLost(Object.assign(failing("23505"), { cause: lost }))).toBe(false)
  expect(HostFailure.reason(new Error("around", { cause: undefined }), "execute").message).toBe("around")
})

it("a transaction ends with a view that is too old, or with its connection", () => {
  const codes = ["40001", "08006", "40P01", "25P01"]
  expect(codes.map((code) => HostFailure.endsTransaction(failing(code)))).toEqual([true, true, false, false])
  expect(codes.map((code) => HostFailure.lacksTransaction(failing(code)))).toEqual([false, false, false, true])
  expect(HostFailure.broken()).toMatchObject({
    code: "08006",
    message: "the connection was given up by an earlier statement"
  })
})

it("a failure has a reason by its code", () => {
  const codes = ["23505", "40P01", "40001", "55P03", "08006", "42601", ""]
  const reasons = codes.map((code) => HostFailure.reason(wrapped(2, failing(code)), "execute"))
  expect(reasons.map(({ _tag }) => _tag)).toEqual([
    "UniqueViolation",
    "DeadlockError",
    "SerializationError",
    "LockTimeoutError",
    "ConnectionError",
    "UnknownError",
    "UnknownError"
  ])
  for (const { message, operation } of reasons) expect([message, operation]).toEqual(["it failed", "execute"])
})
