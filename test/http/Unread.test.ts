/**
 * Answers that nobody has read yet: whose they are, and from which byte on their reader has to wait (decisions 9.4).
 */
import * as Limit from "@signalbox/core/Limit"
import { CalledUrl } from "@signalbox/http/CalledUrl"
import { ClientAddress } from "@signalbox/http/ClientAddress"
import { NodeState } from "@signalbox/http/NodeState"
import { ParsedBody } from "@signalbox/http/ParsedBody"
import { Published } from "@signalbox/http/Published"
import * as Unread from "@signalbox/http/Unread"
import * as Context from "effect/Context"
import { describe, expect, it } from "vitest"

const unread = (each = 100, all = 1000) => new Unread.Unread({ each, all, patienceMillis: 1 })

describe("the bytes that wait", () => {
  it("are counted by holder and in all, and those that were read wait no more", () => {
    const counted = unread()
    const waiting = () => [counted.waiting(), counted.waiting("one"), counted.waiting("other")]
    expect(waiting()).toStrictEqual([0, 0, 0])
    counted.add("one", 30)
    counted.add("other", 5)
    counted.add("one", 12)
    expect(waiting()).toStrictEqual([47, 42, 5])
    counted.add("one", -42)
    expect(waiting()).toStrictEqual([5, 0, 5])
    counted.add("other", -5)
    expect(waiting()).toStrictEqual([0, 0, 0])
  })

  it("are too many for one from as many on as one may let wait", () => {
    const counted = unread()
    expect(counted.isFull("one")).toBe(false)
    counted.add("one", 99)
    expect(counted.isFull("one")).toBe(false)
    counted.add("one", 1)
    expect([counted.isFull("one"), counted.isFull("other")]).toStrictEqual([true, false])
  })

  it("are too many in all for those alone who hold an equal share or more, each of whom counts as long as bytes wait for him", () => {
    const counted = unread(100, 120)
    for (const [holder, bytes] of [["loud", 60], ["fair", 40], ["small", 19]] as const) counted.add(holder, bytes)
    expect(["loud", "fair", "small", "nobody"].map((each) => counted.isFull(each))).toStrictEqual([
      false,
      false,
      false,
      false
    ])
    counted.add("small", 1)
    expect(["loud", "fair", "small", "nobody"].map((each) => counted.isFull(each))).toStrictEqual([
      true,
      true,
      false,
      false
    ])
    counted.add("small", -20)
    counted.add("loud", 20)
    expect(["loud", "fair"].map((each) => counted.isFull(each))).toStrictEqual([true, false])
  })

  it("have the bounds of the service unless others are given", () => {
    expect(Context.get(Context.empty(), Unread.Bounds)).toStrictEqual({
      each: Limit.unreadBytes.each,
      all: Limit.unreadBytes.all,
      patienceMillis: Limit.unreadPatience
    })
  })
})

describe("an outlet", () => {
  it("holds for the network of its client until a key has shown the pool", () => {
    const outlet = new Unread.Outlet(unread())
    expect(outlet.holder).toBe("address:unknown")
    outlet.ip = "[2001:db8:1:2:3::4]:80"
    expect(outlet.holder).toBe("address:2001:db8:1:2::/64")
    outlet.pool = "account:one"
    expect(outlet.holder).toBe("account:one")
  })

  it("is full as its holder is", () => {
    const counted = unread()
    const outlet = new Unread.Outlet(counted)
    outlet.ip = "192.0.2.1"
    expect(outlet.isFull).toBe(false)
    counted.add("address:192.0.2.1", 99)
    expect(outlet.isFull).toBe(false)
    counted.add("address:192.0.2.1", 1)
    expect(outlet.isFull).toBe(true)
    outlet.pool = "account:one"
    expect(outlet.isFull).toBe(false)
  })
})

it("whatever a host may provide is told apart by the name of its module", () => {
  const keys = [ClientAddress, CalledUrl, ParsedBody, Published, NodeState, Unread.Bounds].map(({ key }) => key)
  expect(keys).toStrictEqual(
    ["ClientAddress", "CalledUrl", "ParsedBody", "Published", "NodeState", "Unread/Bounds"]
      .map((name) => `@signalbox/http/${name}`)
  )
})
