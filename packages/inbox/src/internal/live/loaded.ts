import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { explain } from "../source/source.ts"
import type { Live, LiveEvent } from "./live.ts"

export interface Loaded<A> {
  /** Null until there is something to show. */
  readonly value: A | null
  /** A sentence, while the last load was refused. */
  readonly flaw: string | null
  readonly reload: () => void
}

/** Events that come in one burst lead to one load, this long after the first, in milliseconds. */
const gatherMillis = 40

export interface Wanted<A> {
  /** Another key is another thing: what was shown is forgotten. Null: nothing is wanted now. */
  readonly key: string | null
  readonly load: () => Promise<A>
  /** Says whether an event may have changed what is shown. */
  readonly wakes: (event: LiveEvent) => boolean
}

/** Loads something, and loads it again whenever an event says that it may have changed. */
export const useLoaded = <A>(live: Live, wanted: Wanted<A>): Loaded<A> => {
  const [state, setState] = useState<{ key: string | null; value: A | null; flaw: string | null }>({
    key: null,
    value: null,
    flaw: null
  })
  const latest = useRef(wanted)
  latest.current = wanted
  const again = useRef<() => void>(() => {})
  const { key } = wanted

  useEffect(() => {
    if (key === null) return undefined
    let isOver = false
    let isLoading = false
    let isStale = false
    const load = async (): Promise<void> => {
      if (isLoading) {
        isStale = true
        return
      }
      isLoading = true
      isStale = false
      try {
        const value = await latest.current.load()
        if (!isOver) setState({ key, value, flaw: null })
      } catch (error) {
        if (!isOver) {
          setState((before) => ({ key, value: before.key === key ? before.value : null, flaw: explain(error) }))
        }
      }
      isLoading = false
      if (isStale && !isOver) void load()
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        void load()
      }, gatherMillis)
    }
    again.current = () => void load()
    void load()
    const leave = live.listen((event) => {
      if (event.type === "reset" || latest.current.wakes(event)) soon()
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      leave()
    }
  }, [key, live])

  const reload = useCallback(() => again.current(), [])
  const isCurrent = state.key === key
  return { value: isCurrent ? state.value : null, flaw: isCurrent ? state.flaw : null, reload }
}
