import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { openDraft, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { printedCampaign } from './facts.ts'
import { drawFlyer, finePrint, type PrintedFlyer } from './flyer.ts'

const look = {
  name: 'Alder Creek High',
  logoUrl: null,
  firstColor: '#0b3d91',
  secondColor: '#f2b705',
  logo: null,
}
const facts: PrintedFlyer = {
  look,
  name: 'Goals Under the Lights',
  organization: 'Alder Creek High',
  place: 'Bend, OR',
  kind: 'Soccer campaign',
  season: 'August 15, 2026 to December 15, 2026',
  vocabulary: SPORT,
  offers: [{ name: 'Goals', how: 'an amount for every goal' }],
  moreOffers: 0,
  is501c3: false,
  over: null,
  drawnOn: '2026-09-01',
  link: 'https://pledges.example/campaigns/0199a4c2-1111-7222-8333-444455556666',
  short: 'pledges.example/c/ABCDEFGH',
}

/** The unpacked content of a PDF. */
function inside(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, packed]) => {
    try {
      return inflateSync(Buffer.from(packed as string, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return [text, ...streams].join('\n')
}
const pages = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length

describe('a flyer', () => {
  it('is one Letter page with embedded fonts, identical for the same facts', async () => {
    const drawn = await drawFlyer(facts)
    expect(drawn.equals(await drawFlyer(facts))).toBe(true)
    const text = inside(drawn)
    expect(text).toContain('/MediaBox [0 0 612 792]')
    expect(pages(drawn)).toBe(1)
    expect(text).toMatch(/\/BaseFont \/\w{6}\+SofiaSansExtraCondensed/)
    expect(text).toMatch(/\/BaseFont \/\w{6}\+HankenGrotesk/)
    expect(text).not.toMatch(/\/BaseFont \/Helvetica/)
    expect(text).toContain('(D:20260901000000Z)')
  })

  it('embeds the other family for a letter that its own lacks', async () => {
    const fonts = (pdf: Buffer) => new Set(inside(pdf).match(/\/BaseFont \/\w{6}\+\S+/g)).size
    expect(fonts(await drawFlyer({ ...facts, name: 'Đoàn Thể Thao Ạ' }))).toBe(
      fonts(await drawFlyer(facts)) + 1,
    )
  })

  it.each<[string, Partial<PrintedFlyer>]>([
    ['200 characters', { name: 'Word '.repeat(40), organization: 'Word '.repeat(40) }],
    ['a word of 200 letters', { name: 'W'.repeat(200), organization: 'W'.repeat(200) }],
    [
      'Arabic',
      { name: 'نادي الأمل', organization: 'مدرسة النور', offers: [{ name: 'أهداف', how: 'أهداف' }] },
    ],
    ['Japanese', { name: '東京サッカークラブ', organization: '東京' }],
    ['emoji', { name: '🐯', offers: [] }],
    [
      'many offers',
      { offers: Array(4).fill({ name: 'W'.repeat(100), how: 'W'.repeat(100) }), moreOffers: 99 },
    ],
    ['a long address', { short: `${'long-name.'.repeat(12)}example/c/ABCDEFGHJK` }],
  ])('with %s stays one page', async (_, change) => {
    expect(pages(await drawFlyer({ ...facts, ...change, is501c3: true }))).toBe(1)
  })
})

it('a flyer says tax-deductible only for a 501(c)(3) (R52)', () => {
  expect(finePrint(facts)).not.toMatch(/501|deductible/)
  expect(finePrint({ ...facts, is501c3: true })).toContain('Alder Creek High is a 501(c)(3) organization')
  expect(finePrint({ organization: 'العربية', is501c3: true, over: null })).toContain(
    'The organization is a 501(c)(3)',
  )
})

describe('the flyer of a campaign', () => {
  let app: TestApp
  let org: TestOrganization
  let season: Season
  beforeAll(async () => {
    ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
  })
  afterAll(() => app.close())
  const ask = (query = '', headers = {}, { path } = season) =>
    app.app.request(`${path}/flyer.pdf${query}`, { headers })

  it('is a PDF that is cached until the campaign or the day changes', async () => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="fall-season-flyer.pdf"',
    })
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
    const etag = answer.headers.get('etag') as string
    expect((await ask('', { 'if-none-match': etag })).status).toBe(304)
    app.clock.advance({ days: 1 })
    expect((await ask('', { 'if-none-match': etag })).status).toBe(200)
  })

  it('has an ambassador’s link only with a valid referral code', async () => {
    const invited = expectStatus(
      await org.owner.post<{ ambassadorReferralCode: string }>(`${season.path}/ambassadors`, {
        email: 'amber@example.org',
      }),
      201,
    )
    const tags = await Promise.all(
      ['', `?ref=${invited.ambassadorReferralCode}`, '?ref=NOBODY22', '?ref=%00'].map(async (query) =>
        (await ask(query)).headers.get('etag'),
      ),
    )
    expect(tags[1]).not.toBe(tags[0])
    expect(tags.slice(2)).toEqual([tags[0], tags[0]])
  })

  it('of a campaign that is over says so, and does not ask for pledges (R21)', async () => {
    const { body } = await app.visitor.get<Parameters<typeof printedCampaign>[0]>(season.path)
    for (const [status, over] of [
      ['active', null],
      ['paused', null],
      ['completed', 'This campaign is over'],
      ['cancelled', 'This campaign is cancelled'],
    ] as const)
      expect(printedCampaign({ ...body, campaigns: { ...body.campaigns, status } }).over).toBe(over)
    expect(finePrint({ organization: 'Lions', is501c3: true, over: 'This campaign is over' })).toBe(
      'It accepts no more pledges. Its page shows what became of it.',
    )
  })

  it('lists what can be pledged for', async () => {
    const { body } = await app.visitor.get<Parameters<typeof printedCampaign>[0]>(season.path)
    expect(printedCampaign(body)).toMatchObject({
      season: 'August 15, 2026 to December 15, 2026',
      is501c3: false,
      offers: [
        { name: 'Goals', how: 'an amount for every goal' },
        { name: 'Wins', how: 'an amount for every win' },
        { name: 'Champions', how: 'an amount if they achieve it, nothing if they don’t' },
        { name: 'Gift', how: 'a gift, once' },
      ],
    })
  })

  it('does not exist for a draft', async () => {
    expect((await ask('', {}, await openDraft(org))).status).toBe(404)
  })
})
