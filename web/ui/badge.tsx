import {
  faBan,
  faCheck,
  faClock,
  faFlag,
  faPause,
  faPen,
  faPlay,
  faTriangleExclamation,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type BadgeTone = 'draft' | 'active' | 'paused' | 'completed' | 'cancelled' | 'waiting'

const GLYPHS: Record<BadgeTone, IconDefinition> = {
  draft: faPen,
  active: faPlay,
  paused: faPause,
  completed: faFlag,
  cancelled: faBan,
  waiting: faClock,
}

const OTHERS = { check: faCheck, warning: faTriangleExclamation, ban: faBan, clock: faClock }

/** A status is a glyph and a word on its own wash, never colour alone. */
export function Badge({
  tone,
  icon,
  children,
}: {
  tone: BadgeTone
  /** Instead of the status's own glyph. */
  icon?: keyof typeof OTHERS
  children: ReactNode
}) {
  const glyph = icon ? OTHERS[icon] : GLYPHS[tone]
  return (
    <span className={`badge badge-${tone}`}>
      <Icon icon={glyph} />
      {children}
    </span>
  )
}
