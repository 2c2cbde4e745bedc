import { useEffect } from 'react'

/** Browsers that were never alerted, which are most, load nothing more. */
export function usePushRenewal(): void {
  useEffect(() => {
    if (!('caches' in window)) return
    void caches
      .has('push')
      .then((isKnown) =>
        isKnown ? import('./push.ts').then(({ reportRenewal }) => reportRenewal()) : undefined,
      )
      .catch(() => undefined)
  }, [])
}
