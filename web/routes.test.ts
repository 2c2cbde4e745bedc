/** The address of a page tells where its code is. */
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, isTest, type Source, under } from '#tests/sources.ts'
import routes from './routes.ts'

/** Addresses without their own name. */
const NAMED: Record<string, string> = { '/': 'landing', '*': 'not-found' }

/** `/campaigns/:id/join` is in `web/pages/campaigns/id/join`; an optional part at the end does not count. */
const folderOf = (address: string): string =>
  `pages/${NAMED[address] ?? address.replace(/\/:\w+\?$/, '').replaceAll(':', '')}`

/** Addresses that lead on to another page. */
const MOVED = /\/moved\.tsx$/

/** Code outside a page's folder that uses parts of that page. */
const BORROWED: Record<string, string> = {
  'web/pages/p/token': 'shows the same pledge, by its link and without an account',
  'web/clerk': 'the profile where Clerk signs people in',
  'web/root.tsx': 'an address that is not there',
  'web/site/error-boundaries.tsx': 'an address that is not there',
}

it('each page is in the folder of its address', () => {
  const wrong = routes
    .map(({ path, file, index }) => ({ address: index ? '/' : (path ?? ''), file }))
    .filter(({ address, file }) => !MOVED.test(file) && dirname(file) !== folderOf(address))
  expect(wrong).toEqual([])
})

it('what several pages use is in web/parts, not in the folder of one of them', () => {
  const folders = routes
    .map(({ file }) => `web/${dirname(file)}`)
    .sort((one, other) => other.length - one.length)
  const pageOf = (path: string) => folders.find((folder) => path.startsWith(`${folder}/`))
  const isBelow = (from: string, folder: string) => from.startsWith(`${folder}/`)
  const isBorrowed = (from: string) =>
    Object.keys(BORROWED).some((place) => from === place || isBelow(from, place))
  const code = under('web').filter((source: Source) => !isTest(source) && source.path !== 'web/routes.ts')
  const wrong = code
    .flatMap(importsOf)
    .filter(({ from, to }) => {
      const folder = pageOf(to)
      return folder !== undefined && !isBelow(from, folder) && !isBorrowed(from)
    })
    .map(({ from, to }) => `${from} imports ${to}`)
  expect(wrong).toEqual([])
})
