import { toast } from '#web/ui/toast.tsx'

/** The device's own sharing where there is one; otherwise the link is copied. A cancelled share is ignored. */
export async function share(title: string): Promise<void> {
  const url = window.location.href
  if (navigator.share) {
    await navigator.share({ title, url }).catch(() => undefined)
    return
  }
  const copied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  )
  if (copied) toast({ title: 'Link Copied!', description: 'Campaign URL copied to clipboard.' })
  else toast({ title: 'Copy the address', description: url, destructive: true })
}
