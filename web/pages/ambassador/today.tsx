import { faArrowUpFromBracket } from '@fortawesome/free-solid-svg-icons'
import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { ambassador } from '#web/content/ambassador.ts'
import { copyByHand } from '#web/parts/campaign/link-to-share.tsx'
import { share } from '#web/parts/campaign/share.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { chatText, todayOf } from './words.ts'

/** One message to one more person, ready to send: for a campaign without supporters yet, or one that has news. */
export function Today({ ambassadorships }: { ambassadorships: readonly Ambassadorship[] }) {
  const { appUrl } = usePublicConfig()
  const today = todayOf(ambassadorships)
  if (!today) return null
  const { ambassadorship, sentence } = today
  const text = chatText(ambassadorship, appUrl)
  return (
    <section className="card p-5 md:p-7" aria-labelledby="today-title">
      <Heading level={2} size="card" id="today-title">
        {ambassador.today.title}
      </Heading>
      <p className="mt-1.5 max-w-[62ch] break-words">{sentence}</p>
      <blockquote className="dense mt-3 rounded-control bg-sunken p-4 break-words">{text}</blockquote>
      <p className="mt-3.5 flex flex-wrap gap-3">
        <Button
          kind="primary"
          onClick={() => void share(ambassadorship.campaignName, `${appUrl}${ambassadorship.link}`)}
        >
          <Icon icon={faArrowUpFromBracket} />
          Share the link
        </Button>
        <CopyButton text={text} onRefused={copyByHand}>
          Copy the message
        </CopyButton>
      </p>
    </section>
  )
}
