import { Resvg } from '@resvg/resvg-js'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { openSeason, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { QUIET_MODULES } from './qr.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let code: string
let invitedId: string
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
  const invited = expectStatus(
    await org.owner.post<{ id: string; ambassadorReferralCode: string }>(`${season.path}/ambassadors`, {
      email: 'amber@example.org',
    }),
    201,
  )
  code = invited.ambassadorReferralCode
  invitedId = invited.id
})
afterAll(() => app.close())

const plain = () => `http://localhost:3000/campaigns/${season.id}`
const credited = () => `${plain()}?ref=${code}`

/** The dark modules in a picture of a QR code, with its quiet zone. */
async function matrixOf(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number) =>
    (data[Math.floor(y) * info.width * info.channels + Math.floor(x) * info.channels] as number) < 128
  let edge = 0
  while (!isDark(edge, edge)) edge += 1
  let eye = edge
  while (isDark(eye, edge)) eye += 1
  // The upper edge of the finder pattern is seven modules long.
  const module = (eye - edge) / 7
  const count = Math.floor(info.width / module + 0.5)
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (_, column) =>
      isDark((column + 0.5) * module, (row + 0.5) * module) ? '#' : ' ',
    ).join(''),
  )
}

function expected(link: string): string[] {
  const { modules } = QRCode.create(link, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * QUIET_MODULES
  return Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, column) => {
      const y = row - QUIET_MODULES
      const x = column - QUIET_MODULES
      const isInside = y >= 0 && x >= 0 && y < modules.size && x < modules.size
      return isInside && modules.get(y, x) ? '#' : ' '
    }).join(''),
  )
}

async function svg(query = ''): Promise<string[]> {
  const answer = await app.app.request(`${season.path}/qr.svg${query}`)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  const drawn = new Resvg(await answer.text(), { fitTo: { mode: 'width', value: 900 } }).render()
  return matrixOf(drawn.asPng())
}

describe('a QR code', () => {
  it('leads to the campaign, as SVG and as PNG, with a quiet zone', async () => {
    expect(await svg()).toEqual(expected(plain()))
    const answer = await app.app.request(`${season.path}/qr.png`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="fall-season-qr.png"')
    expect(await matrixOf(Buffer.from(await answer.arrayBuffer()))).toEqual(expected(plain()))
  })

  it('credits an ambassador with a valid referral code, in any case', async () => {
    expect(await svg(`?ref=${code}`)).toEqual(expected(credited()))
    expect(await svg(`?ref=%20${code.toLowerCase()}`)).toEqual(expected(credited()))
  })

  it.each(['', 'NOBODY22', "'--", '%00', '%F0%9F%90%AF', 'A'.repeat(5_000), '<script>', '../../etc'])(
    'credits nobody for the invalid referral code "%s"',
    async (ref) => {
      expect(await svg(`?ref=${ref}`)).toEqual(expected(plain()))
    },
  )

  it('credits nobody for a removed ambassador or one of another campaign', async () => {
    const other = await openSeason(org)
    const answer = await app.app.request(`${other.path}/qr.svg?ref=${code}`)
    const bare = await app.app.request(`${other.path}/qr.svg`)
    expect(await answer.text()).toBe(await bare.text())
    await org.owner.delete(`${season.path}/ambassadors/${invitedId}`)
    expect(await svg(`?ref=${code}`)).toEqual(expected(plain()))
  })
})
