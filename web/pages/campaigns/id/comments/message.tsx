import { faCommentDots } from '@fortawesome/free-solid-svg-icons'
import { Suspense, useState } from 'react'
import type { Comment } from '#domain/schemas/comment.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'

// Visitors only report.
const MessageActions = lazily(async () => (await import('./message-actions.tsx')).MessageActions)
const ReportDialog = lazily(async () => (await import('./report-dialog.tsx')).ReportDialog)

type Props = { campaignId: string; comment: Comment; manages: boolean }

/** Shown without a name (R26); links in it are plain text (R43). */
export function Message({ campaignId, comment, manages }: Props) {
  const [isReporting, setReporting] = useState(false)
  const user = useUser()
  const text = `message-${comment.id}`
  const report = (
    <Button kind="quiet" size="small" aria-describedby={text} onClick={() => setReporting(true)}>
      Report
    </Button>
  )
  return (
    <li className="flex gap-3 border-t border-line py-2.5">
      <Icon icon={faCommentDots} className="mt-0.5 text-ink2" />
      <div className="min-w-0 flex-1">
        <p className="fine quiet font-semibold">Anonymous Supporter</p>
        <p id={text} dir="auto" className="dense break-words whitespace-pre-line">
          {comment.message}
        </p>
      </div>
      <div className="-my-2 flex flex-col items-end self-start">
        {user ? (
          <Suspense>
            <MessageActions {...{ campaignId, comment, manages, text }}>{report}</MessageActions>
          </Suspense>
        ) : (
          report
        )}
      </div>
      {isReporting && (
        <Suspense fallback={null}>
          <ReportDialog campaignId={campaignId} comment={comment} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </li>
  )
}
