import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readImagePath } from '#domain/campaigns/image.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { openDraft, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
})
afterAll(() => app.close())

const drawing = (width: number, height: number, color = '#12704a') =>
  sharp({ create: { width, height, channels: 3, background: color } })
const jpeg = (width = 1200, height = 800, color?: string) => drawing(width, height, color).jpeg().toBuffer()
const upload = (body: Uint8Array, by: Caller = org.representative, headers?: Record<string, string>) =>
  by.post<Campaign & ErrorBody>(`${season.path}/image`, body, headers)
const uploaded = async (body: Uint8Array) => expectStatus(await upload(body), 201)
const shown = (path: string) => app.app.request(path)
const kept = () =>
  readdir(join(app.deps.config.dataDir, 'files/images', season.id)).catch(() => [] as string[])

describe('an uploaded picture', () => {
  it('of 48 megapixels is kept no larger than pages need; an account gets so many pixels a minute', async () => {
    const large = await drawing(8_000, 6_000).jpeg({ quality: 40 }).toBuffer()
    const by = await app.representative('Pia')
    const { imageUrl } = expectStatus(await upload(large, by), 201)
    expect(readImagePath(imageUrl ?? '')).toMatchObject({ width: 3_200, height: 2_400, shownWidth: 1_600 })
    expectStatus(await upload(large, by), 201)
    const third = await upload(large, by)
    expect([third.status, Number(third.headers.get('retry-after')) > 0]).toEqual([429, true])
    expectStatus(await upload(await jpeg()), 201)
  })

  it('is the only kind that a campaign shows: no link elsewhere, nor another campaign’s picture', async () => {
    const { imageUrl } = await uploaded(await jpeg())
    const other = imageUrl?.replace(season.id, org.organizationId)
    for (const wrong of ['https://evil.test/x.png', '//evil.test/x.png', '/x.png', other])
      expect(await org.representative.put(season.path, { imageUrl: wrong })).toMatchObject({
        status: 400,
        body: { fields: { imageUrl: 'Upload the picture to this campaign' } },
      })
    expect((await org.representative.put(season.path, { imageUrl })).status).toBe(200)
  })

  it('is stored in every size and format that pages use, and cached forever', async () => {
    const { imageUrl } = await uploaded(await jpeg())
    const image = readImagePath(imageUrl ?? '')
    expect(image).toMatchObject({ width: 1200, height: 800, shownWidth: 1200, format: 'webp' })
    for (const [width, height] of [
      [480, 320],
      [960, 640],
      [1200, 800],
    ])
      for (const format of ['webp', 'avif']) {
        const answer = await shown(`/images/${image?.folder}/${width}.${format}`)
        expect(answer.status).toBe(200)
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'",
        })
        expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width, height })
      }
  })

  it('is public on the campaign, and in its audit log', async () => {
    const { imageUrl } = await uploaded(await jpeg(1000, 600))
    const { body } = await app.visitor.get<{ campaigns: Campaign }>(season.path)
    expect(body.campaigns.imageUrl).toBe(imageUrl)
    const rows = await app.deps.db.query<{ action: string }>(sql`
      select action from audit_log where subject_id = ${season.id} and after ->> 'imageUrl' = ${imageUrl}`)
    expect(rows).toEqual([{ action: 'campaign.update' }])
  })

  it('is rotated as it was taken, without location, author or other metadata', async () => {
    const written = await drawing(1200, 600)
      .withExif({
        IFD0: { Artist: 'A parent', Copyright: 'Somebody', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 3/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const taken = await sharp(written).keepMetadata().withMetadata({ orientation: 6 }).toBuffer()
    const before = await sharp(taken).metadata()
    expect(before).toMatchObject({ orientation: 6, exif: expect.any(Buffer), xmp: expect.any(Buffer) })
    const image = readImagePath((await uploaded(taken)).imageUrl ?? '')
    expect(image).toMatchObject({ width: 600, height: 1200 })
    const original = await app.deps.files.get(`images/${image?.folder}/original.jpeg`)
    const page = await (await shown(`/images/${image?.folder}/480.webp`)).arrayBuffer()
    for (const bytes of [original as Uint8Array, new Uint8Array(page)]) {
      const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, orientation }).toEqual({})
      expect(Buffer.from(bytes).includes('A parent')).toBe(false)
    }
  })

  it.each(['png', 'webp', 'avif'] as const)('may be %s', async (format) => {
    await uploaded(await drawing(500, 300).toFormat(format).toBuffer())
  })

  it('replaces the earlier one and its files; the same one twice is stored once', async () => {
    const first = readImagePath((await uploaded(await jpeg(700, 500, '#b23b00'))).imageUrl ?? '')
    const again = readImagePath((await uploaded(await jpeg(700, 500, '#b23b00'))).imageUrl ?? '')
    expect(again).toEqual(first)
    const { imageUrl } = await uploaded(await jpeg(700, 500, '#0b4fc4'))
    await expect.poll(kept).toEqual([readImagePath(imageUrl ?? '')?.folder.split('/')[1]])
    expect((await shown(`/images/${first?.folder}/480.webp`)).status).toBe(404)
  })

  it('is created once per idempotency key', async () => {
    const headers = { 'idempotency-key': 'a picture' }
    const body = await jpeg(640, 480)
    const first = await upload(body, org.representative, headers)
    const second = await upload(body, org.representative, headers)
    expect(second.body).toEqual(first.body)
    expect((await upload(await jpeg(640, 482), org.representative, headers)).status).toBe(409)
  })

  it('leaves no file behind when it is removed', async () => {
    await uploaded(await jpeg())
    expectStatus(await org.representative.delete(`${season.path}/image`), 204)
    const { body } = await app.visitor.get<{ campaigns: Campaign }>(season.path)
    expect(body.campaigns.imageUrl).toBeNull()
    await expect.poll(kept).toEqual([])
    expectStatus(await org.representative.delete(`${season.path}/image`), 204)
  })

  it('can be set by owners only while the campaign is a draft (R24)', async () => {
    const draft = await openDraft(org)
    expectStatus(await org.owner.post(`${draft.path}/image`, await jpeg()), 201)
    expect((await upload(await jpeg(), org.owner)).status).toBe(403)
  })
})

