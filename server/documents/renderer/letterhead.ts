/** The head of a document about an organization: its two colors as a band, and its logo or drawn crest. */
import { crestOf, type OrganizationLook } from '#domain/campaigns/crest.ts'
import { artifact } from './tags.ts'
import { facesFor, printedRuns } from './typefaces.ts'
import { setLine, widthOf } from './typesetting.ts'

type Doc = PDFKit.PDFDocument

/** `logo`: the picture in base64. */
export type PrintedLook = OrganizationLook & { logo: string | null }

const BAND = 9

const FIRST_SHARE = 0.7

/** Across the top of the page. */
function band(
  { page }: Doc,
  draw: (color: string, from: number, to: number) => void,
  look: PrintedLook,
): void {
  draw(look.firstColor, 0, page.width * FIRST_SHARE)
  draw(look.secondColor, page.width * FIRST_SHARE, page.width)
}

const FACES = facesFor('display', 800)

const VIEW = 64

function drawnCrest(doc: Doc, look: PrintedLook, { x, y, side }: Place): void {
  const { shape, charge, initials, ink, size } = crestOf(look)
  doc
    .save()
    .translate(x, y)
    .scale(side / VIEW)
  doc.path(shape).fill(look.firstColor)
  doc.save().path(shape).clip().path(charge).fill(look.secondColor).restore()
  if (printedRuns(initials, FACES)) {
    const setting = { faces: FACES, size: size * 1.15 }
    doc.fillColor(ink)
    setLine(doc, initials, { x: (VIEW - widthOf(doc, initials, setting)) / 2, y: 33 + size * 0.4 }, setting)
  }
  doc.restore()
}

type Place = { x: number; y: number; side: number }

/** Decoration: the organization's name stands beside it. */
export function letterhead(doc: Doc, look: PrintedLook, place: Place): void {
  artifact(doc, () => {
    band(doc, (color, from, to) => doc.rect(from, 0, to - from, BAND).fill(color), look)
    const { x, y, side } = place
    if (look.logo)
      doc.image(Buffer.from(look.logo, 'base64'), x, y, {
        fit: [side, side],
        align: 'center',
        valign: 'center',
      })
    else drawnCrest(doc, look, place)
    doc.fillColor('#000')
  })
}
