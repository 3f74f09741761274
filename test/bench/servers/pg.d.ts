/** The part of `pg` that the tests and the baseline use; the package has no types of its own. */
declare module "pg" {
  interface Answer {
    /** The command that was done, because COMMIT may be answered with ROLLBACK. */
    readonly command: string
    readonly rows: ReadonlyArray<object>
  }
  export interface PoolClient {
    query(text: string, values?: Array<unknown>): Promise<Answer>
    on(event: "error", listener: (error: Error) => void): this
    release(error?: Error | boolean): void
  }
  export class Pool {
    constructor(options: { readonly connectionString: string; readonly max: number })
    connect(): Promise<PoolClient>
    query(
      query: string | {
        readonly name: string
        readonly text: string
        readonly values: ReadonlyArray<string>
      },
      values?: Array<unknown>
    ): Promise<Answer>
    on(event: "error", listener: (error: Error) => void): this
    end(): Promise<void>
  }
  export class Client {
    constructor(options: { readonly connectionString: string })
    connect(): Promise<void>
    query(text: string): Promise<Answer>
    end(): Promise<void>
  }
  const pg: { readonly Pool: typeof Pool; readonly Client: typeof Client }
  export default pg
}
