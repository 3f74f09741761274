/**
 * The powers that an emulator's control gives: accounts, handsets, the reviewer, registries, inbound messages and voice
 * tokens. What it has no call for is left out.
 */
import type { QuietHours } from "@signalbox/core/QuietHours"
import { writtenSpendCaps } from "@signalbox/core/Terms"
import { randomUUID } from "node:crypto"
import type { FreshAccount, WantedAccount, WantedProvision, WantedReview } from "../http/HttpSubject.ts"
import { leaveOut } from "../http/internal/leaveOut.ts"
import type { Cast, Powers, Remote } from "./Orders.ts"

const channels = ["sms", "whatsapp", "rcs", "mms"] as const

const hours = (quietHours: QuietHours): unknown =>
  typeof quietHours === "string"
    ? quietHours
    : { ...quietHours.windows, ...(quietHours.exempt.length === 0 ? {} : { exempt: quietHours.exempt }) }

/** Returns the settings that the organization and its profile have in common. */
const common = (
  { balance = 1000, channels: active = ["sms"], keywords = [], quietHours = "off", requestsPerMinute }: WantedAccount
): object => ({
  balance,
  keywords,
  quiet_hours: hours(quietHours),
  webhook_disable_minutes: 0,
  channels: Object.fromEntries(
    channels.map((channel) => [channel, active.includes(channel) ? "ACTIVE" : "PROVISIONING"])
  ),
  ...(requestsPerMinute === undefined ? {} : { requests_per_minute: requestsPerMinute })
})

/** Returns the settings of the organization that hold for its profiles as well. */
const protection = ({ destinations, frequency, purposes, retention, spend }: WantedAccount): object => ({
  ...(destinations === undefined ? {} : { destinations }),
  ...(spend === undefined ? {} : { spend: writtenSpendCaps(spend) }),
  ...(retention === undefined ? {} : { retention }),
  ...(frequency === undefined ? {} : { frequency }),
  ...(purposes === undefined ? {} : {
    purposes: purposes.map((purpose) =>
      Object.fromEntries(
        Object.entries(purpose).map(([name, value]) => [
          name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
          value
        ])
      )
    )
  })
})

const provisioned: { readonly [outcome in WantedProvision["outcome"]]: string } = {
  hold: "held",
  approve: "approved",
  activate: "activated",
  request_changes: "changes_requested",
  reject: "rejected",
  deactivate: "deactivated",
  lack_account: "account_lost",
  lack_number: "number_lost"
}

const profile = (wanted: WantedAccount, shortName: string, email?: string | null) => ({
  id: randomUUID(),
  short_name: shortName,
  api_keys: [randomUUID()] as const,
  ...(email === undefined || email === null ? {} : { email }),
  ...common(wanted)
})

export const make = (baseUrl: string): Remote => {
  const call = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${baseUrl}/emulator/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} /emulator/${path} answers ${answer.status}: ${text}`)
    return JSON.parse(text)
  }

  const freshAccount = async (wanted: WantedAccount = {}): Promise<FreshAccount & { readonly sibling: string }> => {
    const { apiKey = randomUUID(), people, type = "organization" } = wanted
    const { email, ownerEmail } = people?.organization ?? { email: "owner@example.com" }
    if (ownerEmail !== undefined || email === null) leaveOut("an emulator's account has the address of its owner")
    const id = randomUUID()
    const secondApiKey = randomUUID()
    const profiles = type === "user" ? [] : [
      profile(wanted, "SIGNAL", people?.profile.email),
      profile(wanted, "SIBLING", people?.profile.email)
    ]
    const account = { id, type, email, api_keys: [apiKey, secondApiKey], ...common(wanted), ...protection(wanted) }
    await call("POST", "accounts", { ...account, ...(type === "user" ? {} : { profiles }) })
    return {
      id,
      apiKey,
      secondApiKey,
      profileId: profiles[0]?.id ?? "",
      profileApiKey: profiles[0]?.api_keys[0] ?? "",
      sibling: profiles[1]?.id ?? ""
    }
  }

  const powers: Powers = {
    freshAccount,
    script: async (phone, steps) => {
      await call("PUT", `handsets/${phone}`, { script: steps })
    },
    received: async (phone) => {
      const answer = await fetch(`${baseUrl}/emulator/handsets/${phone}`)
      const shown = await answer.json() as ReadonlyArray<{ readonly body: string }>
      return shown.map(({ body }) => body)
    },
    voiceToken: async (account, identity, seconds) => {
      const ttl = seconds === undefined ? {} : { ttl: seconds }
      const made = await call("POST", `accounts/${account}/voice-tokens`, { identity, ...ttl })
      return (made as { readonly token: string }).token
    },
    review: async ({ afterMillis = 0, ...order }: WantedReview) => {
      await call("PUT", "reviews", { ...order, after_ms: afterMillis })
    },
    provision: async ({ outcome, ...order }) => {
      await call("POST", "channels", { ...order, event: provisioned[outcome] })
    }
  }
  const cast = async (): Promise<Cast> => {
    const [mine, other] = [await freshAccount(), await freshAccount()]
    return {
      apiKey: mine.apiKey,
      otherApiKey: other.apiKey,
      profileId: mine.profileId,
      siblingProfileId: mine.sibling,
      profileApiKey: mine.profileApiKey
    }
  }
  return { powers, cast }
}
