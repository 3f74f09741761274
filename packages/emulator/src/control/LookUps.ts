/**
 * `/emulator/lookups/{phone}`: what the registry tells of a number, and how often it was asked.
 */
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import { Answer, NumberAnswers } from "../lookup/NumberAnswers.ts"
import * as Call from "./Call.ts"
import { phoneOf } from "./Handsets.ts"

const show = (phone: PhoneNumber) =>
  Effect.map(NumberAnswers, ({ answerOf, timesAsked }) => {
    const answer = answerOf(phone)
    return { phone, answer: answer === null ? null : { ...answer }, asked: timesAsked(phone) }
  })

const tell = (phone: PhoneNumber, answer: Answer | null) =>
  Effect.andThen(Effect.map(NumberAnswers, ({ set }) => set(phone, answer)), show(phone))

export const calls: ReadonlyArray<Call.Call> = [
  Call.get("/emulator/lookups/:phone", (parameters) => Effect.flatMap(phoneOf(parameters), show)),
  Call.send(
    "PUT",
    "/emulator/lookups/:phone",
    Answer,
    (answer, parameters) => Effect.flatMap(phoneOf(parameters), (phone) => tell(phone, answer))
  ),
  Call.remove(
    "/emulator/lookups/:phone",
    (parameters) => Effect.flatMap(phoneOf(parameters), (phone) => tell(phone, null))
  )
]
