import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Note } from '#web/ui/note.tsx'

/** Whether something that a screen waits for cannot be read without a connection; it is read once there is one. */
function useIsWaitingForNetwork(): boolean {
  const cache = useQueryClient().getQueryCache()
  const isWaiting = (): boolean =>
    cache.findAll({ fetchStatus: 'paused', type: 'active' }).some(({ state }) => state.data === undefined)
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    isWaiting,
    () => false,
  )
}

/** A skeleton alone does not say that nothing is on its way. */
export function OfflineNote() {
  const isWaiting = useIsWaitingForNetwork()
  return (
    // Above the page and not in it, so that nothing moves; what is below it can be pressed.
    <div
      aria-live="polite"
      className="not-printed pointer-events-none fixed inset-x-3 bottom-20 z-40 mx-auto max-w-[28.75rem]"
    >
      {isWaiting && (
        <div className="rounded-control bg-surface shadow-(--sh3)">
          <Note tone="warning">
            You are offline. The rest of this page loads as soon as you are connected again.
          </Note>
        </div>
      )}
    </div>
  )
}
