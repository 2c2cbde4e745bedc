import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import type { Season, TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let path: string
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
  path = `/api/organizations/${org.organizationId}`
})
afterAll(() => app.close())

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#0b3d9180' } })
    .png()
    .toBuffer()
const upload = (body: Uint8Array) => org.owner.post<OwnOrganization & ErrorBody>(`${path}/logo`, body)
const onPage = async () => expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).organizations

describe('the look of an organization (R63)', () => {
  it('has a logo as one small PNG, on its pages at once, until it is removed', async () => {
    const { logoUrl } = expectStatus(await upload(await png(1200, 600)), 201)
    expect(await onPage()).toMatchObject({ logoUrl })
    const shown = await app.app.request(logoUrl ?? '')
    expect(shown.headers.get('content-type')).toBe('image/png')
    const { format, width, height } = await sharp(await shown.arrayBuffer()).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 512, height: 256 })
    expect((await org.owner.delete(`${path}/logo`)).status).toBe(204)
    expect(await onPage()).toMatchObject({ logoUrl: null })
    await expect.poll(async () => (await app.app.request(logoUrl ?? '')).status).toBe(404)
  })

  it.each([
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /JPEG, PNG, WebP or AVIF/,
    ],
    ['one that is too small', () => png(63, 200), /at least 64 × 64/],
    ['one that is too long', () => png(2000, 400), /four times/],
  ])('refuses %s in words', async (_, body, words) => {
    expect(await upload(await body())).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(words) },
    })
  })

  it('does not find a logo at an address that is none of ours', async () => {
    for (const name of ['../../etc/passwd', 'x.png', `${org.organizationId}/${'a'.repeat(32)}.png`])
      expect((await app.app.request(`/logos/${name}`)).status).toBe(404)
  })

  it('has the colors of its name until its owner chooses some, whatever else is edited', async () => {
    const { firstColor } = await onPage()
    expectStatus(await org.owner.put(path, { website: 'https://harbor.example' }), 200)
    expectStatus(await org.representative.put(`${path}/standing`, { name: 'Bayside Boosters' }), 200)
    expect((await onPage()).firstColor).not.toBe(firstColor)
  })

  it('has any two colors, on its pages at once', async () => {
    const colors = { firstColor: '#ffff00', secondColor: '#fffffe' }
    expectStatus(await org.owner.put(path, { firstColor: ' #FFFF00', secondColor: '#fffffe' }), 200)
    expect(await onPage()).toMatchObject(colors)
  })
})
