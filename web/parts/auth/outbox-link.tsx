import { paths } from '#web/paths.ts'
import { usePublicConfig } from '#web/site/session.ts'

/** Only where mail is listed instead of sent. */
export function OutboxLink() {
  const { mailOutbox } = usePublicConfig()
  if (!mailOutbox) return null
  return (
    <a href={paths.mailbox} target="_blank" rel="noreferrer" className="text-link">
      Open the outbox
    </a>
  )
}
