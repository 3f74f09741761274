/** An endpoint may send so much in answer to a request, to the last byte; its connections lead nowhere here. */
import * as Intake from "@signalbox/egress/internal/Intake"
import { createHook } from "node:async_hooks"
import { EventEmitter } from "node:events"
import type { ClientRequest } from "node:http"
import { describe, expect, it } from "vitest"
import { onNode } from "./OnNode.ts"

const kilobyte = 1024

/** A connection that is told what has come, below TLS as well. */
class Connection extends EventEmitter {
  isDestroyed = false
  readonly encrypted: boolean
  readonly _handle = { _parent: { bytesRead: 7 } }

  constructor(encrypted: boolean) {
    super()
    this.encrypted = encrypted
  }

  destroy(): void {
    this.isDestroyed = true
  }

  come(size: number): void {
    this.emit("data", new Uint8Array(size))
  }
}

/** Asks on a connection, which is a new one unless it is given. */
const asking = (connection = new Connection(false)) => {
  const outgoing = new EventEmitter()
  const exceeded: Array<string> = []
  const intake = Intake.bound(outgoing as ClientRequest, (what) => void exceeded.push(what))
  outgoing.emit("socket", connection)
  return { connection, outgoing, exceeded, intake }
}

const tooMuch = "too much before the end of the answer"

describe("an endpoint", () => {
  it("may send sixteen interim answers", () => {
    const { exceeded, outgoing } = asking()
    for (let count = 0; count < 16; count++) outgoing.emit("information")
    expect(exceeded).toEqual([])
    outgoing.emit("information")
    outgoing.emit("information")
    expect(exceeded).toEqual(["more than 16 interim answers"])
  })

  it("may send 1024 packets", () => {
    const { connection, exceeded, intake } = asking()
    expect(intake.isEmpty()).toBe(true)
    for (let count = 0; count < 1024; count++) connection.come(1)
    expect([exceeded, intake.isEmpty()]).toEqual([[], false])
    connection.come(1)
    connection.come(1)
    expect(exceeded).toEqual([tooMuch])
  })

  it("may send half a megabyte", () => {
    const { connection, exceeded } = asking()
    connection.come(500 * kilobyte)
    connection.come(12 * kilobyte)
    expect(exceeded).toEqual([])
    connection.come(1)
    expect(exceeded).toEqual([tooMuch])
  })

  it("has all of it for each request, and ends its connection when it sends what nobody has asked for", () => {
    const first = asking()
    const { connection } = first
    connection.come(512 * kilobyte)
    first.outgoing.emit("close")
    const second = asking(connection)
    // The end of a request that is over ends no other one.
    first.outgoing.emit("close")
    connection.come(512 * kilobyte)
    expect([first.exceeded, second.exceeded, second.intake.isEmpty(), connection.isDestroyed]).toEqual([
      [],
      [],
      false,
      false
    ])
    second.outgoing.emit("close")
    connection.come(1)
    expect([connection.isDestroyed, second.exceeded]).toEqual([true, []])
  })
})

describe("an endpoint with TLS", () => {
  onNode("may send 640 kilobytes below it, which are looked at ten times a second until the request is over", () => {
    const timers: Array<
      { readonly _idleTimeout: number; readonly _destroyed: boolean; readonly _onTimeout: () => void }
    > = []
    const hook = createHook({
      init: (_id, type, _trigger, resource: object) => {
        if (type === "Timeout" && "_idleTimeout" in resource && "_onTimeout" in resource) timers.push(resource as never)
      }
    }).enable()
    try {
      const look = () => timers.at(-1)?._onTimeout()
      const connection = new Connection(true)
      const { exceeded, outgoing } = asking(connection)
      const wire = connection._handle._parent
      wire.bytesRead += 640 * kilobyte
      look()
      expect([exceeded, timers.map((each) => each._idleTimeout)]).toEqual([[], [100, 100]])
      wire.bytesRead += 1
      look()
      expect([exceeded, timers.length]).toEqual([[tooMuch], 2])
      outgoing.emit("close")
      const over = asking(connection)
      over.outgoing.emit("close")
      expect([timers.length, timers.at(-1)?._destroyed]).toEqual([3, true])
      asking()
      expect(timers.length).toBe(3)
    } finally {
      hook.disable()
    }
  })
})
