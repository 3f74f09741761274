/**
 * A server of PostgreSQL that is none: it speaks as much of the protocol on streams of its own as sessions need that begin and
 * ask in the extended way, and it is what it is told to be.
 */
import { Duplex } from "node:stream"

/** An answer to a statement: rows of texts by the names of their columns, a tag, or an error by its code. */
export interface Answer {
  readonly rows?: ReadonlyArray<Readonly<Record<string, string>>>
  readonly tag?: string
  readonly code?: string
}

const message = (type: string, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])

const int32 = (value: number): Buffer => Buffer.concat([int16(value >> 16), int16(value & 0xffff)])

const text = (value: string): Buffer => Buffer.from(`${value}\0`)

/** A column of the type text, of any length, in the binary format. */
const column = (name: string): Buffer =>
  Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(0xffff), int32(-1), int16(1)])

const row = (values: ReadonlyArray<string>): Buffer =>
  message(
    "D",
    int16(values.length),
    ...values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)])
  )

const answered = ({ code, rows = [], tag = "SELECT" }: Answer, isDescribed: boolean): ReadonlyArray<Buffer> => {
  if (code !== undefined) return [message("E", Buffer.from(`SERROR\0VERROR\0C${code}\0Mas the server says\0\0`))]
  const names = Object.keys(rows[0] ?? {})
  const described = names.length === 0 ? message("n") : message("T", int16(names.length), ...names.map(column))
  return [...isDescribed ? [described] : [], ...rows.map((each) => row(Object.values(each))), message("C", text(tag))]
}

/** A session in the middle of a cycle. */
interface Cycle {
  closed: number
  parsed: boolean
  described: boolean
  statement: string
}

export class Scripted {
  isStandby = false
  /** Whether it takes no writes all the same. */
  isReadOnly = false
  /** Whether it answers no statements any more, or not even whoever opens a session. */
  silent: "never" | "statements" | "always" = "never"
  /** The code by which it refuses sessions. */
  refuses: string | null = null
  /** Answers to statements by their beginnings; others have one row. */
  answers: Readonly<Record<string, Answer>> = {}
  readonly said: Array<string> = []
  /** The statements that sessions keep prepared. */
  readonly prepared = new Set<string>()
  readonly open = new Set<Duplex>()
  /** How often it was asked what it is. */
  asked = 0

  private answer(statement: string): Answer {
    if (statement.startsWith("select pg_is_in_recovery()")) {
      this.asked++
      return { rows: [{ standby: String(this.isStandby), reads: this.isReadOnly || this.isStandby ? "on" : "off" }] }
    }
    this.said.push(statement)
    const found = Object.entries(this.answers).find(([beginning]) => statement.startsWith(beginning))?.[1]
    if (found !== undefined) return found
    return /^[A-Z]+\b/.test(statement) ? { tag: statement.split(" ")[0]! } : { rows: [{ one: "1" }] }
  }

  /** Opens a session. */
  readonly stream = (): Duplex => {
    const statements = new Map<string, string>()
    let cycle: Cycle = { closed: 0, parsed: false, described: false, statement: "" }
    let left = Buffer.alloc(0)
    let isBegun = false
    const said = (...parts: ReadonlyArray<Buffer>): void => {
      const octets = Buffer.concat(parts)
      setImmediate(() => void (socket.destroyed || socket.push(octets)))
    }
    const begin = (): void => {
      isBegun = true
      if (this.silent === "always") return
      if (this.refuses !== null) return said(...answered({ code: this.refuses }, false))
      said(message("R", int32(0)), message("K", int32(1), int32(1)), message("Z", Buffer.from("I")))
    }
    const take = (type: string, body: Buffer): void => {
      const [first = "", second = ""] = body.toString().split("\0")
      if (type === "P") {
        statements.set(first, second)
        if (first !== "") this.prepared.add(second)
        cycle.parsed = true
      } else if (type === "B") cycle.statement = statements.get(second) ?? ""
      else if (type === "C") cycle.closed++
      else if (type === "D") cycle.described = true
      else if (type === "S") {
        const { closed, described, parsed, statement } = cycle
        cycle = { closed: 0, parsed: false, described: false, statement: "" }
        const answer = this.answer(statement)
        if (this.silent !== "never") return
        said(
          ...Array.from({ length: closed }, () => message("3")),
          ...parsed ? [message("1")] : [],
          message("2"),
          ...answered(answer, described),
          message("Z", Buffer.from("I"))
        )
      }
    }
    const socket = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _, next) => {
        left = Buffer.concat([left, chunk])
        for (;;) {
          const head = isBegun ? 1 : 0
          if (left.length < head + 4 || left.length < head + left.readInt32BE(head)) break
          const end = head + left.readInt32BE(head)
          const [type, body] = [left.subarray(0, head).toString(), left.subarray(head + 4, end)]
          left = left.subarray(end)
          if (isBegun) take(type, body)
          else begin()
        }
        next()
      },
      destroy: (error, next) => {
        this.open.delete(socket)
        next(error)
      }
    })
    this.open.add(socket)
    return socket
  }
}
