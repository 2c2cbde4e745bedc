/**
 * How an organization looks where it has no logo (R63): its initials on a drawn crest in its two colors. The same name has
 * the same crest everywhere: on pages, in the widget, in mails and on paper. Pure.
 */

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

export type OrganizationLook = {
  name: string
  /** Of an uploaded picture; null: the crest is drawn. */
  logoUrl: string | null
  /** `#rrggbb`. */
  firstColor: string
  secondColor: string
}

/** Pairs that differ from each other at a glance. */
export const COLOR_PAIRS = [
  ['#0b3d91', '#f2b705'],
  ['#7a1f2b', '#e8d9b5'],
  ['#14532d', '#fbbf24'],
  ['#4c1d95', '#c4b5fd'],
  ['#b91c1c', '#111827'],
  ['#0f766e', '#fef3c7'],
  ['#c2410c', '#1e293b'],
  ['#1e293b', '#38bdf8'],
  ['#be185d', '#fbcfe8'],
  ['#f59e0b', '#1c1917'],
  ['#0369a1', '#e0f2fe'],
  ['#3f6212', '#ecfccb'],
] as const

const hashOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 999_983, 7)

/** For an organization that has chosen none. */
export const proposedColors = (name: string): readonly [first: string, second: string] =>
  COLOR_PAIRS[Math.floor(hashOf(name) / 36) % COLOR_PAIRS.length] ?? COLOR_PAIRS[0]

type Chosen = { firstColor: string | null; secondColor: string | null }

/** The colors that it has chosen, else those of its name. */
export function colorsOf(
  name: string,
  { firstColor, secondColor }: Chosen,
): { [Color in keyof Chosen]: string } {
  const [first, second] = proposedColors(name)
  return { firstColor: firstColor ?? first, secondColor: secondColor ?? second }
}

const SMALL_WORDS = new Set(['the', 'of', 'and', 'for', 'at', 'in', 'on', 'a', 'an', 'de', 'la', 'los', 'el'])
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const firstOf = (word: string): string =>
  graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? ''

/** Of its first two telling words: "Friends of the Harbor" is FH. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const telling = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase()))
  const [one = firstOf(name.trim()), other = ''] = telling.length > 0 ? telling : words
  return `${firstOf(one)}${firstOf(other)}`.toUpperCase()
}

/** Outlines within 64 × 64; the initials stand in the middle of each. */
const SHAPES = [
  'M6 5H58V35C58 48 46 56 32 61C18 56 6 48 6 35Z',
  'M32 3A29 29 0 1 1 32 61A29 29 0 1 1 32 3Z',
  'M32 2L59 17V47L32 62L5 47V17Z',
  'M14 4H50A10 10 0 0 1 60 14V50A10 10 0 0 1 50 60H14A10 10 0 0 1 4 50V14A10 10 0 0 1 14 4Z',
  'M7 4H57V60L32 50L7 60Z',
  'M20 3H44L61 20V44L44 61H20L3 44V20Z',
] as const

/** What the second color fills: never where the initials are. */
const CHARGES = [
  'M0 0H64V14H0Z',
  'M0 49H64V64H0Z',
  'M0 0H11V64H0ZM53 0H64V64H53Z',
  'M0 0H32L0 32ZM64 64H32L64 32Z',
  'M0 0H64L32 17ZM0 64H64L32 50Z',
  'M0 0H64V12H0ZM0 51H64V64H0Z',
] as const

/** Both as path data in a square of 64; `size` is the height of the initials' type. */
export type Crest = { shape: string; charge: string; initials: string; ink: string; size: number }

export function crestOf({ name, firstColor }: Pick<OrganizationLook, 'name' | 'firstColor'>): Crest {
  const hash = hashOf(name)
  const initials = initialsOf(name)
  return {
    shape: SHAPES[hash % SHAPES.length] ?? SHAPES[0],
    charge: CHARGES[Math.floor(hash / SHAPES.length) % CHARGES.length] ?? CHARGES[0],
    initials,
    ink: inkOn(firstColor),
    size: [...initials].length > 1 ? 24 : 30,
  }
}
