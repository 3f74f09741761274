/**
 * Converts a failure into a StoreError that says whether it may pass by itself, in words that help the operator.
 *
 * The server's detail, its context and the address of the database may contain phone numbers and passwords. So the
 * error keeps a copy of the server's answer that says what failed, but not on which data.
 */
import { StoreError } from "@signalbox/core/Store"
import { SqlError, UnknownError } from "effect/sql/SqlError"

/** The answer of a server or a socket about a failure. */
interface Answer {
  /** SQLSTATE, or the code of the operating system. */
  readonly code: string
  readonly message: string
}

/** The innermost error: what is around it only says where. */
const answerOf = (error: unknown): Answer => {
  let [code, message, inner]: [string, string, unknown] = ["", "", error]
  for (let depth = 0; depth < 8 && typeof inner === "object" && inner !== null; depth++) {
    if ("message" in inner && typeof inner.message === "string" && inner.message !== "") message = inner.message
    if ("code" in inner && typeof inner.code === "string") code = inner.code
    inner = "reason" in inner && typeof inner.reason === "object" ? inner.reason : "cause" in inner ? inner.cause : null
  }
  return { code, message }
}

/** Returns SQLSTATE, or the code of the operating system; nothing when there is neither. */
export const codeOf = (error: SqlError): string => answerOf(error).code

interface Kind {
  /** Matches the code of a failure, or its message when it has no code. */
  readonly is: RegExp
  readonly reason: StoreError["reason"]
  readonly words: string
}

/** A table, column or index that is not there, or is of another kind, and a constraint that rows of this version break. */
const unfit = /^(42P01|42P10|42703|42704|42804|42809|42883|23502|23514)$/

/** The first that fits. */
const byCode: ReadonlyArray<Kind> = [
  { is: /^28/, reason: "failed", words: "the database refuses this user or password" },
  { is: /^3D000$/, reason: "failed", words: "the database that the URL names does not exist" },
  { is: /^42501$/, reason: "failed", words: "the database user lacks a permission" },
  { is: unfit, reason: "failed", words: "the schema is not that of this version" },
  { is: /^ERR_INVALID_URL$/, reason: "failed", words: "the URL of the database cannot be read" },
  { is: /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/, reason: "failed", words: "TLS to the database fails" },
  { is: /^22/, reason: "failed", words: "the database cannot hold this" },
  { is: /^25006$/, reason: "unavailable", words: "the database is read-only" },
  { is: /^53/, reason: "unavailable", words: "the database has no room for this" },
  { is: /^58/, reason: "unavailable", words: "the database cannot use its disk" },
  { is: /^57P/, reason: "unavailable", words: "the database is shutting down or starting" },
  { is: /^(57014|55P03|25P0[234])/, reason: "unavailable", words: "the database took too long" },
  { is: /^(40001|40P01)/, reason: "unavailable", words: "others changed the same rows too often" },
  { is: /^(08|E[A-Z_]+$)/, reason: "unavailable", words: "the database cannot be reached" }
]

const byMessage: ReadonlyArray<Kind> = [
  { is: /connection URL/i, reason: "failed", words: "the URL of the database is not one of PostgreSQL" },
  { is: /username configured|startup parameter/i, reason: "failed", words: "the settings of the client are wrong" },
  { is: /support TLS/i, reason: "failed", words: "the URL asks for TLS, and the database does not have it" },
  { is: /no such database/i, reason: "failed", words: "the database that the URL names does not exist" },
  {
    is: /password|SASL|SCRAM|authentication failed|no such user/i,
    reason: "failed",
    words: "the database refuses this user or password"
  }
]

const pooler: Kind = {
  is: /unsupported startup parameter/i,
  reason: "failed",
  words: "a connection pooler such as PgBouncer stands before the database; set `pooler: true`"
}

/** A session that cannot even begin on a full disk fails without a code of its own. */
const noRoom: Kind = {
  is: /^could not write init file|: No space left on device$/i,
  reason: "unavailable",
  words: "the database has no room for this"
}

const lostConnection: Kind = { is: /./, reason: "unavailable", words: "the database cannot be reached" }
const unknown: Kind = { is: /./, reason: "failed", words: "the database failed" }

const kindOf = (error: SqlError, { code, message }: Answer): Kind => {
  if (pooler.is.test(message)) return pooler
  if (code === "XX000" && noRoom.is.test(message)) return noRoom
  // Poolers use one code for everything that they refuse.
  const known = (code === "08P01" ? undefined : byCode.find(({ is }) => is.test(code))) ??
    (error.reason.operation === "connect" ? byMessage.find(({ is }) => is.test(message)) : undefined)
  return known ?? (error.reason._tag === "ConnectionError" ? lostConnection : unknown)
}

/** Masks the data that messages about it quote. */
const withoutData = ({ code, message }: Answer): string =>
  code.startsWith("22") ? message.replace(/".*"/s, "\"…\"") : message

/** Returns the stack of an error, without its message. */
const framesOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)).join("\n") : ""

/** The server's answer, reduced to what may be logged. */
class DatabaseError extends Error {
  override readonly name = "DatabaseError"
  readonly code: string

  constructor(answer: Answer, error: unknown) {
    super(withoutData(answer))
    this.code = answer.code
    this.stack = `${this.name}: ${this.message}\n${framesOf(error)}`
  }
}

export const fromSql = (error: SqlError): StoreError => {
  const answer = answerOf(error)
  const { reason, words } = kindOf(error, answer)
  const cause = new DatabaseError(answer, error)
  const code = answer.code === "" || cause.message.includes(answer.code) ? "" : `, ${answer.code}`
  return new StoreError({ reason, message: `${words} (${cause.message}${code})`, cause })
}

/** Returns whether a statement failed because the schema is not as this version knows it. */
export const isUnfit = (error: SqlError): boolean => unfit.test(answerOf(error).code)

/** The error of a batch that was given up, because another transaction holds what it needs. */
export const blocked = (error: SqlError): StoreError => {
  const { cause, message, reason } = fromSql(error)
  return new StoreError({ cause, message, reason, isBlocked: true })
}

/** The error when the adapter has waited too long. */
export const tooLong = (millis: number): StoreError =>
  new StoreError({
    reason: "unavailable",
    message: `the database gave no answer within ${millis} ms`,
    cause: null
  })

/** The error for a thrown defect. Its message is left out, because it may quote a row. */
export const fromDefect = (defect: unknown): StoreError => {
  const name = defect instanceof Error ? defect.name : typeof defect
  const cause = new DatabaseError({ code: "", message: name }, defect)
  return new StoreError({ reason: "failed", message: `the adapter of PostgreSQL has a defect (${name})`, cause })
}

/** The error for settings that the adapter refuses. */
export const refused = (message: string): StoreError => new StoreError({ reason: "failed", message, cause: null })

/** The code of the failure by which a statement says that another transaction was first (`orLost`). */
const lostCode = "22012"

/** Returns whether a statement has said so. */
export const isLostInsert = (error: SqlError): boolean => answerOf(error).code === lostCode

/** The error when rows that had to be new were there already. */
export const lost = (): SqlError => {
  const cause = Object.assign(new Error("another transaction was first"), { code: lostCode })
  return new SqlError({ reason: new UnknownError({ cause, message: cause.message, operation: "execute" }) })
}

/** The error for a text that the server would refuse, together with everything in the same statement. */
export const unstorable = (): SqlError => {
  const cause = Object.assign(new Error("a text with U+0000 or an unpaired surrogate"), { code: "22021" })
  return new SqlError({ reason: new UnknownError({ cause, message: cause.message, operation: "execute" }) })
}
