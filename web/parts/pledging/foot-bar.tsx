import type { ReactNode, RefObject } from 'react'
import { usd } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { FOOT_BAR } from './panel-classes.ts'
import type { Panel } from './use-panel.ts'

type FootBarProps = Pick<Panel, 'most'> & {
  refusal: string | null | undefined
  lockIn: () => void
  section: RefObject<HTMLElement | null>
  button: RefObject<HTMLElement | null>
  /** The short way, for people without an account. */
  short: ReactNode
}

/** The button at the foot of a phone while the panel's own is out of sight, or why it cannot be pressed. */
export function FootBar({ most, refusal, lockIn, section, button, short }: FootBarProps) {
  const showProblem = (): void => {
    const field = section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const problem = field ?? button.current
    problem?.scrollIntoView({ block: 'center' })
    problem?.focus()
  }
  if (refusal) {
    return (
      <div className={FOOT_BAR}>
        <p className="fine min-w-0 flex-1" role="status">
          {refusal}
        </p>
        <Button onClick={showProblem}>Fix it</Button>
      </div>
    )
  }
  return (
    <div className={FOOT_BAR}>
      <p className="flex-none">
        <span className="quiet fine block">Most you can owe</span>
        <Figure text={most ? usd(most) : '…'} className="large-[2]" />
      </p>
      <div className="grid min-w-[min(100%,11rem)] flex-1 gap-1.5">
        <Button kind="primary" size="small" full onClick={lockIn}>
          Lock in your pledge now!
        </Button>
        {short}
      </div>
    </div>
  )
}
