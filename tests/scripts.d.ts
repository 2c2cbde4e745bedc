/** The scripts are plain JavaScript: they run before anything is installed. */
declare module '*/scripts/kept-assets.mjs' {
  export function keepAssets(build: string, now?: Date): void
  export function forgetAssets(build: string, now?: Date): void
  export function shareAssets(build: string, now?: Date): void
}
declare module '*/scripts/ports.mjs' {
  export function freePorts(count: number): Promise<number>
}
declare module '*/scripts/runtime.mjs' {
  type Packages = Record<string, { optional?: boolean; os?: string[]; cpu?: string[] }>
  export function packagesOf(lockfile: string): Packages
  export function lacksPlatform(
    wanted: Packages,
    present: Packages,
    machine?: { platform: string; arch: string },
  ): boolean
}
