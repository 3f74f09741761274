/**
 * Services whose accounts lie in two cells, and what a test asks of them.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { CellsStorage, Options, OutgoingMessage, Signalbox } from "signalbox"
import { createSignalbox } from "signalbox"
import { expect, vi } from "vitest"
import { noting, order, template } from "./Acme.ts"

/** Accounts whose id begins with `e` are placed in the cell `eu`. */
export const place = ({ id }: { readonly id: string }): string => id.startsWith("e") ? "eu" : "us"

export const european = "e0000000-0000-4000-8000-000000000001"
export const american = "a0000000-0000-4000-8000-000000000001"

export interface Celled extends AsyncDisposable {
  readonly box: Signalbox
  readonly handed: ReadonlyArray<OutgoingMessage>
}

export const start = (storage: CellsStorage, options: Partial<Options> = {}): Celled => {
  const handed: Array<OutgoingMessage> = []
  const box = createSignalbox({
    storage,
    carriers: [noting(handed)],
    log: false,
    ...options
  })
  return { box, handed, [Symbol.asyncDispose]: () => box.close({ graceMs: 100 }) }
}

export const patience = { timeout: 40_000 }

/** Makes an organization with money, a number and a template, and returns its key. */
export const furnish = async ({ box }: Celled, id: string, number: string): Promise<string> => {
  // On a busy machine a cell may still be starting.
  await vi.waitFor(() => box.accounts.ensure({ id, name: id, balance: 100, numbers: [number] }), patience)
  await box.as(id).templates.ensure(template, { reviewedWithinMs: 20_000 })
  return box.keys.create(id)
}

/** Sends a message in process, waits until it is handed over, and returns it. */
export const live = async ({ box, handed }: Celled, apiKey: string): Promise<OutgoingMessage> => {
  const me = box.as({ apiKey })
  const { recipients: [sent] } = await me.messages.send(order)
  await vi.waitFor(async () => expect((await me.messages.get(sent!.message_id)).status).toBe("SENT"), patience)
  return handed.find(({ id }) => id === sent!.message_id)!
}

export interface Answered {
  readonly status: number
  readonly retryAfter: string | null
  readonly data: unknown
  readonly code: string | undefined
}

export interface Served extends AsyncDisposable {
  readonly get: (path: string, headers: Readonly<Record<string, string>>) => Promise<Answered>
}

/** Serves HTTP on a free port. */
export const serve = async ({ box }: Celled): Promise<Served> => {
  const server = createServer(box.node).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    get: async (path, headers) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      const text = await answer.text()
      const body: { readonly data?: unknown; readonly error?: { readonly code: string } | null } = text === ""
        ? {}
        : JSON.parse(text)
      return {
        status: answer.status,
        retryAfter: answer.headers.get("retry-after"),
        data: body.data,
        code: body.error?.code
      }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}
