/** The scripts are plain JavaScript: they run before anything is installed. */
declare module '*/scripts/kept-assets.mjs' {
  export function keepAssets(build: string, now?: Date): void
  export function forgetAssets(build: string, now?: Date): void
}
declare module '*/scripts/ports.mjs' {
  export function freePorts(count: number): Promise<number>
}
