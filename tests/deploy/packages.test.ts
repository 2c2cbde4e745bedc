/** What a start says about missing packages: those for a bucket may be missing, those for the platform may not. */
import { describe, expect, it } from 'vitest'
import { lacksPlatform, packagesOf } from '../../scripts/runtime.mjs'

const LINUX = { platform: 'linux', arch: 'x64' }
const wanted = packagesOf('package-lock.json')
const without = (isLeftOut: (path: string, optional: boolean) => boolean) =>
  Object.fromEntries(
    Object.entries(wanted).filter(([path, { optional }]) => !isLeftOut(path, optional === true)),
  )

describe('the packages of the lockfile', () => {
  it('lack those of the platform where npm left out all that are optional', () => {
    const present = without((_, optional) => optional)
    expect(lacksPlatform(wanted, present, LINUX)).toBe(true)
    expect(lacksPlatform(wanted, present, { platform: 'darwin', arch: 'arm64' })).toBe(true)
  })

  it('lack nothing where only those that reach a bucket are left out', () => {
    const present = without((path) => path.includes('@aws-sdk/'))
    expect(Object.keys(present).length).toBeLessThan(Object.keys(wanted).length)
    expect(lacksPlatform(wanted, present, LINUX)).toBe(false)
  })

  it('lack nothing on a platform that none of them is made for, nor where there is no lockfile', () => {
    expect(lacksPlatform(wanted, {}, { platform: 'plan9', arch: 'mips' })).toBe(false)
    expect(lacksPlatform(packagesOf('no-such-lockfile.json'), {}, LINUX)).toBe(false)
  })
})
