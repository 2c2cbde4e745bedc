/** The start and the end of every document: the mark, and the document's bytes. */
type Doc = PDFKit.PDFDocument

/** Four strokes and a slash. */
export function tally(doc: Doc, x: number, y: number): void {
  doc.save().translate(x, y).lineWidth(3).lineCap('round')
  for (const stroke of [5, 11, 17, 23]) doc.moveTo(stroke, 3).lineTo(stroke, 18)
  doc.moveTo(1, 15).lineTo(27, 6).stroke().restore()
}

export function bytesOf(doc: Doc): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  doc.on('end', () => resolve(Buffer.concat(parts)))
  doc.on('error', reject)
  doc.end()
  return promise
}
