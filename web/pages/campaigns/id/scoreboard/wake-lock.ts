import { useEffect } from 'react'

/** Keeps the gym's screen awake while it shows the board. A browser that cannot, or may not, sleeps as usual. */
export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false
    let lock: WakeLockSentinel | null = null
    const hold = async (): Promise<void> => {
      if (document.hidden || !('wakeLock' in navigator)) return
      const held = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void held?.release()
      else lock = held
    }
    void hold()
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
