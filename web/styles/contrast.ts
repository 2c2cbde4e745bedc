/** Contrast of two colors as WCAG 2.2 defines it, and the colors as tokens.css has them. Pure. */
export type Scheme = 'light' | 'dark'

/** `--ink: light-dark(#0b1f1d, #edf4ee)` and `--bulb: #ffd36b`, by name; anything but a plain color is left out. */
export function colorsOf(css: string): Record<Scheme, Record<string, string>> {
  const colors: Record<Scheme, Record<string, string>> = { light: {}, dark: {} }
  const one = '#[0-9a-fA-F]{6}'
  const pattern = new RegExp(`--([\\w-]+):\\s*(?:light-dark\\((${one}),\\s*(${one})\\)|(${one}));`, 'g')
  for (const [, name = '', light, dark, both] of css.matchAll(pattern)) {
    colors.light[name] = light ?? both ?? ''
    colors.dark[name] = dark ?? both ?? ''
  }
  return colors
}

export type Stop = { at: number; red: number; green: number; blue: number; alpha: number }

/** A gradient's stops as in its style sheet: colors with their opacity, and their positions (pixels or percent). */
export const stopsOf = (gradient: string): Stop[] =>
  [...gradient.matchAll(/rgba\((\d+), (\d+), (\d+), ([\d.]+)\) (\d+)(?:px|%)?/g)].map((found) => {
    const [red = 0, green = 0, blue = 0, alpha = 0, at = 0] = found.slice(1).map(Number)
    return { at, red, green, blue, alpha }
  })

/** A white picture behind a gradient, at one position: the worst background that text can have. */
export function whiteBehind(stops: readonly Stop[], place: number): string {
  const after = stops.find(({ at }) => at >= place) ?? (stops.at(-1) as Stop)
  const before = stops.findLast(({ at }) => at <= place) ?? (stops[0] as Stop)
  const share = after.at === before.at ? 0 : (place - before.at) / (after.at - before.at)
  const mixed = (name: 'red' | 'green' | 'blue' | 'alpha') =>
    before[name] + (after[name] - before[name]) * share
  const alpha = mixed('alpha')
  return `#${(['red', 'green', 'blue'] as const)
    .map((name) =>
      Math.floor(mixed(name) * alpha + 255 * (1 - alpha))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

export const TEXT = 4.5
export const EDGE = 3

const STATUSES = ['draft', 'active', 'paused', 'completed', 'cancelled'] as const

/** Every pair that the pages use: foreground, background, and minimum contrast. */
export const PAIRS: readonly (readonly [front: string, ground: string, least: number])[] = [
  ...['ink', 'ink2'].flatMap((front) => [
    [front, 'page', TEXT] as const,
    [front, 'surface', TEXT] as const,
    [front, 'sunken', TEXT] as const,
    [front, 'accentwash', TEXT] as const,
  ]),
  ['page', 'ink', TEXT],
  ['control', 'page', EDGE],
  ['control', 'surface', EDGE],
  ['control', 'sunken', EDGE],
  ['onaccent', 'accent', TEXT],
  ['onaccent', 'accent-hi', TEXT],
  ['accenttext', 'page', TEXT],
  ['accenttext', 'surface', TEXT],
  ['accenttext', 'accentwash', TEXT],
  ['turf', 'page', TEXT],
  ['turf', 'surface', TEXT],
  ['turf', 'sunken', TEXT],
  ['turf', 'turfwash', TEXT],
  ['ink', 'turfwash', TEXT],
  ['danger', 'page', TEXT],
  ['danger', 'surface', TEXT],
  ['danger', 'dangerwash', TEXT],
  ['ink', 'dangerwash', TEXT],
  ['forecast', 'surface', TEXT],
  ['forecast', 'forecastwash', EDGE],
  ['ink', 'forecastwash', EDGE],
  ['focus', 'page', EDGE],
  ['focus', 'surface', EDGE],
  ['focus', 'sunken', EDGE],
  ['focus', 'accentwash', EDGE],
  ['boardink', 'board', TEXT],
  ['boardink', 'boarddeep', TEXT],
  ['boardmuted', 'board', TEXT],
  ['boardmuted', 'boarddeep', TEXT],
  ['bulb', 'board', TEXT],
  ['bulb', 'boarddeep', TEXT],
  ['accent', 'board', EDGE],
  ['accent', 'boarddeep', EDGE],
  ...STATUSES.map((status) => [`${status}fg`, `${status}bg`, TEXT] as const),
]
