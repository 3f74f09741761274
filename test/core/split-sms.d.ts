/** The npm package `split-sms` comes without types; this is the part that is used. */
declare module "split-sms" {
  const splitter: {
    readonly split: (message: string) => {
      readonly characterSet: "GSM" | "Unicode"
      readonly parts: ReadonlyArray<{ readonly content: string; readonly length: number; readonly bytes: number }>
      /** Septets, or twice the number of UTF-16 units. */
      readonly bytes: number
    }
  }
  // oxlint-disable-next-line import/no-default-export -- a module of CommonJS is its default export.
  export default splitter
}
