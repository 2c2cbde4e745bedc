import { faArrowUpRightFromSquare } from '@fortawesome/free-solid-svg-icons'
import { Icon } from '#web/ui/icon.tsx'

/** Only https links, with their host shown, and without a referrer (R17). */
export function EvidenceLink({ url }: { url: string }) {
  const address = URL.canParse(url) ? new URL(url) : null
  if (address?.protocol !== 'https:') return <span className="quiet fine block break-all">{url}</span>
  return (
    <a
      className="fine inline-flex min-h-6 max-w-full items-center gap-1.5 underline underline-offset-3"
      href={address.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
    >
      <Icon icon={faArrowUpRightFromSquare} />
      <span className="break-words">Evidence: {address.host.replace(/^www\./, '')}</span>
      <span className="sr-only">, opens in a new tab</span>
    </a>
  )
}
