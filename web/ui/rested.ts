import { useEffect, useState } from 'react'

/** The newest value, once it has not changed for a while: what somebody types is asked about when they pause. */
export function useRested<T>(value: T, pauseMs: number): T {
  const [rested, setRested] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether the value is another one
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return rested
}
