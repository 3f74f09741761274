/** The part of `pg` that the baseline uses; the package has no types of its own. */
declare module "pg" {
  class Pool {
    constructor(options: { readonly connectionString: string; readonly max: number })
    query(
      query: string | {
        readonly name: string
        readonly text: string
        readonly values: ReadonlyArray<string>
      }
    ): Promise<unknown>
  }
  const pg: { readonly Pool: typeof Pool }
  export default pg
}
