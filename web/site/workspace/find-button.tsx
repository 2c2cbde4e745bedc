import { faMagnifyingGlass } from '@fortawesome/free-solid-svg-icons'
import { Suspense, useEffect, useState } from 'react'
import type { User } from '#domain/schemas/user.ts'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'

const Palette = lazily(async () => (await import('./palette.tsx')).Palette)

/** Only one dialog at a time: while another is open the shortcut does nothing. */
const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]') !==
  null

/** The event that opens it from a page. */
export const FIND = 'find'

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
    const find = (): void => setOpen(true)
    addEventListener('keydown', press)
    addEventListener(FIND, find)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener(FIND, find)
    }
  }, [])
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-control text-[0.96875rem] font-[550] hover:bg-[color-mix(in_srgb,currentColor_12%,transparent)] lg:border lg:border-boardmuted lg:px-3"
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon icon={faMagnifyingGlass} />
        <span className="max-lg:sr-only">Find</span>
        <kbd className="only-wide rounded-badge border border-boardline px-1.5 py-px font-sans text-[0.84375rem]/[1.4] font-semibold text-boardmuted max-lg:hidden!">
          Ctrl K
        </kbd>
      </button>
      {isOpen !== null && (
        <Suspense>
          <Palette user={user} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
