import { useQuery } from '@tanstack/react-query'
import type { Comment } from '#domain/schemas/comment.ts'
import { hiddenCommentsQuery, reportedCommentsQuery, tableFile } from '#web/queries/campaigns.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusInRows } from '#web/ui/next-focus.ts'
import { useHide } from './hide.ts'

/** Reported and hidden messages: on this page, only for those who run the campaign. */
export function Moderation({ campaignId, count }: { campaignId: string; count: number }) {
  const reported = useQuery(reportedCommentsQuery(campaignId)).data ?? []
  const hidden = useQuery(hiddenCommentsQuery(campaignId)).data ?? []
  const rowFocus = useFocusInRows()
  if (count + reported.length + hidden.length === 0) return null
  return (
    <div className="mt-6 grid gap-5 rounded-control bg-sunken p-5" {...rowFocus}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="quiet fine">Every message and its status, including hidden ones.</p>
        <DownloadCsv path={tableFile(campaignId, 'comments')} of="messages" />
      </div>
      {reported.length > 0 && (
        <section aria-labelledby="reported-title">
          <h3 id="reported-title">Reported messages</h3>
          <ul>
            {reported.map((comment) => (
              <Decision key={comment.id} campaignId={campaignId} comment={comment} verbs={['Keep', 'Hide']}>
                Reported {comment.reports === 1 ? 'once' : `${comment.reports} times`}
                {comment.reasons.length > 0 &&
                  `: ${comment.reasons.map((reason) => `“${reason}”`).join(', ')}`}
              </Decision>
            ))}
          </ul>
        </section>
      )}
      {hidden.length > 0 && (
        <section aria-labelledby="hidden-title">
          <h3 id="hidden-title">Hidden messages</h3>
          <ul>
            {hidden.map((comment) => (
              <Decision key={comment.id} campaignId={campaignId} comment={comment} verbs={['Show again']}>
                Only the people who run this campaign can see it.
              </Decision>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Decision({
  campaignId,
  comment,
  verbs: [keep, hide],
  children,
}: {
  campaignId: string
  comment: Comment
  /** The label for showing a message, and for hiding it where possible. */
  verbs: readonly [string, string?]
  children: React.ReactNode
}) {
  const decide = useHide(campaignId, comment.id)
  const text = `decide-${comment.id}`
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-0">
      <p id={text} dir="auto" className="break-words whitespace-pre-line">
        {comment.message}
      </p>
      <p className="quiet fine break-words">{children}</p>
      <p className="flex gap-2.5">
        <Button
          size="small"
          aria-describedby={text}
          disabled={decide.isPending}
          onClick={() => decide.mutate(false)}
        >
          {keep}
        </Button>
        {hide && (
          <Button
            size="small"
            kind="danger"
            aria-describedby={text}
            disabled={decide.isPending}
            onClick={() => decide.mutate(true)}
          >
            {hide}
          </Button>
        )}
      </p>
    </li>
  )
}
