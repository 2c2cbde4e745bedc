import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * A link to something inside a folded section opens that section and all around it. Browsers do this for links that they
 * follow themselves; links that the router follows, and older browsers, need this.
 */
export function useOpenByHash(): void {
  const { hash, key } = useLocation()
  const isByBrowser = useNavigationType() === 'POP'
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again, under another key
  useEffect(() => {
    // What the browser follows is opened immediately, below: by now the reader may have closed it again.
    if (isFirst.current || !isByBrowser) open(hash)
    isFirst.current = false
  }, [hash, key])
  useEffect(() => {
    const follow = () => open(location.hash)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
}

function open(hash: string): void {
  const target = hash ? document.getElementById(decoded(hash.slice(1))) : null
  if (!target) return
  let isOpened = false
  for (let at = target.closest('details'); at; at = at.parentElement?.closest('details') ?? null) {
    isOpened ||= !at.open
    at.open = true
  }
  if (isOpened) target.scrollIntoView()
}

/** A typed address may contain a malformed escape. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
