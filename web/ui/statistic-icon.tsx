import { STATISTIC_ICONS } from './statistic-icon-names.ts'

const isKnown = new Set<string>(STATISTIC_ICONS)

/** Where the name is unknown, the statistic's type still has a picture. */
const FALLBACKS: Record<string, string> = {
  per_increment: 'faBullseye',
  per_achievement: 'faTrophy',
  one_time: 'faHandHoldingHeart',
}

type Props = {
  name: string
  /** The statistic's type. */
  type?: string
  /** Decoration, unless it has a name. */
  label?: string
}

export function StatisticIcon({ name, type = '', label }: Props) {
  const shown = isKnown.has(name) ? name : (FALLBACKS[type] ?? 'faTrophy')
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg className="icon" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <use href={`/art/statistics.svg#${shown}`} />
    </svg>
  )
}
