import { ask } from "./ask.ts"
import type { Account, Source } from "./source.ts"

interface Session {
  readonly account: Account
  readonly may_write: boolean
  /** Shown with each request, so that the console knows its own page. */
  readonly token: string
}

/** One account of a production service, in the session that the host has opened for whoever sees this page. */
export const consoleSource = async (): Promise<Source> => {
  const { data: session } = (await ask("GET", "session", undefined)) as { readonly data: Session }
  return {
    mayWrite: session.may_write,
    events: null,
    control: null,
    verify: async (received) => {
      const answer = await ask("POST", "verify", received, { "x-console-token": session.token })
      return (answer as { readonly data: { readonly verified: boolean } }).data.verified
    },
    accounts: () => Promise.resolve([session.account]),
    api: async <A>(_: Account, method: Parameters<typeof ask>[0], path: string, body?: unknown) => {
      const answer = await ask(method, `v3/${path}`, body, { "x-console-token": session.token })
      return (answer as { readonly data: A } | null)?.data as A
    }
  }
}
