import { type Lane, Track } from './bar.tsx'
import { Figure } from './figure.tsx'

export type LaneFigure = {
  lane: Lane
  label: string
  /** What the figure means, in a sentence; on the board only. */
  sub?: string
  /** Already formatted. */
  amount: string
  percent: number
}

/** Pledged, earned and collected on a scoreboard: three lanes to one finish line, never summed (R11). */
export function BoardLanes({ lanes }: { lanes: readonly LaneFigure[] }) {
  return (
    <dl>
      {lanes.map(({ lane, label, sub, amount, percent }) => (
        <div key={lane} className="lane">
          <dt className="name">
            <span className={`key ${lane}`} aria-hidden="true" />
            <span className="label">{label}</span>
          </dt>
          <dd className="amount">
            <Figure text={amount} />
          </dd>
          <dd className="sub quiet fine">{sub}</dd>
          <dd className="contents">
            <Track lane={lane} percent={percent} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The same on a card: small, in ink. */
export function CardLanes({ lanes }: { lanes: readonly LaneFigure[] }) {
  return (
    <dl className="grid gap-4">
      {lanes.map(({ lane, label, amount, percent }) => (
        <div key={lane} className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5">
          <dt className="flex items-center gap-2.5">
            <span className={`key ${lane}`} aria-hidden="true" />
            {label}
          </dt>
          <dd>
            <Figure text={amount} size="t" />
          </dd>
          <dd className="contents">
            <Track
              lane={lane}
              percent={percent}
              className="bar thin col-span-full ml-7 w-[calc(100%-28px)]"
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
