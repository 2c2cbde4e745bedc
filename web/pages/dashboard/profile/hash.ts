import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const never = () => () => {}

/** The part after the #. No server ever sees it, so the page was rendered without one. */
export function useHash(): string {
  const { hash } = useLocation()
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isLive ? hash : ''
}
