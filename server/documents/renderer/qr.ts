/** QR codes: dark on white, with the quiet zone that scanners need; medium error correction, so that a crease does no harm. */
import QRCode from 'qrcode'

/** Four modules on every side, as the standard requires. */
export const QUIET_MODULES = 4
const LEVEL = 'M'
/** The board's deep green: contrast 15 to 1 on white. */
const INK = '#072A20'
const PNG_PIXELS = 1024

type Modules = { size: number; isDark(row: number, column: number): boolean }

export function modulesOf(link: string): Modules {
  const { modules } = QRCode.create(link, { errorCorrectionLevel: LEVEL })
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 }
}

/** Every dark run of a row: column, row, length. Adjacent modules are merged, so that no hairline appears between them. */
export function stretches({ size, isDark }: Modules): [column: number, row: number, length: number][] {
  const found: [number, number, number][] = []
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      if (!isDark(row, column)) continue
      const last = found.at(-1)
      if (last && last[1] === row && last[0] + last[2] === column) last[2] += 1
      else found.push([column, row, 1])
    }
  return found
}

export function qrSvg(link: string): string {
  const modules = modulesOf(link)
  const side = modules.size + 2 * QUIET_MODULES
  const path = stretches(modules)
    .map(
      ([column, row, length]) => `M${column + QUIET_MODULES} ${row + QUIET_MODULES}h${length}v1h-${length}z`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" role="img" shape-rendering="crispEdges"><title>QR code of the campaign's page</title><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}" fill="${INK}"/></svg>`
}

export const qrPng = (link: string): Promise<Buffer> =>
  QRCode.toBuffer(link, {
    errorCorrectionLevel: LEVEL,
    margin: QUIET_MODULES,
    width: PNG_PIXELS,
    color: { dark: INK, light: '#ffffff' },
  })
