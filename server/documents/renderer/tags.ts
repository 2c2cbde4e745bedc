/** What the parts of a document are, for those who hear it: their order, and which are headings, tables, rows and cells. */
type Doc = PDFKit.PDFDocument
type Element = ReturnType<Doc['struct']>
type Part = 'H1' | 'H2' | 'P' | 'TH' | 'TD'

/** The elements that are open, from the document itself inward, and whether a part is being drawn. */
type Open = { elements: Element[]; isDrawing: boolean }
const openIn = new WeakMap<Doc, Open>()

export function openTags(doc: Doc): void {
  const whole = doc.struct('Document')
  doc.addStructure(whole)
  openIn.set(doc, { elements: [whole], isDrawing: false })
}

export function closeTags(doc: Doc): void {
  openIn.get(doc)?.elements.pop()?.end()
}

/** What is drawn meanwhile belongs to it. */
export function group(doc: Doc, type: 'Table' | 'TR', draw: () => void): void {
  const open = openIn.get(doc)
  const parent = open?.elements.at(-1)
  if (!open || !parent || open.isDrawing) {
    draw()
    return
  }
  const element = doc.struct(type)
  parent.add(element)
  open.elements.push(element)
  draw()
  open.elements.pop()
  element.end()
}

/** One part, on one page. Within another part it is a piece of that one. */
export function tag<Drawn>(doc: Doc, type: Part, draw: () => Drawn): Drawn {
  const open = openIn.get(doc)
  const parent = open?.elements.at(-1)
  if (!open || !parent || open.isDrawing) return draw()
  const element = doc.struct(type)
  parent.add(element)
  const content = doc.markStructureContent(type)
  open.isDrawing = true
  const drawn = draw()
  open.isDrawing = false
  doc.endMarkedContent()
  element.add(content)
  element.end()
  return drawn
}

/** What is repeated on each page, and lines: not read. */
export function artifact(doc: Doc, draw: () => void): void {
  const open = openIn.get(doc)
  if (!open || open.isDrawing) {
    draw()
    return
  }
  doc.markContent('Artifact')
  open.isDrawing = true
  draw()
  open.isDrawing = false
  doc.endMarkedContent()
}
