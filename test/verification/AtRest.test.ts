/**
 * Nothing at rest holds a code in the clear: not while its message stands in line, not after the hand-over, and not when the
 * verification has ended, in any store.
 */
import * as Client from "@signalbox/testing/http/HttpClient"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Dumps from "../stores/Dumps.ts"

interface Answer<Data> {
  readonly data: Data
}

const definition = {
  body: {
    multiChannel: {
      template: "Your code is {{0:variable}}",
      variables: [{ id: 0, name: "code", type: "variable", props: { variableType: "text", sample: "123456" } }]
    }
  }
}

const phone = "+12015550107"

/** Looks until it sees something. */
const until = async <A>(look: () => Promise<A | undefined>): Promise<A> => {
  for (let tries = 0; tries < 1000; tries++) {
    const seen = await look()
    if (seen !== undefined) return seen
    await sleep(10)
  }
  throw new Error("not in time")
}

describe.each(Dumps.all)("at rest in %s", (_, make) => {
  it("no code is found, before the hand-over, after it and at the end [XVF-004, XVF-012]", async () => {
    const { dump, storage } = await make()
    const subject = await starter({ mount: Mounts.node, storage })()
    const client = Client.make(subject.baseUrl).as({ "x-api-key": subject.apiKey })
    const asked = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
      const reply = method === "GET"
        ? await client.get(path)
        : await client.post(path, body, { "idempotency-key": randomUUID() })
      expect(reply.status, reply.text).toBeLessThan(300)
      return (reply.json as Answer<Data>).data
    }
    const { id: template } = await asked<{ readonly id: string }>("POST", "/v3/templates", {
      definition,
      category: "AUTHENTICATION",
      submit_for_review: true
    })
    await until(async () =>
      (await asked<{ readonly status: string }>("GET", `/v3/templates/${template}`)).status === "APPROVED" || undefined
    )

    // A hand-over that fails, so that the message stands in line again and goes another way.
    await subject.script!(phone, [{ submit: { refuse: "provider_unavailable" }, receipts: [] }])
    const made = await asked<{ readonly id: string }>("POST", "/v3/verifications", {
      phone_number: phone,
      template: { id: template },
      channel: "sms",
      // So many digits stand nowhere by chance.
      code_length: 10
    })
    const dumps = [await dump()]
    const text = await until(async () => (await subject.received!(phone))[0])
    const code = /\d{10}/.exec(text)![0]
    dumps.push(await dump())
    const wrong = code.replace(/^./, (digit) => digit === "0" ? "1" : "0")
    await asked("POST", `/v3/verifications/${made.id}/check`, { code: wrong })
    dumps.push(await dump())
    expect(await asked("POST", `/v3/verifications/${made.id}/check`, { code })).toMatchObject({ valid: true })
    dumps.push(await dump())
    expect(dumps.map((each) => [each.includes(made.id), each.includes(code)])).toEqual(dumps.map(() => [true, false]))
    await subject.stop()
  })
})
