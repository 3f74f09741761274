/**
 * Where a path of Signalbox begins in a request that a host passes on, for each way to mount it.
 */
import { place } from "@signalbox/node/internal/place"
import { describe, expect, it } from "vitest"

type Called = Parameters<typeof place>[0]

const ours = (url: string) => ({ _tag: "Ours", url })
const theHosts = { _tag: "TheHosts" }
const nowhere = {
  _tag: "Unclear",
  message: "Signalbox has a route of the host's whose path has no /v3 in it, and no /carriers with the id of a " +
    "carrier, so it cannot tell which endpoint is meant: keep the path from /v3 on, as in " +
    "app.post(\"/x/v3/messages\", handler)."
}
const twice = {
  _tag: "Unclear",
  message: "Signalbox has a route of the host's whose path has /v3 in it more than once, so it cannot tell where its " +
    "own path begins: give it the prefix, as in app.use(\"/v3/x\", handler)."
}

const v2 = ["messages", "templates", "contacts"].flatMap((name) => [`/v2/${name}`, `/v2/${name}/1`, `/v2/${name}?a`])

const known = `/v3 /v3/ /v3/messages?a=1 /v3?a /v3#a
  /carriers/acme /carriers/acme?a=/b /healthcheck /healthcheck?a /health/live /health/ready#a
  /openapi.json /openapi.json?a /docs /docs#a`

const foreign = `/ /v3x /V3/me /x/v3/me v3/me /?/v3/me
  /v2 /v2/ /v2/users /v2/messagesx /x/v2/messages
  /carriers /carriers/ /carriers?a /carriers/acme/b /x/carriers/acme
  /health /health/ /health/other /health/live/x /healthchecks /x/healthcheck
  /docs/ /docs/x /openapi.jsonx /x/docs`

describe("a path of the host's server", () => {
  it.each([...known.split(/\s+/), ...v2])("%s is Signalbox's", (url) => {
    expect(place({ url })).toEqual(ours(url))
  })

  it.each(foreign.split(/\s+/))("%s is the host's own", (url) => {
    expect(place({ url })).toEqual(theHosts)
  })

  it("that there is none is the host's own", () => {
    expect(place({})).toEqual(theHosts)
  })
})

describe("a path below the one of the mount", () => {
  it.each<readonly [Called, basePath: string, object]>([
    [{ url: "/messaging/v3/me?a=1" }, "/messaging", ours("/v3/me?a=1")],
    [{ url: "/messaging" }, "/messaging", theHosts],
    [{ url: "/messaging/x" }, "/messaging", theHosts],
    [{ url: "/v3/me" }, "/messaging", theHosts],
    [{ url: "/messagingx/v3/me" }, "/messaging", theHosts],
    // A host that strips the path has done so already.
    [{ baseUrl: "/messaging", url: "/v3/me" }, "/messaging", ours("/v3/me")],
    [{ baseUrl: "/a", url: "/v3/me" }, "/messaging", ours("/v3/me")],
    [{ baseUrl: "/a", url: "/messaging/v3/me" }, "/messaging", theHosts],
    [{ baseUrl: "/a/v3", url: "/me?b" }, "", ours("/v3/me?b")],
    [{ baseUrl: "/v3", url: "/" }, "", ours("/v3/")],
    [{ baseUrl: "/v3", url: "/v3/me" }, "", ours("/v3/v3/me")],
    [{ baseUrl: "/v3x", url: "/me" }, "", theHosts],
    [{ baseUrl: "/a/v2", url: "/messages" }, "", ours("/v2/messages")],
    [{ baseUrl: "/a/v2", url: "/users" }, "", theHosts],
    [{ baseUrl: "/a/v2", url: "/v3/me" }, "", ours("/v3/me")],
    [{ baseUrl: "/a", url: "/messages" }, "", theHosts],
    [{ baseUrl: "/a/carriers", url: "/acme?b" }, "", ours("/carriers/acme?b")],
    [{ baseUrl: "/a/carriers", url: "/acme/b" }, "", theHosts],
    [{ baseUrl: "/a/carriers", url: "/carriers/acme" }, "", ours("/carriers/acme")],
    [{ baseUrl: "/a/health", url: "/live" }, "", ours("/health/live")],
    [{ baseUrl: "/a/health", url: "/other" }, "", theHosts],
    [{ baseUrl: "/a", url: "/live" }, "", theHosts]
  ])("is found of %j under %j", (called, basePath, expected) => {
    expect(place(called, basePath)).toEqual(expected)
  })
})

describe("a path of a route", () => {
  it.each<readonly [url: string, object]>([
    ["/v3/messages", ours("/v3/messages")],
    ["/x/v3/messages?a=/v3", ours("/v3/messages?a=/v3")],
    ["/x/v3", ours("/v3")],
    ["/x/v3#/v3/me", ours("/v3#/v3/me")],
    ["/x/v2/contacts", ours("/v2/contacts")],
    ["/x/v2/contacts/1", ours("/v2/contacts/1")],
    ["/x/carriers/acme?a", ours("/carriers/acme?a")],
    ["/x/carriers/carriers/acme", ours("/carriers/acme")],
    ["/x/healthcheck", ours("/healthcheck")],
    ["/x/health/ready", ours("/health/ready")],
    // A path of the contract goes before one of a carrier.
    ["/carriers/acme/v3/me", ours("/v3/me")],
    ["/x/v3/carriers/acme", ours("/v3/carriers/acme")],
    ["/x", nowhere],
    ["/x?/v3/me", nowhere],
    ["/x/v3x", nowhere],
    ["/x/v2/users", nowhere],
    ["/x/v2/messagesx", nowhere],
    ["/x/carriers/acme/b", nowhere],
    ["/x/carriers", nowhere],
    ["/x/healthchecks", nowhere],
    ["/x/health/other", nowhere],
    ["/x/v3/a/v3/me", twice],
    ["/x/v2/messages/v3/me", twice],
    ["/x/carriers/health/live", ours("/health/live")]
  ])("%s begins here", (url, expected) => {
    expect(place({ url, route: {} })).toEqual(expected)
  })
})
