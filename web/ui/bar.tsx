/** Bars are SVG: widths in attributes, since the page's security policy allows no inline styles. */
import { useId } from 'react'

/** Whole percent from 0 to 100. */
const bounded = (percent: number): number => Math.min(100, Math.max(0, percent))

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
  const width = bounded(percent)
  return (
    <svg
      className={`bar ${thin ? 'thin' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={width}
    >
      {width > 0 && (
        <rect
          className="fill"
          x="1.25"
          y="1.25"
          rx="2"
          width={`${Math.max(width - 1, 1)}%`}
          height="calc(100% - 2.5px)"
        />
      )}
    </svg>
  )
}

export type Lane = 'pledged' | 'earned' | 'collected'

/** One lane of three to the same finish line: outlined, mown, solid. Never stacked, never summed (R11). */
export function Track({
  lane,
  percent,
  className = 'track',
  earnedPercent,
}: {
  lane: Lane
  percent: number
  className?: string
  earnedPercent?: number
}) {
  const id = useId()
  const width = `${bounded(percent)}%`
  const stripes = (lane === 'earned' || earnedPercent !== undefined) && (
    <pattern id={id} width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(25)">
      <rect width="6" height="12" fill="currentColor" />
    </pattern>
  )
  return (
    <svg className={className} aria-hidden="true">
      <defs>{stripes}</defs>
      {lane === 'collected' && <rect className="collected" width={width} height="100%" rx="3" />}
      {lane === 'earned' && (
        <rect
          width={width}
          height="100%"
          rx="3"
          fill={`url(#${id})`}
          stroke="currentColor"
          strokeWidth={bounded(percent) > 0 ? 2 : 0}
        />
      )}
      {earnedPercent !== undefined && (
        <rect width={`${bounded(earnedPercent)}%`} height="100%" fill={`url(#${id})`} />
      )}
      {lane === 'pledged' && bounded(percent) > 0 && (
        <rect className="pledged" width={width} height="100%" rx="3" />
      )}
      {className === 'track' && <FinishLine id={`${id}f`} />}
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
