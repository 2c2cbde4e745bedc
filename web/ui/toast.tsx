import { faCheck, faTriangleExclamation, faXmark } from '@fortawesome/free-solid-svg-icons'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'

export type ToastWords = { title: string; description?: string; destructive?: boolean }
type Shown = ToastWords & { id: number }

const DURATION_MS = 5_000
const SWIPE_PX = 50

let shown: Shown | null = null
let count = 0
const listeners = new Set<() => void>()
const change = (next: Shown | null): void => {
  shown = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** At most one is visible: a new one takes the place of the old (spec section 9). */
export function toast(words: ToastWords): void {
  count += 1
  change({ ...words, id: count })
}

/** Rendered in the browser only: nobody has anything to be told before the page lives. */
export function Toaster() {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )
  const isBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  if (!isBrowser) return null
  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {current && (
        <Radix.Root
          key={current.id}
          className={`toast ${current.destructive ? 'destructive' : ''}`}
          onOpenChange={(open) => !open && change(null)}
        >
          <span className="tick-plate">
            <Icon icon={current.destructive ? faTriangleExclamation : faCheck} />
          </span>
          <div>
            <Radix.Title className="font-semibold">{current.title}</Radix.Title>
            {current.description && (
              <Radix.Description className="quiet dense">{current.description}</Radix.Description>
            )}
          </div>
          <Radix.Close className="icon-button" aria-label="Dismiss">
            <Icon icon={faXmark} />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport className="toasts" hotkey={['F8']} label="Notifications ({hotkey})" />
    </Radix.Provider>
  )
}
