import { useEffect, useState } from 'react'

/** The newest value, once it has not changed for a while: typed text is looked up after a pause. */
export function useDebouncedValue<T>(value: T, pauseMs: number): T {
  const [debounced, setDebounced] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether the value is another one
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return debounced
}
