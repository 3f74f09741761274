import { ask } from "./ask.ts"
import type { Account, Source } from "./source.ts"

/** Everything of an emulator, which serves this page: its control, and its API with the keys of its accounts. */
export const emulatorSource: Source = {
  mayWrite: true,
  events: "emulator/events",
  verify: null,
  accounts: async () => (await ask("GET", "emulator/accounts", undefined)) as ReadonlyArray<Account>,
  control: async <A>(method: Parameters<typeof ask>[0], path: string, body?: unknown) =>
    (await ask(method, `emulator/${path}`, body)) as A,
  api: async <A>(account: Account, method: Parameters<typeof ask>[0], path: string, body?: unknown) => {
    const answer = await ask(method, `v3/${path}`, body, { "x-api-key": account.api_key ?? "" })
    return (answer as { readonly data: A } | null)?.data as A
  }
}
