import { faMagnifyingGlass } from '@fortawesome/free-solid-svg-icons'
import { Suspense, useEffect, useState } from 'react'
import type { User } from '#domain/schemas/user.ts'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'

const Palette = lazily(async () => (await import('./palette.tsx')).Palette)

/** A dialog is one question at a time: over another one the keys do nothing. */
const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]') !==
  null

/** Ctrl-K and ⌘K press it. */
export function FindButton({ user }: { user: User }) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey || isDialogOpen()) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className="find-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon icon={faMagnifyingGlass} />
        <span className="find-word">Find</span>
        <kbd className="only-wide">Ctrl K</kbd>
      </button>
      {isOpen !== null && (
        <Suspense>
          <Palette user={user} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
