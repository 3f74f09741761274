// The web standards that core may use: pure ones only. Everything else of the outside world (fetch, timers, console,
// process) is absent, so that the compiler refuses it. AbortSignal and ReadableStream are opaque: Effect's declarations
// mention them, and without a declaration they would be `any`.

interface URLSearchParams {
  append(name: string, value: string): void
  delete(name: string, value?: string): void
  get(name: string): string | null
  getAll(name: string): Array<string>
  has(name: string, value?: string): boolean
  set(name: string, value: string): void
  sort(): void
  toString(): string
  readonly size: number
  forEach(callback: (value: string, key: string, parent: URLSearchParams) => void): void
  entries(): IterableIterator<[string, string]>
  keys(): IterableIterator<string>
  values(): IterableIterator<string>
  [Symbol.iterator](): IterableIterator<[string, string]>
}

declare const URLSearchParams: {
  readonly prototype: URLSearchParams
  new(
    init?: string | URLSearchParams | Record<string, string> | Iterable<readonly [string, string]>
  ): URLSearchParams
}

interface URL {
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly searchParams: URLSearchParams
  toString(): string
  toJSON(): string
}

declare const URL: {
  readonly prototype: URL
  new(url: string | URL, base?: string | URL): URL
  canParse(url: string | URL, base?: string | URL): boolean
  parse(url: string | URL, base?: string | URL): URL | null
}

interface TextEncoder {
  readonly encoding: "utf-8"
  encode(input?: string): Uint8Array<ArrayBuffer>
}

declare const TextEncoder: {
  readonly prototype: TextEncoder
  new(): TextEncoder
}

interface TextDecoder {
  readonly encoding: string
  readonly fatal: boolean
  readonly ignoreBOM: boolean
  decode(input?: ArrayBuffer | ArrayBufferView): string
}

declare const TextDecoder: {
  readonly prototype: TextDecoder
  new(label?: "utf-8", options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean }): TextDecoder
}

interface AbortSignal {
  readonly "~signalbox/opaque": "AbortSignal"
}

interface ReadableStream<R = unknown> {
  readonly "~signalbox/opaque": ["ReadableStream", R]
}
