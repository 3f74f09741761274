/**
 * The service behind its fetch function in this process, and how the fuzzer asks it.
 */
import * as WebHandler from "@signalbox/http/WebHandler"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import type { Reply } from "@signalbox/testing/http/Reply"
import { parse } from "@signalbox/testing/http/Reply"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"
import type { Wire } from "./Draft.ts"
import type { Send } from "./Target.ts"

export interface InProcess {
  readonly subject: HttpSubject
  readonly send: Send
  readonly stop: () => Promise<void>
}

const request = (base: string, { body, headers, method, url }: Wire): Request => {
  const takesBody = body !== null && !["GET", "HEAD"].includes(method.toUpperCase())
  return new Request(`${base}${url}`, {
    method,
    headers,
    ...(takesBody ? { body: typeof body === "string" ? body : Buffer.from(body) } : {})
  })
}

const reply = async (response: Response): Promise<Reply> => {
  const text = await response.text()
  return { status: response.status, headers: new Map(response.headers), text, json: parse(text) }
}

/** Sends to a server that listens. The client counts the bytes itself, and refuses to send another number. */
export const over = (baseUrl: string): Send => async ({ headers, ...wire }) => {
  const { "content-length": _, ...rest } = headers
  return reply(await fetch(request(baseUrl, { ...wire, headers: rest })))
}

export const start = async (): Promise<InProcess> => {
  let handle: WebHandler.WebHandler | undefined
  const mount: Mounts.Mount = Layer.effect(
    HttpServer.HttpServer,
    Effect.map(WebHandler.make, (made) => {
      handle = made
      return Mounts.listening(1)
    })
  ).pipe(Layer.provide(Logger.layer([])))
  const subject = await starter({ mount, storage: Storages.memory })()
  const made = handle!
  let sent = 0
  return {
    subject,
    // Everybody comes from an address of its own, or those without a key would soon be let in no more.
    send: async (wire) => {
      sent++
      return reply(
        await made(request("http://localhost", wire), { ip: `10.${sent >> 16 & 255}.${sent >> 8 & 255}.${sent & 255}` })
      )
    },
    stop: () => subject.stop()
  }
}
