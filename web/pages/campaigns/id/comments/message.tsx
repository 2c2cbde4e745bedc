import { faCommentDots } from '@fortawesome/free-solid-svg-icons'
import { Suspense, useState } from 'react'
import type { Comment } from '#domain/schemas/comment.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { useHide } from './hide.ts'

const ReportDialog = lazily(async () => (await import('./report-dialog.tsx')).ReportDialog)

type Props = { campaignId: string; comment: Comment; manages: boolean }

/** Shown without a name (R26); links in it are plain text (R43). */
export function Message({ campaignId, comment, manages }: Props) {
  const [isReporting, setReporting] = useState(false)
  const text = `message-${comment.id}`
  return (
    <li className="flex gap-3.5 border-t border-line py-4 first:border-0">
      <Icon icon={faCommentDots} className="mt-1 text-ink2" />
      <div className="min-w-0 flex-1">
        <p className="fine quiet font-semibold">Anonymous Supporter</p>
        <p id={text} dir="auto" className="break-words whitespace-pre-line">
          {comment.message}
        </p>
      </div>
      {manages ? (
        <Hide campaignId={campaignId} commentId={comment.id} text={text} />
      ) : (
        <Button
          kind="quiet"
          size="small"
          className="-mt-2.5 self-start"
          aria-describedby={text}
          onClick={() => setReporting(true)}
        >
          Report
        </Button>
      )}
      {isReporting && (
        <Suspense fallback={null}>
          <ReportDialog campaignId={campaignId} comment={comment} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </li>
  )
}

function Hide({ campaignId, commentId, text }: { campaignId: string; commentId: string; text: string }) {
  const hide = useHide(campaignId, commentId)
  return (
    <Button
      kind="quiet"
      size="small"
      className="self-start"
      aria-describedby={text}
      pending={hide.isPending && 'Hiding...'}
      onClick={() => hide.mutate(true)}
    >
      Hide
    </Button>
  )
}
