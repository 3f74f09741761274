/**
 * Step 8 for a form (multipart/form-data): its fields and documents, read as a stream into memory within limits. Nothing
 * is written to a disk. Effect's own parser does the reading: it is small, typed, streams, and works on every runtime that
 * Signalbox does.
 */
import * as Digest from "@signalbox/core/Digest"
import type { Json } from "@signalbox/core/Json"
import * as Limit from "@signalbox/core/Limit"
import type { ReadForm, Upload } from "@signalbox/core/Upload"
import * as Effect from "effect/Effect"
import * as MultipartParser from "effect/http/MultipartParser"
import * as Stream from "effect/Stream"
import type { Received } from "../Received.ts"
import * as Body from "./Body.ts"
import type { Rejection } from "./Rejection.ts"
import { reject } from "./Rejection.ts"

/** The fields and the files of a form. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly uploads: ReadonlyArray<Upload>
}

export const isForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^multipart\/form-data\s*(?:;|$)/i.test(contentType.trim())

const wrong = (message: string, status?: number): Rejection =>
  reject("VALIDATION_001", { details: { body: [message] }, ...(status === undefined ? {} : { status }) })

const tooLarge = wrong(`must have at most ${Limit.form.bytes} bytes`, 413)

const limits: Readonly<Record<string, Rejection>> = {
  MaxParts: wrong(`must have at most ${Limit.form.parts} parts`),
  MaxTotalSize: tooLarge,
  MaxPartSize: wrong(`must have parts of at most ${Limit.form.partBytes} bytes`, 413),
  MaxFieldSize: wrong(`must have fields of at most ${Limit.form.fieldBytes} bytes`, 413)
}

const stoppedBy = (error: MultipartParser.MultipartError): Rejection =>
  error._tag === "ReachedLimit"
    ? limits[error.limit] ?? tooLarge
    : wrong("must be a well-formed multipart/form-data form")

/** A part with a file name is a document, unless it says that it is JSON, as parts made of a Blob do. */
const isFile = ({ contentType, filename }: MultipartParser.PartInfo): boolean =>
  contentType !== "application/json" && (filename !== undefined || !contentType.startsWith("text/"))

/** The longest name of a part, and of a file, in characters. */
const nameLength = 255

const clean = (text: string): string => text.replace(/[\p{Control}\p{Surrogate}]/gu, "").slice(-nameLength)

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Collects what the parser finds. After the first error it wants no more. */
class Collector {
  readonly fields = new Map<string, string>()
  readonly uploads: Array<Upload> = []
  failure: Rejection | null = null
  private readonly parser: MultipartParser.Parser

  constructor(contentType: string) {
    this.parser = MultipartParser.make({
      headers: { "content-type": contentType },
      maxParts: Limit.form.parts,
      maxTotalSize: Limit.form.bytes,
      maxPartSize: Limit.form.partBytes,
      maxFieldSize: Limit.form.fieldBytes,
      isFile,
      onField: (info, value) => this.addField(info.name, MultipartParser.decodeField(info, value)),
      onFile: (info) => this.addFile(info),
      onError: (error) => this.fail(stoppedBy(error)),
      onDone: () => {}
    })
  }

  /** Returns whether more is wanted; nobody writes more than that. */
  write(chunk: Uint8Array): boolean {
    this.parser.write(chunk)
    return this.failure === null
  }

  /** A form that is not whole is an error of the parser as well. */
  end(): void {
    if (this.failure === null) this.parser.end()
  }

  private fail(failure: Rejection): void {
    this.failure ??= failure
  }

  private addField(name: string, text: string): void {
    if (name.length > nameLength) this.fail(wrong(`must have parts with names of at most ${nameLength} characters`))
    else if (this.fields.has(name)) this.fail(wrong(`must have one part ${clean(name)}`))
    else this.fields.set(name, text)
  }

  private addFile({ contentType, filename, name }: MultipartParser.PartInfo) {
    const chunks: Array<Uint8Array> = []
    if (name.length > nameLength) this.fail(wrong(`must have parts with names of at most ${nameLength} characters`))
    return (chunk: Uint8Array | null): void => {
      if (this.failure !== null) return
      if (chunk !== null) chunks.push(chunk)
      else {
        const fileName = clean(filename ?? "")
        this.uploads.push({
          key: clean(name),
          fileName: fileName === "" ? clean(name) : fileName,
          contentType: clean(contentType),
          bytes: joined(chunks)
        })
      }
    }
  }
}

/** The part of a request that is a form. */
type Sent = Pick<Received, "body" | "frameworks" | "headers" | "parsedBody">

const collect = Effect.fnUntraced(function*(
  { body, frameworks, headers, parsedBody: parsed }: Sent
) {
  const collector = new Collector(headers["content-type"] ?? "")
  // Something before us has read the form, and what it made of it is its own business.
  if (parsed?._tag === "Value" || (parsed === null && body.wasRead)) return yield* Body.refuseEaten({ frameworks })
  if (parsed === null) {
    yield* Stream.runForEachWhile(body.stream, (chunk) => Effect.sync(() => collector.write(chunk))).pipe(
      Effect.mapError(() => wrong("could not be read"))
    )
  } else collector.write(parsed.bytes)
  collector.end()
  return collector.failure === null ? collector : yield* collector.failure
})

/** Reads a form. A client that takes too long is let go. */
export const read = Effect.fnUntraced(function*(sent: Sent) {
  const { headers } = sent
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? ""
  if (encoding !== "" && encoding !== "identity") return yield* wrong("must not be compressed or encoded", 415)
  if (Number(headers["content-length"] ?? "0") > Limit.form.bytes) return yield* tooLarge
  const { fields, uploads } = yield* collect(sent).pipe(
    Effect.timeoutOrElse({ duration: Limit.formPatience, orElse: () => Effect.fail(wrong("took too long")) })
  )
  return { fields, uploads } satisfies Form
})

/** A form as the operation sees it. */
export interface Understood {
  readonly body: Json
  readonly uploads: ReadonlyArray<Upload>
  /** Stands for the whole form when two requests are compared (decisions 9.2). */
  readonly print: Json
}

/** Makes the body of the fields, in the way of the operation. */
export const understand = Effect.fnUntraced(function*({ fields, uploads }: Form, readForm: ReadForm) {
  for (const text of fields.values()) yield* Body.soundText(text)
  const { body, violations } = readForm(fields)
  if (violations.length > 0) {
    return yield* reject("VALIDATION_001", {
      details: Object.fromEntries(violations.map(({ field, message }) => [field, [message]]))
    })
  }
  yield* Body.sound(body)
  const print: ReadonlyArray<Json> = uploads
    .map(({ bytes, contentType, fileName, key }) => [key, fileName, contentType, Digest.sha256Of(bytes)])
    .toSorted((a, b) => a.join("\n") < b.join("\n") ? -1 : 1)
  return { body, uploads, print: { body, documents: print } } satisfies Understood
})
