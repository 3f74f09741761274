/**
 * Bounds how many attempts may be under way, each of which has a connection: of one organization, and in all. An
 * attempt without room waits in line. Room that falls free goes to the organization with the fewest attempts under way,
 * so that one with many that hang holds up itself.
 */
import * as Effect from "effect/Effect"
import * as Timers from "../Timers.ts"

export interface Bounds {
  readonly all: number
  readonly organization: number
}

export interface Sockets {
  /**
   * Makes an attempt when there is room for it, and does something else when there is none in time.
   *
   * @param patienceMillis how long it waits for room, elapsed
   */
  readonly during: <A>(
    organization: string,
    patienceMillis: number,
    attempt: Effect.Effect<A>,
    orElse: Effect.Effect<A>
  ) => Effect.Effect<A>
}

interface Ticket {
  readonly organization: string
  holds: boolean
  grant: () => void
}

export const make = (bounds: Bounds): Sockets => {
  const held = new Map<string, number>()
  const lines = new Map<string, Set<Ticket>>()
  let all = 0

  const heldBy = (organization: string): number => held.get(organization) ?? 0

  const hasRoom = (organization: string): boolean => all < bounds.all && heldBy(organization) < bounds.organization

  const hold = (ticket: Ticket, by: 1 | -1): void => {
    ticket.holds = by === 1
    all += by
    const count = heldBy(ticket.organization) + by
    if (count === 0) held.delete(ticket.organization)
    else held.set(ticket.organization, count)
  }

  const leaveLine = (ticket: Ticket): void => {
    const line = lines.get(ticket.organization)
    line?.delete(ticket)
    if (line?.size === 0) lines.delete(ticket.organization)
  }

  /** Serves who has waited longest in the organization with the fewest attempts under way. */
  const serve = (): void => {
    let [next, fewest]: [string | null, number] = [null, bounds.organization]
    for (const organization of lines.keys()) {
      if (hasRoom(organization) && heldBy(organization) < fewest) {
        next = organization
        fewest = heldBy(organization)
      }
    }
    const [ticket] = next === null ? [] : lines.get(next)!
    if (ticket === undefined) return
    leaveLine(ticket)
    hold(ticket, 1)
    ticket.grant()
  }

  const enter = (ticket: Ticket, patienceMillis: number): Effect.Effect<boolean> =>
    Effect.callback<boolean>((resume) => {
      // Whoever has room finds nobody of the same organization in line.
      if (hasRoom(ticket.organization)) {
        hold(ticket, 1)
        resume(Effect.succeed(true))
        return
      }
      const stopWaiting = Timers.after(patienceMillis, () => {
        leaveLine(ticket)
        resume(Effect.succeed(false))
      })
      ticket.grant = () => {
        stopWaiting()
        resume(Effect.succeed(true))
      }
      const line = lines.get(ticket.organization) ?? new Set()
      lines.set(ticket.organization, line.add(ticket))
      return Effect.sync(() => {
        stopWaiting()
        leaveLine(ticket)
      })
    })

  return {
    during: (organization, patienceMillis, attempt, orElse) =>
      Effect.suspend(() => {
        const ticket: Ticket = { organization, holds: false, grant: () => {} }
        return Effect.ensuring(
          Effect.suspend(() => {
            // Nobody waits who need not, which is nearly everybody.
            if (!hasRoom(organization)) {
              return Effect.flatMap(enter(ticket, patienceMillis), (isIn) => isIn ? attempt : orElse)
            }
            hold(ticket, 1)
            return attempt
          }),
          Effect.sync(() => {
            if (!ticket.holds) return
            hold(ticket, -1)
            serve()
          })
        )
      })
  }
}
