/**
 * One Letter page for a locker room or a fridge: who, what one pledges for, how it works, and a code to scan. Black ink,
 * without filled backgrounds but for the organization's crest and colors; the site's typefaces are embedded. The same facts give the same bytes.
 */
import { renderAsync } from '@resvg/resvg-js'
import PDFDocument from 'pdfkit'
import { brand } from '#web/content/brand.ts'
import type { FlyerFacts } from './facts.ts'
import { letterhead, type PrintedLook } from './letterhead.ts'
import { inPrint, writable } from './names.ts'
import { bytesOf, tally } from './page.ts'
import { modulesOf, QUIET_MODULES, stretches } from './qr.ts'
import { canSystemWrite, SYSTEM_FONTS, systemLines, systemText } from './system-type.ts'
import { facesFor } from './typefaces.ts'
import { fitted, type Setting, setLine, setLines, widthOf } from './typesetting.ts'

type Doc = PDFKit.PDFDocument

/** Points, 72 per inch. */
const PAGE = { width: 612, height: 792, edge: 48 }
const INSIDE = PAGE.width - 2 * PAGE.edge
const CODE = { side: 248, x: PAGE.width - PAGE.edge - 248, head: 28, foot: 22 }
const COLUMN = CODE.x - PAGE.edge - 28
/** The part below the name starts no higher than this, so that short names leave no gap at the bottom. */
const BODY_TOP = 268
const BANNER = { y: 650, height: 74 }
const DOTS_PER_POINT = 300 / 72

const TITLE = facesFor('display', 800)
const STRONG = facesFor('text', 700)
const BODY = facesFor('text', 500)

const SIZES = [84, 72, 62, 54, 46, 40, 34]
const SYSTEM_SIZES = [54, 44, 36, 26]
const TITLE_Y = 96
/** Below the name: the organization, in at most two lines, including the spacing. */
const BYLINE = 80
const GAP = 14
const HEADING = 30
const OFFER = 36
const MORE = 16
const STEP = 36

const stepsFor = ({ vocabulary: { season } }: FlyerFacts) => [
  'Scan the code. Pick what you pay for, and the most you are willing to pay.',
  `Follow the ${season}. Every result is entered by one person and confirmed by another.`,
  `Pay after the ${season} for what actually happened, never above your maximum.`,
]
export const PROMISE = 'Pay only for results actually achieved'

/** A board in outline, with its bolts. */
function board(doc: Doc, x: number, y: number, width: number, height: number): void {
  doc.save().lineWidth(1.5).roundedRect(x, y, width, height, 8).stroke()
  for (const cx of [x + 9, x + width - 9])
    for (const cy of [y + 9, y + height - 9]) doc.lineWidth(0.8).circle(cx, cy, 2.4).stroke()
  doc.restore()
}

const CREST = 44

function header(doc: Doc, { look, ...facts }: PrintedFlyer): void {
  const x = PAGE.edge + CREST + 14
  letterhead(doc, look, { x: PAGE.edge, y: 22, side: CREST })
  tally(doc, x, 40)
  setLine(doc, brand.name, { x: x + 36, y: 57 }, { faces: TITLE, size: 22 })
  const setting = { faces: BODY, size: 11 }
  const right = PAGE.width - PAGE.edge - widthOf(doc, facts.season, setting)
  setLine(doc, facts.season, { x: right, y: 56 }, setting)
  doc
    .lineWidth(1)
    .moveTo(PAGE.edge, 74)
    .lineTo(PAGE.width - PAGE.edge, 74)
    .stroke()
}

/** The height of what follows the name: the code, or the offers and how it works next to it. */
function bodyHeight(facts: FlyerFacts): number {
  const { length } = facts.offers
  const offered = length === 0 ? 0 : HEADING + length * OFFER + (facts.moreOffers > 0 ? MORE : 0) + GAP
  return Math.max(CODE.head + CODE.side + CODE.foot, offered + HEADING + stepsFor(facts).length * STEP)
}

/** The maximum height of the name, so that nothing below it reaches the banner. */
const roomForName = (facts: FlyerFacts): number => BANNER.y - GAP - bodyHeight(facts) - BYLINE - TITLE_Y

