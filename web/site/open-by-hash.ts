import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * A link to something inside a section that is folded opens it, and all around it. Browsers do so for links that they
 * follow themselves; the ones that the router follows, and older browsers, need this.
 */
export function useOpenByHash(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again, under another key
  useEffect(() => {
    const target = hash ? document.getElementById(decoded(hash.slice(1))) : null
    if (!target) return
    let isOpened = false
    for (let at = target.closest('details'); at; at = at.parentElement?.closest('details') ?? null) {
      isOpened ||= !at.open
      at.open = true
    }
    if (isOpened) target.scrollIntoView()
  }, [hash, key])
}

/** Whoever types an address may type half a character into it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
