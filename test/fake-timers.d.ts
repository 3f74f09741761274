/** The npm package `@sinonjs/fake-timers` comes without types; this is the part that is used. */
declare module "@sinonjs/fake-timers" {
  export const install: (config?: {
    readonly now?: number
    readonly shouldClearNativeTimers?: boolean
    readonly toFake?: ReadonlyArray<string>
  }) => { readonly uninstall: () => void }
}
