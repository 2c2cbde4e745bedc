import { faCheck, faCircleInfo, faTriangleExclamation } from '@fortawesome/free-solid-svg-icons'
import type { ReactNode } from 'react'
import { Heading } from './heading.tsx'
import { Icon } from './icon.tsx'

type NoteTone = 'plain' | 'good' | 'warning' | 'danger'
const GLYPHS = {
  plain: faCircleInfo,
  good: faCheck,
  warning: faTriangleExclamation,
  danger: faTriangleExclamation,
}

export function Note({
  tone = 'plain',
  role,
  id,
  children,
}: {
  tone?: NoteTone
  role?: 'status' | 'alert'
  id?: string
  children: ReactNode
}) {
  return (
    <div className={`note ${tone === 'plain' ? '' : `note-${tone}`}`} role={role} id={id}>
      <Icon icon={GLYPHS[tone]} />
      <div>{children}</div>
    </div>
  )
}

/** An empty state: what would be here, and the one thing to do about it. */
export function EmptyState({
  title,
  children,
  action,
  level = 3,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  level?: 1 | 2 | 3
}) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border-[1.5px] border-dashed border-control px-5 py-10 text-center">
      <Tally tone="empty" />
      <Heading level={level} size="card">
        {title}
      </Heading>
      {children && <p className="max-w-[46ch] text-ink2">{children}</p>}
      {action}
    </div>
  )
}

export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}

/** The logo: four strokes and a slash. Counting is what the product does. */
export function Tally({
  tone = 'mark',
  className = 'h-11 w-[3.625rem] flex-none',
}: {
  tone?: 'mark' | 'turf' | 'empty'
  className?: string
}) {
  const strokes = { mark: 'var(--boardink)', turf: 'var(--turf)', empty: 'var(--control)' }[tone]
  const slash = tone === 'turf' ? 'var(--turf)' : 'var(--accent)'
  return (
    <svg className={className} viewBox="0 0 34 28" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d="M7 4v20M14 4v20M21 4v20M28 4v20" stroke={strokes} strokeWidth="3.6" />
      <path d="M2 20 32 7" stroke={slash} strokeWidth="3.6" />
    </svg>
  )
}
