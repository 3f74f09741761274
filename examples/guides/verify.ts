import { deduplicate, verify } from "@signalbox/receiver"

const once = deduplicate()
/** The new secret and the one before it, while you rotate. */
const secrets = ["whsec_bmV3IHNlY3JldCBvZiB0aGUgd2ViaG9vaw==", "whsec_b2xkIHNlY3JldCBvZiB0aGUgd2ViaG9vaw=="]

/** Rejects with a `VerificationError` when nobody with one of the secrets has sent it lately. */
export const receive = async (headers: Headers, rawBody: Uint8Array): Promise<void> => {
  const delivery = await verify(secrets, headers, rawBody)
  await once(delivery, ({ event, eventId }) => console.log(eventId, event.event))
}
