/** Which screens there are, from web/routes.ts, and when a link leads to another example of one. */
import type { RouteConfigEntry } from '@react-router/dev/routes'

/** As `web/routes.ts` lists them, such as `campaigns/:id`. */
export const patternsOf = (routes: readonly RouteConfigEntry[]): string[] =>
  routes.map(({ path }) => path ?? '').filter((path) => path !== '*')

const isParameter = (part: string): boolean => part.startsWith(':')

/** The screen at an address: `/campaigns/7?tab=events` is `campaigns/:id`; null where there is none. */
export function patternOf(patterns: readonly string[], address: string): string | null {
  const parts = partsOf(address.split(/[?#]/)[0] ?? '')
  const fits = (pattern: string): boolean => {
    const wanted = partsOf(pattern)
    const least = wanted.filter((part) => !part.endsWith('?')).length
    return (
      parts.length >= least &&
      parts.length <= wanted.length &&
      parts.every((part, index) => isParameter(wanted[index] ?? '') || wanted[index] === part)
    )
  }
  const found = patterns.filter(fits)
  return found.find((pattern) => !pattern.includes(':')) ?? found[0] ?? null
}
const partsOf = (path: string): string[] => path.split('/').filter(Boolean)

/** One address of each screen and tab is visited; for campaigns, one of each state. */
export function kindOf(patterns: readonly string[], address: string): string | null {
  const pattern = patternOf(patterns, address)
  if (pattern === null) return null
  const tab = new URLSearchParams(address.split('#')[0]?.split('?')[1] ?? '').get('tab')
  return tab === null ? `/${pattern}` : `/${pattern}?tab=${tab}`
}
