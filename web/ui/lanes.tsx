import type { ReactNode } from 'react'
import { type Lane, TRACK, Track } from './bar.tsx'
import { Figure } from './figure.tsx'

type LaneFigure = {
  lane: Lane
  label: string
  /** What the figure means, in a sentence; on the board only. */
  sub?: string
  /** Already formatted. */
  amount: string
  percent: number
}

/** On a desktop the amounts share a column as wide as the largest needs, so that all lanes end at one line. */
const LANES = 'abreast:grid abreast:grid-cols-[13.625rem_minmax(0,1fr)_minmax(9.875rem,auto)] abreast:gap-x-4'
const LANE =
  'flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-t border-[rgba(179,206,191,0.22)] py-3 first:border-t-0 abreast:col-span-full abreast:grid abreast:grid-cols-subgrid abreast:items-center abreast:py-[0.8125rem]'
/** Below the name on a desktop, otherwise below the lane. */
const SUB =
  'quiet fine order-4 w-full abreast:w-auto abreast:col-[1] abreast:row-[2] abreast:-mt-0.5 abreast:pl-7 abreast:whitespace-nowrap'
const AMOUNT =
  '[&_.fig]:large-[2.125] abreast:col-[3] abreast:row-[1/3] abreast:text-right abreast:[&_.fig]:large-[2.625]'

type BoardLaneProps = Omit<LaneFigure, 'amount'> & { amount: ReactNode }

/** One of three lanes to one finish line, never summed. */
function BoardLane({ lane, label, sub, amount, percent }: BoardLaneProps) {
  return (
    <div className={LANE}>
      <dt className="flex items-center gap-2.5 abreast:col-[1] abreast:row-[1]">
        <span className={`key ${lane}`} aria-hidden="true" />
        <span className="label">{label}</span>
      </dt>
      <dd className={AMOUNT}>{amount}</dd>
      <dd className={SUB}>{sub}</dd>
      <dd className="contents">
        <Track
          lane={lane}
          percent={percent}
          className={`${TRACK} h-4 w-full abreast:col-[2] abreast:row-[1/3]`}
          hasFinishLine
        />
      </dd>
    </div>
  )
}

/** Pledged, earned and collected on a scoreboard. */
export function BoardLanes({
  lanes,
  className = '',
}: {
  lanes: readonly BoardLaneProps[]
  className?: string
}) {
  return (
    <div className="@container">
      <dl className={`${LANES} ${className}`}>
        {lanes.map((lane) => (
          <BoardLane key={lane.lane} {...lane} />
        ))}
      </dl>
    </div>
  )
}

/** The same on a card: small, in ink. */
export function CardLanes({ lanes }: { lanes: readonly LaneFigure[] }) {
  return (
    <dl className="grid gap-4">
      {lanes.map(({ lane, label, amount, percent }) => (
        <div key={lane} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5">
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
              className="bar thin col-span-full ml-7 w-[calc(100%-1.75rem)]"
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
