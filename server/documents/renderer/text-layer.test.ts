import { extractText } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import { drawPaper } from './draw.ts'
import { drawFlyer } from './flyer.ts'

const READ = { mergePages: true } as const
const textOf = async (pdf: Buffer): Promise<string> => (await extractText(new Uint8Array(pdf), READ)).text

const invoiceTo = async (...names: string[]): Promise<string> =>
  textOf(
    await drawPaper({
      title: 'Invoice',
      number: 'I-1',
      drawnOn: '2026-11-29',
      isTest: false,
      parties: [{ label: 'To', lines: names.slice(0, 1) }],
      figure: { label: 'Amount due', amount: '$12.00' },
      tables: [
        {
          caption: 'For',
          rows: names.map((name) => ({ label: `Hustle Club, for ${name}`, amount: '$12.00' })),
        },
      ],
      notes: [],
    }),
  )
const flyerOf = async (name: string): Promise<string> =>
  textOf(
    await drawFlyer({
      look: { name: 'Hustle Club', logoUrl: null, firstColor: '#0b3d91', secondColor: '#f2b705', logo: null },
      name,
      organization: 'Hustle Club',
      place: 'Bend, OR',
      kind: 'Soccer campaign',
      season: 'Fall',
      vocabulary: SPORT,
      offers: [],
      moreOffers: 0,
      is501c3: false,
      over: null,
      link: 'https://pledges.example/c/A',
      short: 'pledges.example/c/A',
      drawnOn: '2026-09-01',
    }),
  )

const SET = [
  "D'Angelo O'Neil-Smith",
  'Núñez, José Jr.',
  'Nguyễn Thị Ánh',
  'Kaʻiulani Kahāʻulelio',
  'Suharto',
  '王小明',
  '陳大文',
  'さくら タロウ',
  '김민수',
  'Спартак',
  'Αθηνά',
  'Zoë 🦅 Team',
  'Sørina Ærø Þór',
  'Hustle Club',
  'X Æ A-12',
  '-Dash',
  '+1 Club',
  '@home',
  '4-H',
  'The "Rockets" *2026*',
  'office fluff',
  '王 Xx',
]

describe('the text of a document', () => {
  it.each(['Núñez Club', '王小明', 'Спартак'])('is what was typed, after a flyer for %s', async (flyer) => {
    expect(await flyerOf(flyer)).toContain(flyer)
    const text = await invoiceTo(...SET)
    for (const name of SET) expect(text).toContain(`Hustle Club, for ${name}`)
    expect(await flyerOf('Hustle Club')).toContain('Hustle Club')
  })

  it.each(['ខ្មែរ Xx', 'अमिताभ Xx'])('has no part of %s, which it cannot write, but a note', async (name) => {
    const text = await invoiceTo(name)
    expect(text).toContain('(see note): some letters cannot be printed here.')
    expect(text).not.toContain('Xx')
  })

  it.each(['علي الحسن', 'נועה כהן', 'สมชาย ใจดี'])('shows %s as a picture, without a note', async (name) => {
    expect(await invoiceTo(name)).not.toContain('see note')
  })
})
