import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazily } from './lazily.tsx'

export type ToastWords = {
  title: string
  description?: string
  destructive?: boolean
  /** It holds what somebody has to copy: it stays until it is dismissed. */
  lasting?: boolean
}
export type Shown = ToastWords & { id: number }

const ToastRegion = lazily(async () => (await import('./toast-region.tsx')).ToastRegion, PlainRegion)

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

/** At most one is visible: a new one replaces the old. Returns a function that dismisses it. */
export function toast(words: ToastWords): () => void {
  count += 1
  const id = count
  change({ ...words, id })
  return () => {
    if (shown?.id === id) change(null)
  }
}

/**
 * A message does not wait for a script: until the region has loaded, or without a network to load it, this one shows it.
 * Someone who is signed out has only half a second to read it.
 */
type PlainProps = {
  current: Shown | null
  /** The region that is being loaded says the message: said here too, it would be heard twice. */
  isSilent?: boolean
}

function PlainRegion({ current, isSilent = false }: PlainProps) {
  return (
    <div
      className="toasts"
      {...(isSilent ? { role: 'region', 'aria-label': 'Notifications' } : { role: 'status' })}
    >
      {current && (
        <div className={`toast ${current.destructive ? 'destructive' : ''}`}>
          <span aria-hidden="true" />
          <div>
            <p className="font-semibold">{current.title}</p>
            {current.description && <p className="quiet dense">{current.description}</p>}
          </div>
        </div>
      )}
    </div>
  )
}

/** Call before something that may need a toast, possibly to report that the network is gone. */
export const preloadToasts = (): void => ToastRegion.preload()

/** Nothing is loaded until there is a message; from then on the region stays (F8 moves the focus there). */
export function Toaster() {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )
  const [isWanted, setWanted] = useState(false)
  if (current && !isWanted) setWanted(true)
  if (!isWanted) return null
  return (
    <Suspense fallback={<PlainRegion current={current} isSilent />}>
      <ToastRegion current={current} onGone={() => change(null)} />
    </Suspense>
  )
}
