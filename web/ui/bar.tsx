/** Bars are SVG: widths in attributes, since the page's security policy allows no inline styles. */
import { type ReactNode, useId } from 'react'

/** Whole percent from 0 to 100. */
const bounded = (percent: number): number => Math.min(100, Math.max(0, percent))

/** What is inside a share of the bar fills that share and never overflows it. */
const Share = ({ percent, children }: { percent: number; children: ReactNode }) =>
  bounded(percent) > 0 && (
    <svg width={`${bounded(percent)}%`} height="100%" aria-hidden="true">
      {children}
    </svg>
  )

/** Progress toward a goal: pledged money is outlined. */
export function ProgressBar({
  percent,
  label,
  thin = false,
}: {
  percent: number
  label: string
  thin?: boolean
}) {
  return (
    <svg
      className={`bar ${thin ? 'thin' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={bounded(percent)}
    >
      <Share percent={percent}>
        <rect className="bar-edge goal" />
      </Share>
    </svg>
  )
}

export type Lane = 'pledged' | 'earned' | 'collected'

/** A lane on a board, without its height. */
export const TRACK =
  'track w-full overflow-visible rounded-plate bg-boarddeep shadow-[inset_0_0_0_1px_rgba(179,206,191,0.25)]'

type TrackProps = {
  lane: Lane
  percent: number
  /** On a board: `TRACK` with a height. In a card: `bar`, or `bar thin`. */
  className: string
  hasFinishLine?: boolean
}

/** One lane of three to the same finish line: outlined (pledged), striped (earned), solid (collected). Never stacked, never summed. */
export function Track({ lane, percent, className, hasFinishLine = false }: TrackProps) {
  const id = useId()
  return (
    <svg className={className} aria-hidden="true">
      {lane === 'earned' && (
        <pattern id={id} width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(25)">
          <rect width="6" height="12" fill="currentColor" />
        </pattern>
      )}
      <Share percent={percent}>
        {lane === 'collected' && <rect width="100%" height="100%" rx="3" fill="currentColor" />}
        {lane === 'earned' && <rect width="100%" height="100%" rx="3" fill={`url(#${id})`} />}
        {lane !== 'collected' && <rect className={`bar-edge ${lane}`} />}
      </Share>
      {hasFinishLine && <FinishLine id={`${id}f`} />}
    </svg>
  )
}

function FinishLine({ id }: { id: string }) {
  return (
    <svg x="100%" overflow="visible" aria-hidden="true">
      <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse">
        <path d="M0 0h8v8h-8z" fill="#000" />
        <path d="M0 0h4v4h-4zM4 4h4v4h-4z" fill="currentColor" />
      </pattern>
      <rect x="-8" y="-5" width="8" height="26" fill={`url(#${id})`} />
    </svg>
  )
}
