import { lazy, Suspense, useState, useSyncExternalStore } from 'react'

export type ToastWords = { title: string; description?: string; destructive?: boolean }
export type Shown = ToastWords & { id: number }

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }))

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

/** Nothing is loaded before there is something to say; from then on the region stays (F8 moves the focus there). */
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
    <Suspense>
      <ToastRegion current={current} onGone={() => change(null)} />
    </Suspense>
  )
}
