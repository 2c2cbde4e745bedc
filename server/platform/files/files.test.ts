/** R55: pictures in a bucket, with a real S3 store; and without the packages for it. */
import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readImagePath } from '#domain/campaigns/image.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { givenSeason } from '#tests/given-season.ts'
import { openS3Store, type S3Store } from '#tests/s3.ts'
import { createFiles, type Files } from './files.ts'

describe('files in a bucket', () => {
  let store: S3Store
  let app: TestApp
  let files: Files
  beforeAll(async () => {
    store = await openS3Store()
    app = await createTestApp({ env: store.env })
    files = await createFiles(app.deps.config)
  })
  afterAll(async () => {
    await app.close()
    await store.close()
  })

  it('come back as they were put; one that is not there is null', async () => {
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
    await files.put('images/a/480.webp', bytes, 'image/webp')
    expect(await files.get('images/a/480.webp')).toEqual(bytes)
    expect(await files.get('images/a/960.webp')).toBeNull()
  })

  it('are removed with their folder, and the folder beside it stays', async () => {
    for (const key of ['images/b/one/480.webp', 'images/b/two.webp', 'images/bb/480.webp'])
      await files.put(key, new Uint8Array([1, 2, 3]), 'image/webp')
    await files.deleteFolder('images/b')
    expect(await files.get('images/b/one/480.webp')).toBeNull()
    expect(await files.get('images/b/two.webp')).toBeNull()
    expect(await files.get('images/bb/480.webp')).toEqual(new Uint8Array([1, 2, 3]))
  })

  it('are what another instance shows of an uploaded picture, and the data folder stays empty', async () => {
    const { org, season } = await givenSeason({ app })
    const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#12704a' } })
      .jpeg()
      .toBuffer()
    const { imageUrl } = expectStatus(
      await org.representative.post<Campaign>(`${season.path}/image`, picture),
      201,
    )
    const other = await app.another(store.env)
    const shown = await other.app.request(`/images/${readImagePath(imageUrl ?? '')?.folder}/480.avif`)
    expect(shown.status).toBe(200)
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ width: 480, height: 320 })
    expect(await readdir(join(app.deps.config.dataDir, 'files')).catch(() => [])).toEqual([])
  })
})

/** Loads the file store in a process where no optional package can be found. */
function withoutPackages(s3: object | null) {
  const program = `
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier.startsWith('@aws-sdk/')) throw Object.assign(new Error(specifier), { code: 'ERR_MODULE_NOT_FOUND' })
        return next(specifier, context)
      },
    })
    const { createFiles } = await import('./server/platform/files/files.ts')
    await createFiles({ dataDir: '/nowhere', s3: ${JSON.stringify(s3)} }).then(
      () => console.log('opened'),
      (error) => console.log(error.message),
    )
  `
  const node = join('node_modules', '.bin', 'node')
  return spawnSync(node, ['--input-type=module', '-e', program], { encoding: 'utf8' }).stdout
}

describe('without the packages for a bucket', () => {
  it('files are kept in the data folder', () => {
    expect(withoutPackages(null)).toBe('opened\n')
  })

  it('a server with S3_BUCKET refuses to start, and says how to install them', () => {
    const s3 = { bucket: 'b', region: null, endpoint: null, accessKeyId: null, secretAccessKey: null }
    expect(withoutPackages(s3)).toMatch(/^S3_BUCKET is set.*npm ci/)
  })
})