/** The largest setting of the name that fits the height; the smallest if none does. */
function nameIn(doc: Doc, text: string, room: number) {
  const tried = SIZES.map((size) => fitted(doc, text, TITLE, { width: INSIDE, most: 3, sizes: [size] }))
  const fits = tried.find(({ lines, size }) => lines.length * size <= room && !lines.at(-1)?.endsWith('…'))
  return fits ?? (tried.at(-1) as (typeof tried)[number])
}

/** The name as large as it fits; in a script that our typefaces lack, drawn as a picture with system typefaces. */
async function title(doc: Doc, facts: FlyerFacts, y: number): Promise<number> {
  const printed = inPrint(facts.name, '')
  const { text, by } = printed
    ? { text: printed, by: 'us' }
    : writable([facts.name, facts.organization, facts.kind], canSystemWrite)
  if (by === 'us') {
    return setLines(doc, nameIn(doc, text, roomForName(facts)), { x: PAGE.edge, y }, TITLE, 'display')
  }
  const settings = SYSTEM_SIZES.map((most) => systemLines(text, { width: INSIDE, most, least: 26 }))
  const { lines, size } =
    settings.find((one) => one.lines.length * one.size * 1.3 <= roomForName(facts)) ??
    (settings.at(-1) as (typeof settings)[number])
  const height = lines.length * size * 1.3
  const drawn = lines.map((line, index) =>
    systemText(line, { x: 0, y: size + index * size * 1.3, size, fill: '#000' }),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${INSIDE}" height="${height}">${drawn.join('')}</svg>`
  const picture = await renderAsync(svg, { ...SYSTEM_FONTS, fitTo: { mode: 'zoom', value: DOTS_PER_POINT } })
  doc.image(picture.asPng(), PAGE.edge, y, { width: INSIDE })
  return y + height
}

function byline(doc: Doc, facts: FlyerFacts, y: number): number {
  const text = [inPrint(facts.organization, ''), inPrint(facts.place, '')].filter(Boolean).join(' · ')
  const lines = fitted(doc, text || facts.kind, STRONG, { width: INSIDE, most: 2, sizes: [17, 15, 13] })
  return setLines(doc, lines, { x: PAGE.edge, y }, STRONG, 'text')
}

const heading = (doc: Doc, text: string, y: number): number => {
  doc.save()
  setLine(doc, text, { x: PAGE.edge, y: y + 18 }, { faces: TITLE, size: 24 })
  doc.restore()
  return y + 30
}

/** What may be pledged for, each with a tally mark in front. */
function offers(doc: Doc, { offers: offered, moreOffers }: FlyerFacts, top: number): number {
  if (offered.length === 0) return top - 14
  let y = heading(doc, 'What you pledge for', top)
  const x = PAGE.edge + 14
  for (const { name, how } of offered) {
    doc
      .lineWidth(2.4)
      .lineCap('round')
      .moveTo(PAGE.edge + 3, y + 1)
      .lineTo(PAGE.edge + 3, y + 22)
      .stroke()
    const title = fitted(doc, inPrint(name, 'What they do'), STRONG, {
      width: COLUMN - 14,
      most: 1,
      sizes: [12.5, 11],
    })
    const below = setLines(doc, title, { x, y }, STRONG, 'text')
    const line = fitted(doc, inPrint(how, 'an amount that you choose'), BODY, {
      width: COLUMN - 14,
      most: 1,
      sizes: [10.5, 9.5],
    })
    y = setLines(doc, line, { x, y: below - 1 }, BODY, 'text') + 6
  }
  if (moreOffers > 0) {
    setLine(doc, `and ${moreOffers} more on the page`, { x, y: y + 8 }, { faces: BODY, size: 10.5 })
    y += 16
  }
  return y
}

function steps(doc: Doc, facts: FlyerFacts, top: number): void {
  let y = heading(doc, 'How it works', top)
  stepsFor(facts).forEach((text, index) => {
    setLine(doc, String(index + 1), { x: PAGE.edge, y: y + 15 }, { faces: TITLE, size: 22 })
    const lines = fitted(doc, text, BODY, { width: COLUMN - 22, most: 3, sizes: [11.5] })
    y = Math.max(setLines(doc, lines, { x: PAGE.edge + 22, y }, BODY, 'text'), y + 20) + 5
  })
}

const centered = (doc: Doc, text: string, y: number, setting: Setting): void => {
  const x = CODE.x + (CODE.side - widthOf(doc, text, setting)) / 2
  setLine(doc, text, { x, y }, setting)
}

/** On one line, or with its code on a separate line: what people type is never broken. */
function shortAddress(doc: Doc, short: string, top: number): void {
  const width = CODE.side - 24
  for (const size of [15, 14, 13, 12, 11]) {
    const setting = { faces: STRONG, size }
    if (widthOf(doc, short, setting) > width) continue
    centered(doc, short, top + 20, setting)
    return
  }
  const [host = '', code = ''] = short.split('/c/')
  const size = [11, 10, 9, 8, 7].find((one) => widthOf(doc, host, { faces: STRONG, size: one }) <= width) ?? 6
  centered(doc, host, top + 12, { faces: STRONG, size })
  centered(doc, `/c/${code}`, top + 28, { faces: STRONG, size: 13 })
}

function code(doc: Doc, facts: FlyerFacts, y: number): void {
  const { x, side } = CODE
  board(doc, x, y, side, CODE.head + side + CODE.foot)
  const modules = modulesOf(facts.link)
  const module = (side - 12) / (modules.size + 2 * QUIET_MODULES)
  const left = x + 6 + QUIET_MODULES * module
  const top = y + CODE.head + QUIET_MODULES * module
  for (const [column, row, length] of stretches(modules))
    doc.rect(left + column * module, top + row * module, length * module, module)
  doc.fill('#000')
  centered(doc, facts.over ? 'Scan to see it' : 'Scan to pledge', y + 29, { faces: TITLE, size: 24 })
  shortAddress(doc, facts.short, y + CODE.head + side - 22)
}

/** Says tax-deductible only if it is (R52). */
export function finePrint({
  organization,
  is501c3,
  over,
}: Pick<FlyerFacts, 'organization' | 'is501c3' | 'over'>): string {
  if (over) return 'It accepts no more pledges. Its page shows what became of it.'
  const always = 'Nothing is charged when you pledge. You get a statement before you pay.'
  if (!is501c3) return always
  const owner = inPrint(organization, 'The organization')
  return `${always} ${owner} is a 501(c)(3) organization. Contributions are tax-deductible to the extent allowed by law.`
}

function foot(doc: Doc, facts: FlyerFacts): void {
  board(doc, PAGE.edge, BANNER.y, INSIDE, BANNER.height)
  const { lines, size } = fitted(doc, facts.over ?? PROMISE, TITLE, {
    width: INSIDE - 40,
    most: 1,
    sizes: [44, 40, 36, 32],
  })
  const width = widthOf(doc, lines[0] ?? '', { faces: TITLE, size })
  const at = { x: (PAGE.width - width) / 2, y: BANNER.y + BANNER.height / 2 + size * 0.33 }
  setLine(doc, lines[0] ?? '', at, { faces: TITLE, size })
  const set = fitted(doc, finePrint(facts), BODY, { width: INSIDE, most: 3, sizes: [10, 9.5, 9] })
  setLines(doc, set, { x: PAGE.edge, y: BANNER.y + BANNER.height + 14 }, BODY, 'text')
}

/** With the logo as bytes. */
export type PrintedFlyer = FlyerFacts & { look: PrintedLook }

export async function drawFlyer(facts: PrintedFlyer): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    // Set with the first words: null until then, since a default name would refer to a reader's font and embed none.
    font: null as unknown as string,
    info: {
      Title: `${facts.name}: ${(facts.over ?? PROMISE).toLowerCase()}`,
      Author: brand.name,
      CreationDate: new Date(facts.drawnOn),
    },
  })
  header(doc, facts)
  const name = await title(doc, facts, TITLE_Y)
  const top = Math.max(BODY_TOP, byline(doc, facts, name + 12) + 22)
  code(doc, facts, top)
  steps(doc, facts, offers(doc, facts, top) + 14)
  foot(doc, facts)
  return bytesOf(doc)
}
