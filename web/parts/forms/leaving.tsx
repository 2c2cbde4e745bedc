import { useState } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'
import { useUnsaved } from './unsaved.ts'

/** Nothing is lost by one press: closing, whatever else would discard it, and leaving the page ask first. */
export function useLeaving(isDirty: boolean, onClose: () => void) {
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)
  const way = useUnsaved(isDirty)
  return {
    ask: (go = onClose): void => (isDirty ? setAsked({ go }) : go()),
    question: {
      open: asked !== null || way.isBlocked,
      onClose: (): void => {
        setAsked(null)
        way.stay()
      },
      onConfirm: (): void => {
        setAsked(null)
        way.leave()
        if (way.isBlocked) onClose()
        else asked?.go()
      },
    },
  }
}

type Props = ReturnType<typeof useLeaving>['question'] & { title: string; cancel: string; children: string }

export function LeaveQuestion({ children, ...question }: Props) {
  return (
    <Confirm {...question} confirm="Discard" kind="danger">
      <p className="quiet">{children}</p>
    </Confirm>
  )
}
