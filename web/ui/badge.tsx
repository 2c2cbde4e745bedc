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

const TONES: Record<BadgeTone, string> = {
  draft: 'bg-draftbg text-draftfg',
  active: 'bg-activebg text-activefg',
  paused: 'bg-pausedbg text-pausedfg',
  completed: 'bg-completedbg text-completedfg',
  cancelled: 'bg-cancelledbg text-cancelledfg',
  waiting: 'border-[1.5px] border-dashed border-control text-ink',
}
export const badgeClass = (tone: BadgeTone): string =>
  `badge inline-flex h-[1.625rem] w-fit items-center gap-1.5 rounded-badge pr-[0.5625rem] pl-2 text-[0.84375rem]/none font-[650] whitespace-nowrap in-[.hero]:h-[1.875rem] ${TONES[tone]}`

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
    <span className={badgeClass(tone)}>
      <Icon icon={glyph} className="size-3" />
      {children}
    </span>
  )
}
