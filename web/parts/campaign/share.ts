import { toast } from '#web/ui/toast.tsx'

/** The page itself, and whose link it was; not what someone has unfolded on it. */
function addressToShare(): string {
  const { origin, pathname, search } = window.location
  const ref = new URLSearchParams(search).get('ref')
  return `${origin}${pathname}${ref ? `?ref=${encodeURIComponent(ref)}` : ''}`
}

/** The device's own sharing where available; otherwise the link is copied. A cancelled share is ignored. */
export async function share(title: string, url: string = addressToShare()): Promise<void> {
  if (navigator.share) {
    const isDone = await navigator.share({ title, url }).then(
      () => true,
      (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
    )
    if (isDone) return
  }
  const copied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  )
  if (copied) toast({ title: 'Link Copied!', description: 'Campaign URL copied to clipboard.' })
  else toast({ title: 'Copy the address', description: url, destructive: true, lasting: true })
}
