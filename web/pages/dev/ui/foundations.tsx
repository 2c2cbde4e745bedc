import { colorsOf, contrast, PAIRS, type Scheme } from '#web/styles/contrast.ts'
import tokens from '#web/styles/tokens.css?raw'
import { Figure } from '#web/ui/figure.tsx'

const COLORS = colorsOf(tokens)
const RATIO = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function Colors({ scheme }: { scheme: Scheme }) {
  const colors = COLORS[scheme]
  return (
    <ul className="dev-colors">
      {PAIRS.map(([front, ground, least]) => {
        const ratio = contrast(colors[front] ?? '', colors[ground] ?? '')
        return (
          <li key={`${front} ${ground}`}>
            <svg className="dev-swatch" viewBox="0 0 48 32" aria-hidden="true">
              <rect width="48" height="32" rx="3" fill={colors[ground]} />
              <circle cx="24" cy="16" r="9" fill={colors[front]} />
            </svg>
            <span>
              <strong>{front}</strong> on {ground}
              <span className="quiet fine block">
                {RATIO.format(ratio)} of {least}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const STEPS = [
  ['section-title', 'Section', 'A pledge is a rate'],
  ['dev-h2', 'Heading 2', 'Support This Campaign'],
  ['dev-h3', 'Heading 3', 'Win the Conference'],
  ['label', 'Label of a figure', 'Pledged toward the goal'],
  ['lead', 'Lead', 'Pick what you pay for. You pay after the season, only for what actually happens.'],
  ['', 'Body', '16 goals so far: $48.00 already earned.'],
  ['dense', 'Dense', '3 results wait for a second person.'],
  ['fine quiet', 'Note', 'Only if they do it. Nothing if they don’t.'],
] as const

export function Type() {
  return (
    <div className="dev-stack">
      <p className="title">Goals Under the Lights</p>
      {STEPS.map(([className, name, text]) => (
        <div key={name}>
          <p className="dev-name">{name}</p>
          <p className={className}>{text}</p>
        </div>
      ))}
      <div>
        <p className="dev-name">Figures XL, L, M, S and of a table: cents are raised from 26 px up</p>
        <p className="dev-row end">
          <Figure text="$175.00" size="xl" />
          <Figure text="72%" size="l" />
          <Figure text="$98.51" size="m" />
          <Figure text="$152.00" size="s" />
          <Figure text="−$31.50" size="t" />
        </p>
      </div>
      <p>
        <a className="text-link" href="#type">
          A link in a sentence
        </a>
      </p>
    </div>
  )
}

const SPACES = [4, 8, 12, 16, 20, 24, 28, 40, 56, 72]
const RADII = ['plate', 'badge', 'control', 'stat', 'card', 'dialog']
const SHADOWS = ['sh1', 'sh2', 'sh3']

export function Depth() {
  return (
    <div className="dev-stack">
      <svg
        className="dev-spaces"
        viewBox="0 0 380 72"
        role="img"
        aria-label={`Spacing: ${SPACES.join(', ')} pixels`}
      >
        {SPACES.map((space, index) => {
          const x = SPACES.slice(0, index).reduce((sum, before) => sum + before + 8, 0)
          return <rect key={space} x={x} y={72 - space} width={space} height={space} fill="currentColor" />
        })}
      </svg>
      <ul className="dev-row">
        {RADII.map((name) => (
          <li key={name} className={`dev-box radius-${name}`}>
            {name}
          </li>
        ))}
      </ul>
      <ul className="dev-row wide">
        {SHADOWS.map((name) => (
          <li key={name} className={`dev-box shadow-${name}`}>
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
