import { box } from "./box.ts"

/** As much of a server of Bun's as is used here; `@types/bun` has all of it. */
interface Server {
  readonly requestIP: (request: Request) => { readonly address: string } | null
}

// A web request does not know its client, and keys are locked out by address.
export const app = {
  port: 0,
  fetch: (request: Request, server: Server): Promise<Response> =>
    box.fetch(request, { ip: server.requestIP(request)?.address })
}
