/**
 * The accounts of the emulator, and the headers with which the API is asked for one of them.
 */
import * as Schema from "effect/Schema"

const Account = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  api_key: Schema.optionalKey(Schema.String)
})

export const Accounts = Schema.Array(Schema.Struct({ ...Account.fields, profiles: Schema.Array(Account) }))
export type Accounts = typeof Accounts.Type

export const path = "/emulator/accounts"

/**
 * Returns the headers that act for an account, named by its id or its name; for the first that has a key when none is
 * named. Undefined when there is no such account. A profile without a key is asked for with that of its organization.
 */
export const headers = (accounts: Accounts, named?: string): Readonly<Record<string, string>> | undefined => {
  const all = accounts.flatMap(({ profiles, ...root }) => [
    { ...root, key: root.api_key, profile: undefined },
    ...profiles.map((each) => ({
      ...each,
      key: each.api_key ?? root.api_key,
      profile: each.api_key === undefined ? each.id : undefined
    }))
  ])
  const usable = all.filter(({ key }) => key !== undefined)
  const found = named === undefined ? usable[0] : usable.find(({ id, name }) => id === named || name === named)
  if (found?.key === undefined) return undefined
  return { "x-api-key": found.key, ...(found.profile === undefined ? {} : { "x-profile-id": found.profile }) }
}
