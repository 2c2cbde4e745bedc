/** Pages that are open while a new build starts still find the scripts that they came with. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mountAssets } from '#server/platform/pages/page-assets.ts'
import { forgetAssets, keepAssets, shareAssets } from '../../scripts/kept-assets.mjs'

let build: string
const assets = () => join(build, 'client', 'assets')
beforeEach(async () => {
  build = await mkdtemp(join(tmpdir(), 'build-'))
})
afterEach(() => rm(build, { recursive: true, force: true }))

/** As a build does: empties the folder, and writes these files. */
async function buildOn(day: string, files: Record<string, string>): Promise<void> {
  const now = new Date(`${day}T12:00:00Z`)
  keepAssets(build, now)
  await rm(assets(), { recursive: true, force: true })
  await mkdir(assets(), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(assets(), name), text)
  forgetAssets(build, now)
}
const kept = async () => (await readdir(join(build, 'kept-assets')).catch(() => [])).sort()

it('files of the build before stay until two weeks after they were last current', async () => {
  await buildOn('2026-03-01', { 'page-1.js': 'one', 'shared.js': 'same' })
  expect(await kept()).toEqual([])
  await buildOn('2026-03-10', { 'page-2.js': 'two', 'shared.js': 'same' })
  expect(await kept()).toEqual(['page-1.js'])
  await buildOn('2026-03-24', { 'page-3.js': 'three' })
  expect(await kept()).toEqual(['page-1.js', 'page-2.js', 'shared.js'])
  await buildOn('2026-03-25', { 'page-3.js': 'three' })
  expect(await kept()).toEqual(['page-2.js', 'shared.js'])
})

/** As in containers: a new image with these files, and the volume of the one before. */
async function deployOn(day: string, names: string[], size = 1): Promise<void> {
  await rm(assets(), { recursive: true, force: true })
  await mkdir(assets(), { recursive: true })
  for (const name of names) await writeFile(join(assets(), name), Buffer.alloc(size))
  shareAssets(build, new Date(`${day}T12:00:00Z`))
}

it('where each build starts afresh they stay as long, however long a build was current', async () => {
  await deployOn('2026-03-01', ['page-1.js', 'shared.js'])
  expect(await kept()).toEqual(['page-1.js', 'shared.js'])
  await deployOn('2026-04-20', ['page-2.js', 'shared.js'])
  await deployOn('2026-05-03', ['page-3.js'])
  expect(await kept()).toEqual(['page-1.js', 'page-2.js', 'page-3.js', 'shared.js'])
  await deployOn('2026-05-05', ['page-4.js'])
  expect(await kept()).toEqual(['page-2.js', 'page-3.js', 'page-4.js', 'shared.js'])
  await deployOn('2026-05-18', ['page-5.js'])
  expect(await kept()).toEqual(['page-3.js', 'page-4.js', 'page-5.js'])
})

it('beyond the limit only the newest stay, and always those of the build itself', async () => {
  const SIZE = 15_000_000
  for (const [day, name] of ['1', '2', '3', '4'].entries())
    await deployOn(`2026-03-0${day + 1}`, [`page-${name}.js`], SIZE)
  expect(await kept()).toEqual(['page-2.js', 'page-3.js', 'page-4.js'])
})

it('are served like those of the build itself, and nothing else is', async () => {
  await buildOn('2026-03-01', { 'page-1.js': 'one', 'page-1.map': 'map' })
  await buildOn('2026-03-02', { 'page-2.js': 'two' })
  const app = new Hono()
  mountAssets(app, { folder: join(build, 'client'), kept: join(build, 'kept-assets') })
  for (const [name, text] of [
    ['page-1.js', 'one'],
    ['page-2.js', 'two'],
  ]) {
    const response = await app.request(`/assets/${name}`)
    expect([response.status, await response.text()]).toEqual([200, text])
    expect(response.headers.get('cache-control')).toContain('immutable')
  }
  for (const name of ['page-1.map', 'page-3.js', '..%2fclient%2fassets%2fpage-2.js'])
    expect((await app.request(`/assets/${name}`)).status).toBe(404)
})
