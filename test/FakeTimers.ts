/**
 * Fake timers as test runners install them. Jest itself is too large for what it would show here: its fakes are those of
 * `@sinonjs/fake-timers`, which are installed as it installs them.
 */
import * as Sinon from "@sinonjs/fake-timers"
import { mock } from "node:test"
import { setImmediate as turn } from "node:timers/promises"
import { vi } from "vitest"

export interface Fakes {
  readonly install: () => void
  readonly remove: () => void
}

/** Jest replaces these unless it is told otherwise, and `process.nextTick`, though only in the `process` that it gives to tests. */
const ofJest = [
  "Date",
  "hrtime",
  "performance",
  "queueMicrotask",
  "setImmediate",
  "clearImmediate",
  "setInterval",
  "clearInterval",
  "setTimeout",
  "clearTimeout"
]

const jest = (toFake: ReadonlyArray<string>): Fakes => {
  let remove = (): void => {}
  return {
    install: () => {
      const clock = Sinon.install({ now: Date.now(), shouldClearNativeTimers: true, toFake })
      remove = () => clock.uninstall()
    },
    remove: () => remove()
  }
}

export const all: ReadonlyArray<readonly [string, Fakes]> = [
  ["vitest", { install: () => void vi.useFakeTimers(), remove: () => void vi.useRealTimers() }],
  ["node:test", {
    install: () => mock.timers.enable({ apis: ["setTimeout", "setInterval", "setImmediate", "Date"], now: Date.now() }),
    remove: () => mock.timers.reset()
  }],
  ["Jest", jest(ofJest)]
]

/** Installs fakes, which are removed at the end of the block at the latest: what ends a test needs timers. */
export const hold = ({ install, remove }: Fakes): Disposable & { readonly remove: () => void } => {
  install()
  let isOver = false
  const end = () => {
    if (!isOver) remove()
    isOver = true
  }
  return { remove: end, [Symbol.dispose]: end }
}

/**
 * Gives tests a `process` of their own while the fakes are there, as Jest does. Node keeps the real one: by its ticks it
 * hands over what other processes send, and a worker that loses a message of its runner is never given a file again.
 */
const inOwnProcess = ({ install, remove }: Fakes): Fakes => {
  const real = globalThis.process
  return {
    install: () => {
      const own = { nextTick: real.nextTick }
      globalThis.process = new Proxy(real, {
        get: (target, key, receiver) => key === "nextTick" ? own.nextTick : Reflect.get(target, key, receiver),
        set: (target, key, value, receiver) => {
          if (key !== "nextTick") return Reflect.set(target, key, value, receiver)
          own.nextTick = value
          return true
        }
      })
      install()
    },
    remove: () => {
      remove()
      globalThis.process = real
    }
  }
}

/** Where nothing but memory is used. */
export const ofTicks: readonly [string, Fakes] = [
  "Jest, those of ticks among them,",
  inOwnProcess(jest([...ofJest, "nextTick"]))
]

/** Lets everything go on that does not wait for a fake. */
export const turns = async (): Promise<void> => {
  for (let count = 0; count < 50; count++) await turn()
}
