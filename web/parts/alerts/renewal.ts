import { useEffect } from 'react'

/** Most browsers never had alerts turned on: they load nothing for this. */
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
