import { box } from "./box.ts"

/** As much of a server of Bun's as is used here; `@types/bun` has all of it. */
interface Server {
  readonly requestIP: (request: Request) => { readonly address: string; readonly port: number } | null
}

// A web request does not know its client, and keys are locked out by address.
export const app = {
  port: 0,
  fetch: (request: Request, server: Server): Promise<Response> => {
    const client = server.requestIP(request)
    return box.fetch(request, { ip: client?.address, port: client?.port })
  }
}
