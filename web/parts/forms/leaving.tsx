import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '#web/ui/confirm.tsx'

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

const nowhere = () => false

/**
 * Asks before leaving a page with unsaved changes: by its links, the Back button, or closing the tab. Steps of
 * one form, each with its own address, count as the same page.
 */
export function useUnsaved(isDirty: boolean, isInside: (pathname: string) => boolean = nowhere) {
  const blocker = useBlocker(({ nextLocation }) => isDirty && !isInside(nextLocation.pathname))
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  const isBlocked = blocker.state === 'blocked'
  return {
    isBlocked,
    stay: (): void => (blocker.state === 'blocked' ? blocker.reset() : undefined),
    leave: (): void => (blocker.state === 'blocked' ? blocker.proceed() : undefined),
  }
}
