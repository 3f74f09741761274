/**
 * Where a request goes, as it is read of a URL that the guard has passed: such a one has no user-info.
 */
import type { EgressGuard } from "../EgressGuard.ts"
import { Refused } from "../EgressGuard.ts"

/** The options of a request. `node:http` reads them faster than a URL. */
export interface Target {
  readonly protocol: string
  /** A literal address of IPv6 stands without its brackets. */
  readonly hostname: string
  /** Missing where it is that of the protocol. */
  readonly port?: number
  readonly path: string
}

export const of = ({ hostname, pathname, port, protocol, search }: URL): Target => ({
  protocol,
  hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
  ...(port === "" ? {} : { port: Number(port) }),
  path: `${pathname}${search}`
})

/** So many URLs are remembered: more endpoints than have attempts under way, or will have soon. */
const most = 4096

/** Inspects URLs. Attempts at an endpoint have all the same one, so what has passed lately is not inspected again. */
export const inspecting = ({ inspect }: Pick<EgressGuard, "inspect">): (url: string) => Target | Refused => {
  const passed = new Map<string, Target>()
  return (text) => {
    const known = passed.get(text)
    if (known !== undefined) return known
    const url = inspect(text)
    if (url instanceof Refused) return url
    const target = of(url)
    if (passed.size === most) passed.delete(passed.keys().next().value!)
    passed.set(text, target)
    return target
  }
}