/** A PNG of one color and this size: tens of kilobytes that unpack to hundreds of megabytes. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    const check = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0], 8)
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
function crc(bytes: Buffer): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ 0xffffffff) >>> 0
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><script>alert(1)</script></svg>'
const HOSTILE: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
  ['an empty file', () => Buffer.alloc(0), /not a picture/],
  ['text', () => Buffer.from('hello'), /not a picture/],
  ['an SVG with a script', () => Buffer.from(SVG), /not a picture/],
  ['an SVG that begins like a JPEG', () => Buffer.from(`\xff\xd8\xff${SVG}`, 'latin1'), /cannot be read/],
  ['a page that begins like a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n<html>', 'latin1'), /cannot be read/],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), /not a picture/],
  ['a GIF', () => drawing(600, 400).gif().toBuffer(), /not a picture/],
  ['a picture cut in half', async () => (await noise()).subarray(0, 40_000), /cannot be read/],
  ['10 000 × 10 000 pixels', () => bomb(10_000, 10_000), /too large/],
  ['a strip of 30 000 pixels', () => bomb(480, 30_000), /long and narrow/],
  ['a tiny picture', () => drawing(100, 100).png().toBuffer(), /too small/],
  ['an animated WebP', () => moving(), /Animated/],
  ['a HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), /HEIC/],
]
const noise = () =>
  sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
const moving = async () =>
  sharp([await drawing(500, 300).png().toBuffer(), await drawing(500, 300, '#fff').png().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer()

describe('an upload that is not an acceptable picture', () => {
  it.each(HOSTILE)('is refused with a reason: %s', async (_, make, words) => {
    const answer = await upload(await make())
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 400,
      body: { code: 'invalid', message: expect.stringMatching(words), fields: { image: expect.any(String) } },
    })
  })

  it('is refused above 15 MB before it is read', async () => {
    const answer = await upload(Buffer.alloc(15_000_001))
    expect(answer).toMatchObject({
      status: 413,
      body: { message: 'That is too large: send at most 15 MB' },
    })
  })

  it('leaves the current picture in place', async () => {
    const { imageUrl } = await uploaded(await jpeg())
    await upload(Buffer.from('hello'))
    const { body } = await app.visitor.get<{ campaigns: Campaign }>(season.path)
    expect(body.campaigns.imageUrl).toBe(imageUrl)
  })
})

describe('addresses of pictures', () => {
  it('lead only to the sizes that pages show, never to originals or other files', async () => {
    const image = readImagePath((await uploaded(await jpeg())).imageUrl ?? '')
    await writeFile(join(app.deps.config.dataDir, 'secret.webp'), 'secret')
    for (const path of [
      `/images/${image?.folder}/original.jpeg`,
      `/images/${image?.folder}/481.webp`,
      `/images/${image?.folder}/480.svg`,
      `/images/${image?.folder}/..%2f..%2f..%2f..%2fsecret.webp`,
      '/images/..%2f..%2fsecret.webp',
      '/images/%2e%2e/%2e%2e/secret.webp',
      '/images/%00',
      '/images/',
    ])
      expect({ path, status: (await shown(path)).status }).toEqual({ path, status: 404 })
  })
})

it.each(['ENOSPC', 'EDQUOT'])(
  'an upload for which there is no room left (%s) is refused in words, and leaves nothing behind',
  async (code) => {
    const before = await kept()
    const full = new Error('Cannot write', { cause: Object.assign(new Error(code), { code }) })
    const put = vi.spyOn(app.deps.files, 'put')
    put.mockImplementationOnce(app.deps.files.put).mockRejectedValueOnce(full)
    const refused = await upload(await jpeg(700, 500, '#803020'))
    put.mockRestore()
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
      503,
      '600',
      {
        code: 'unavailable',
        message: 'There is no room for more files right now. Nothing was saved; try again later.',
      },
    ])
    expect(await kept()).toEqual(before)
  },
)
