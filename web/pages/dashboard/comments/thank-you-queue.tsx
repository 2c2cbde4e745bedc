import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { QueuedThankYou } from '#domain/schemas/thank-you.ts'
import { countText, dateTimeText } from '#web/format.ts'
import { NotLoaded } from '#web/parts/records/not-loaded.tsx'
import { useTrail } from '#web/parts/records/use-pages.tsx'
import { paths } from '#web/paths.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { QUEUE_PAGE_SIZE, thankYouQueueQuery, thankYousPath } from '#web/queries/thank-yous.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Count } from '#web/ui/count.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useFocusInRows } from '#web/ui/next-focus.ts'
import { fieldErrors, useWrite } from '#web/write.ts'

/** Emails of thanks that coaches wrote: nothing is sent before a representative has read it. Nothing while none waits. */
export function ThankYouQueue() {
  const id = useId()
  const rowFocus = useFocusInRows()
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const { data, error, isFetching, refetch, pager } = useTrail({
    label: 'Pages: Emails of thanks',
    pageSize: QUEUE_PAGE_SIZE,
    query: thankYouQueueQuery,
  })
  if (!data && error)
    return (
      <NotLoaded
        what="The emails of thanks"
        message={error.message}
        isTrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data || (data.count === 0 && !deciding)) return null
  return (
    <section className="card overflow-hidden" aria-labelledby={id} {...rowFocus}>
      <div className="flex items-center gap-3 px-5 py-4">
        <Heading level={2} id={id}>
          Emails of thanks
        </Heading>
        <Count value={data.count} of="to decide" />
      </div>
      <ul>
        {data.items.map((one) => (
          <Waiting key={one.id} one={one} onDecide={(isApproved) => setDeciding({ one, isApproved })} />
        ))}
      </ul>
      {pager}
      {deciding && <Decide {...deciding} onClose={() => setDeciding(null)} />}
    </section>
  )
}

const supporters = (count: number): string => (count === 1 ? '1 supporter' : `${countText(count)} supporters`)

const audienceOf = ({ eventName, supporters: count }: QueuedThankYou): string =>
  eventName === null
    ? `To all supporters: ${countText(count)}`
    : `To ${supporters(count)} whose pledge counts ${eventName}`

type WaitingProps = { one: QueuedThankYou; onDecide: (isApproved: boolean) => void }

function Waiting({ one, onDecide }: WaitingProps) {
  const { campaignId, campaignName, organizationName, message, timeZone, writtenAt } = one
  const textId = useId()
  return (
    <li className="grid gap-2 border-t border-line px-5 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-8">
      <div className="min-w-0">
        <p id={textId} dir="auto" className="break-words whitespace-pre-line">
          {message}
        </p>
        <p className="mt-1 font-semibold break-words">{audienceOf(one)}</p>
        <p className="quiet fine mt-1 break-words">
          <Link to={paths.manage(campaignId)} className="text-link">
            {campaignName}
          </Link>{' '}
          · {organizationName}{' '}
          <span className="whitespace-nowrap">· {dateTimeText(writtenAt, timeZone)}</span>
        </p>
      </div>
      <div className="flex gap-2.5 self-center">
        <Button
          size="small"
          kind="primary"
          aria-describedby={textId}
          reason={one.cannotApproveReason ?? undefined}
          onClick={() => onDecide(true)}
        >
          Approve
        </Button>
        <Button
          size="small"
          aria-describedby={textId}
          reason={one.cannotApproveReason ?? undefined}
          onClick={() => onDecide(false)}
        >
          Decline
        </Button>
      </div>
    </li>
  )
}

type Deciding = { one: QueuedThankYou; isApproved: boolean }

/** Sending cannot be taken back, and whoever wrote it is told what to change. */
function Decide({ one, isApproved, onClose }: Deciding & { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const decide = useWrite({
    request: () => ({
      method: 'POST',
      path: `${thankYousPath(one.campaignId)}/${one.id}/decision`,
      payload: { isApproved, reason: isApproved ? null : reason },
    }),
    failure: 'Nothing was changed',
    success: isApproved
      ? { title: 'Approved', description: `It is sent to ${supporters(one.supporters)}.` }
      : { title: 'Declined', description: 'Its author is told by email what to change.' },
    refresh: [['thank-yous'], campaignKey(one.campaignId)],
    onSuccess: onClose,
  })
  return (
    <Confirm
      open
      title={isApproved ? `Send it to ${supporters(one.supporters)}?` : 'Decline this email?'}
      confirm={isApproved ? 'Send' : 'Decline'}
      reason={isApproved || reason.trim() !== '' ? undefined : 'Write what to change'}
      pending={decide.isPending && (isApproved ? 'Sending...' : 'Declining...')}
      onConfirm={() => decide.mutate()}
      onClose={onClose}
    >
      {isApproved ? (
        <p className="break-words">{one.organizationName} thanks them. It cannot be taken back.</p>
      ) : (
        <TextArea
          label="What to change"
          rows={4}
          most={300}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={fieldErrors(decide.error).reason}
        />
      )}
    </Confirm>
  )
}
