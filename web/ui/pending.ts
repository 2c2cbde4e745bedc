import { useEffect } from 'react'

/** Tells a button elsewhere, at the foot of a dialog, that this step is waiting; leaving the step ends it. */
export function usePending(isPending: boolean, setPending: (label: string | false) => void): void {
  useEffect(() => {
    setPending(isPending ? 'Processing...' : false)
    return () => setPending(false)
  }, [isPending, setPending])
}
