/**
 * A request and a response of Node's HTTP server, as far as the facade needs their types: those of Node and of Express
 * fit.
 */
export interface HostRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
}

export interface HostResponse {
  readonly headersSent: boolean
  readonly end: () => unknown
}
