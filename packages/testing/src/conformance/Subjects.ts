/**
 * The subject that the suites get of a target. All suites share one server, so where a control can make organizations
 * each suite gets some of its own; otherwise all of them work with the same keys.
 */
import * as Client from "../http/HttpClient.ts"
import type { HttpSubject, Start } from "../http/HttpSubject.ts"
import { leaveOut } from "../http/internal/leaveOut.ts"
import * as Unauthenticated from "../http/internal/unauthenticated.ts"
import * as EmulatorControl from "./EmulatorControl.ts"
import type { Cast, Remote } from "./Orders.ts"
import * as Orders from "./Orders.ts"
import type { Target } from "./Target.ts"

interface Profiles {
  readonly data: { readonly profiles?: ReadonlyArray<{ readonly id: string }> }
}

/** The cast of somebody who has nothing but keys. What is missing leaves out whichever case asks for it. */
const fixed = async ({ apiKey = "", baseUrl, otherApiKey, profileApiKey }: Target): Promise<Cast> => {
  const found = await Client.make(baseUrl, { "x-api-key": apiKey }).get("/v3/me")
  if (found.status !== 200) throw new Error(`GET /v3/me answers ${found.status} to --key.`)
  const [profile, sibling] = ((found.json as Profiles).data.profiles ?? []).map(({ id }) => id)
  return {
    apiKey,
    get otherApiKey() {
      return otherApiKey ?? leaveOut("no key of another organization is given")
    },
    get profileApiKey() {
      return profileApiKey ?? leaveOut("no key of a profile is given")
    },
    get profileId() {
      return profile ?? leaveOut("the organization has no profile")
    },
    get siblingProfileId() {
      return sibling ?? leaveOut("the organization has no second profile")
    }
  }
}

const remote = async (target: Target): Promise<Remote> => {
  if (target.control !== undefined) return await Orders.remote(target.control)
  if (target.emulator === true) return EmulatorControl.make(target.baseUrl)
  const cast = await fixed(target)
  return { powers: {}, cast: () => Promise.resolve(cast) }
}

export const start = (target: Target): Start => {
  let known: Promise<Remote> | undefined
  Unauthenticated.share()
  return async () => {
    const { cast, powers } = await (known ??= remote(target))
    const members = await cast()
    const rest: Omit<HttpSubject, keyof Cast> = {
      ...powers,
      baseUrl: target.baseUrl,
      isShared: true,
      ...(target.mayReset === undefined ? {} : { mayReset: target.mayReset }),
      stop: () => Promise.resolve()
    }
    // Not spread: a member that is missing is asked for by the case that needs it.
    return Object.assign(members, rest)
  }
}
