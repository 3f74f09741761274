/**
 * `PUT /emulator/media`: what a look at a media file finds.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { MediaProbe } from "../media/MediaProbe.ts"
import * as Call from "./Call.ts"

const File = Schema.Struct({
  url: Schema.NonEmptyString,
  size: Schema.Union([
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    Schema.Literals(["undeclared", "hang"])
  ])
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.send("PUT", "/emulator/media", File, ({ size, url }) =>
    Effect.map(MediaProbe, (probe) => {
      probe.set(url, size)
      return { url, size }
    }))
]
