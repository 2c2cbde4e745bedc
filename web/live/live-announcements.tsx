import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Runs once the page has loaded and is idle: readers pay nothing for live updates until then. Returns a cancel function. */
function whenRested(begin: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = (): void => {
    timer = setTimeout(begin, REST_MS)
  }
  if (document.readyState === 'complete') rest()
  else window.addEventListener('load', rest, { once: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('load', rest)
  }
}
const REST_MS = 300

/** Keeps the campaign on this page up to date, and announces in one sentence what has just changed. */
export function LiveAnnouncements({ campaignId, isPublic }: { campaignId: string; isPublic: boolean }) {
  const client = useQueryClient()
  const [announcement, announce] = useState('')
  useEffect(() => {
    if (!isPublic) return
    let stop: (() => void) | null = null
    let isOver = false
    const callOff = whenRested(() => {
      // A page from before a server update stays as it is until it is reloaded.
      import('./follow.ts').then(
        ({ follow }) => {
          if (!isOver) stop = follow(client, campaignId, announce)
        },
        () => undefined,
      )
    })
    return () => {
      isOver = true
      callOff()
      stop?.()
    }
  }, [client, campaignId, isPublic])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
