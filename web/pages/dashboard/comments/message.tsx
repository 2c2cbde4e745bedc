import { useId } from 'react'
import { Link } from 'react-router'
import type { QueuedComment } from '#domain/schemas/comment.ts'
import { dateTimeText } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { useWrite } from '#web/write.ts'

const WORDS = {
  hidden: { title: 'Message hidden', description: 'Only the people who run the campaign can see it now.' },
  shown: { title: 'Message kept', description: 'Everyone can see it.' },
}

/** A message, why it was reported, and the decision about it. */
export function Message({ comment }: { comment: QueuedComment }) {
  const { id, campaignId, campaignName, organizationName, message, createdAt, timeZone, reports } = comment
  const textId = useId()
  const decide = useWrite<{ hidden: boolean }, boolean>({
    request: (hidden) => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/comments/${id}/hidden`,
      payload: { hidden },
    }),
    failure: 'Nothing was changed',
    success: ({ hidden }) => WORDS[hidden ? 'hidden' : 'shown'],
    refresh: [['comments'], campaignKey(campaignId)],
  })
  return (
    <li className="grid gap-2 border-t border-line px-5 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-8">
      <div className="min-w-0">
        <p id={textId} dir="auto" className="break-words whitespace-pre-line">
          {message}
        </p>
        {reports > 0 && <p className="mt-1 font-semibold break-words">{reportsText(comment)}</p>}
        <p className="quiet fine mt-1 break-words">
          <Link to={paths.campaign(campaignId)} className="text-link">
            {campaignName}
          </Link>{' '}
          · {organizationName}{' '}
          <span className="whitespace-nowrap">· {dateTimeText(createdAt, timeZone)}</span>
        </p>
      </div>
      <div className="flex gap-2.5 self-center">
        {reports > 0 && (
          <Button
            size="small"
            aria-describedby={textId}
            pending={decide.isPending && decide.variables === false && 'Saving...'}
            onClick={() => decide.mutate(false)}
          >
            Keep
          </Button>
        )}
        <Button
          size="small"
          kind="danger"
          aria-describedby={textId}
          pending={decide.isPending && decide.variables === true && 'Hiding...'}
          onClick={() => decide.mutate(true)}
        >
          Hide
        </Button>
      </div>
    </li>
  )
}

function reportsText({ reports, reasons }: QueuedComment): string {
  const times = reports === 1 ? 'Reported once' : `Reported ${reports} times`
  return reasons.length === 0 ? times : `${times}: ${reasons.map((reason) => `“${reason}”`).join(', ')}`
}
