/** Contrast of two colors as WCAG 2.2 defines it. */
const channel = (hex: string, at: number): number => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Relative luminance of `#rrggbb`. */
const luminance = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const INKS = ['#ffffff', '#000000'] as const

/** Readable on any color: of black and white, at least one has a contrast of 4.58. */
export const inkOn = (color: string): string =>
  contrast(color, INKS[0]) >= contrast(color, INKS[1]) ? INKS[0] : INKS[1]
