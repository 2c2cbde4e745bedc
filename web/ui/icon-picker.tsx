import { useId, useState } from 'react'
import { FieldError } from './field.tsx'
import { SearchField } from './search-field.tsx'
import { StatisticIcon } from './statistic-icon.tsx'
import { STATISTIC_ICONS } from './statistic-icon-names.ts'

/** Other words users may search each picture by. Its own name is found anyway. */
export const ICON_WORDS: Record<string, string> = {
  faAward: 'ribbon prize honor',
  faBaseballBall: 'home run hit pitch softball',
  faBasketballBall: 'basket three-pointer rebound',
  faBiking: 'cycling bicycle miles ride',
  faBolt: 'lightning fast steal sprint',
  faBook: 'read library pages',
  faBookOpen: 'reading pages chapters',
  faBullseye: 'target goal archery aim',
  faCalculator: 'math points score',
  faChartLine: 'growth improvement progress',
  faCrown: 'champion title queen king',
  faDonate: 'gift money one-time coin',
  faDrum: 'band percussion music',
  faDumbbell: 'weights strength gym push-ups',
  faFire: 'streak hot burn',
  faFirstAid: 'health save medical',
  faFlagCheckered: 'race finish lap track',
  faFlask: 'science chemistry experiment',
  faFootballBall: 'touchdown yards rugby american',
  faFutbol: 'soccer football goal',
  faGlobe: 'world service geography',
  faGolfBall: 'putt hole birdie',
  faGraduationCap: 'school grades honor roll',
  faGuitar: 'band music concert',
  faHandHoldingHeart: 'charity care volunteer gift',
  faHandPaper: 'save goalkeeper block stop',
  faHandshake: 'assist team partner',
  faHeart: 'love care health',
  faHiking: 'walk trail miles steps',
  faHockeyPuck: 'ice goal',
  faLeaf: 'nature environment clean',
  faLightbulb: 'idea quiz invention',
  faMedal: 'first place gold podium',
  faMicrophone: 'sing speech debate choir',
  faMusic: 'song band choir concert',
  faPalette: 'art paint drawing',
  faPaw: 'animal pet mascot',
  faRecycle: 'bottles environment green',
  faRunning: 'run lap miles track steal',
  faSeedling: 'plant garden trees grow',
  faShieldAlt: 'defense clean sheet shutout',
  faStar: 'all-star favorite point',
  faStopwatch: 'time record minutes speed',
  faSwimmer: 'swim laps pool',
  faTableTennis: 'ping pong racket match',
  faTheaterMasks: 'drama play show acting',
  faTrophy: 'win cup championship title',
  faUsers: 'team people players',
  faUtensils: 'food meals kitchen lunch',
  faVolleyballBall: 'spike serve ace set',
}

type Props = {
  legend: string
  /** `faTrophy` and the like. */
  value: string
  onChange: (name: string) => void
  error?: string | undefined
}

const PICTURE =
  'grid h-[2.875rem] place-items-center rounded-control border border-line bg-surface text-[1.125rem] peer-checked:border-ink peer-checked:bg-ink peer-checked:text-page peer-[:hover:not(:checked)]:border-control peer-[:hover:not(:checked)]:bg-sunken peer-focus-visible:focus-ring peer-focus-visible:outline-offset-1'

/** `faBaseballBall` as "Baseball ball". */
const spoken = (name: string): string => {
  const words = name
    .replace(/^fa/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const ALL = STATISTIC_ICONS.map((name) => {
  const label = spoken(name)
  return { name, label, searched: `${label} ${ICON_WORDS[name] ?? ''}`.toLowerCase() }
})

/** A picture for a statistic: all of them in a grid, narrowed by each letter typed. Import it when its form opens. */
export default function IconPicker({ legend, value, onChange, error }: Props) {
  const group = useId()
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = ALL.filter(({ searched }) => words.every((word) => searched.includes(word)))
  return (
    <fieldset className="field" aria-describedby={error ? `${group}-error` : undefined}>
      <legend className="field-label mb-1.5">{legend}</legend>
      <div className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-2.5">
        <span className="stat-icon size-12 large-[1.25]" aria-hidden="true">
          <StatisticIcon name={value} />
        </span>
        <SearchField label="Search icons" value={text} onChange={setText} />
      </div>
      <div className="icon-grid -mx-1 grid max-h-67 grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1.5 overflow-y-auto p-1">
        {shown.map(({ name, label }) => (
          <label key={name} title={label} className="relative block">
            <input
              className="peer input-over"
              type="radio"
              name={group}
              value={name}
              aria-label={label}
              checked={value === name}
              onChange={() => onChange(name)}
            />
            <span className={PICTURE}>
              <StatisticIcon name={name} />
            </span>
          </label>
        ))}
      </div>
      <p className="field-hint" role="status">
        {shown.length === 0
          ? 'No icon matches. Try another word.'
          : `${shown.length} ${shown.length === 1 ? 'icon' : 'icons'}`}
      </p>
      {error && <FieldError id={`${group}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
