/**
 * An endpoint over TLS 1.3 that writes records of its own making once it was asked: what Node's server would never send,
 * sealed with the keys of the connection.
 */
import type { Buffer as Bytes } from "node:buffer"
import { createCipheriv, createHmac } from "node:crypto"
import type { Socket } from "node:net"
import { createServer } from "node:net"
import { createSecureContext, TLSSocket } from "node:tls"
import type { Endpoint } from "../egress/Endpoint.ts"
import { listen } from "../egress/Endpoint.ts"

/** The kinds of content of a record. */
export const kind = { handshake: 22, data: 23 } as const

/** HKDF-Expand-Label of RFC 8446 for lengths of one block. */
const expand = (secret: Bytes, label: string, length: number): Bytes => {
  const name = Buffer.from(`tls13 ${label}`)
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])])
  return createHmac("sha256", secret).update(info).digest().subarray(0, length)
}

/** Seals records under a traffic secret, counted from the given number on. */
const sealing = (secret: Bytes, first: number) => {
  const [key, iv] = [expand(secret, "key", 16), expand(secret, "iv", 12)]
  let sequence = BigInt(first)
  return (content: Bytes, type: number, padding: number): Bytes => {
    const inner = Buffer.concat([content, Buffer.from([type]), Buffer.alloc(padding)])
    const head = Buffer.from([kind.data, 3, 3, (inner.length + 16) >> 8, (inner.length + 16) & 0xff])
    const nonce = Buffer.from(iv)
    nonce.writeBigUInt64BE(nonce.readBigUInt64BE(4) ^ sequence++, 4)
    const cipher = createCipheriv("aes-128-gcm", key, nonce).setAAD(head)
    return Buffer.concat([head, cipher.update(inner), cipher.final(), cipher.getAuthTag()])
  }
}

/** The server sends so many records of tickets by itself. */
const tickets = 2

/**
 * @param head what it answers before
 * @param record is written again and again as soon as there is room, until the connection is closed
 */
export const flooding = (
  certificate: { readonly key: string; readonly cert: string },
  head: string,
  record: { readonly content: Bytes; readonly type: number; readonly padding: number },
  wrote: (bytes: number) => void
): Promise<Endpoint> =>
  listen(createServer((raw: Socket) => {
    const secureContext = createSecureContext({
      ...certificate,
      minVersion: "TLSv1.3",
      ciphers: "TLS_AES_128_GCM_SHA256"
    })
    const socket = new TLSSocket(raw, { isServer: true, secureContext, enableTrace: false })
    let secret = Buffer.alloc(0)
    socket.on("keylog", (line: Bytes) => {
      const [label, , hex = ""] = line.toString().trim().split(" ")
      if (label === "SERVER_TRAFFIC_SECRET_0") secret = Buffer.from(hex, "hex")
    })
    socket.on("error", () => {})
    // Whatever the server writes by itself leaves before the next turn.
    socket.once("data", () =>
      setImmediate(() => {
        const seal = sealing(secret, tickets)
        const pour = () => {
          while (!raw.destroyed) {
            const sealed = seal(record.content, record.type, record.padding)
            wrote(sealed.length)
            if (!raw.write(sealed)) return
          }
        }
        raw.write(seal(Buffer.from(head), kind.data, 0))
        raw.on("drain", pour)
        pour()
      }))
  }))
