/** Names of Font Awesome, the spec's; the pictures lie on one sheet (web/art), so that no script carries them. */
export const STATISTIC_ICONS = [
  'faAward',
  'faBaseballBall',
  'faBasketballBall',
  'faBiking',
  'faBolt',
  'faBook',
  'faBookOpen',
  'faBullseye',
  'faCalculator',
  'faChartLine',
  'faCrown',
  'faDonate',
  'faDrum',
  'faDumbbell',
  'faFire',
  'faFirstAid',
  'faFlagCheckered',
  'faFlask',
  'faFootballBall',
  'faFutbol',
  'faGlobe',
  'faGolfBall',
  'faGraduationCap',
  'faGuitar',
  'faHandHoldingHeart',
  'faHandPaper',
  'faHandshake',
  'faHeart',
  'faHiking',
  'faHockeyPuck',
  'faLeaf',
  'faLightbulb',
  'faMedal',
  'faMicrophone',
  'faMusic',
  'faPalette',
  'faPaw',
  'faRecycle',
  'faRunning',
  'faSeedling',
  'faShieldAlt',
  'faStar',
  'faStopwatch',
  'faSwimmer',
  'faTableTennis',
  'faTheaterMasks',
  'faTrophy',
  'faUsers',
  'faUtensils',
  'faVolleyballBall',
] as const

const isKnown = new Set<string>(STATISTIC_ICONS)

/** Where the name is unknown, the kind of promise still has a picture. */
const FALLBACKS: Record<string, string> = {
  per_increment: 'faBullseye',
  per_achievement: 'faTrophy',
  one_time: 'faHandHoldingHeart',
}

type Props = {
  name: string
  /** The statistic's type. */
  type?: string
  /** Decoration, unless it has words. */
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
