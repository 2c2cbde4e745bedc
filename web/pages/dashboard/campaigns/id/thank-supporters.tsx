import { faEnvelope } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { Management } from '#domain/schemas/campaign.ts'
import { type ThankYou, ThankYouForm, type ThankYous } from '#domain/schemas/thank-you.ts'
import { countText, dateText, dayText } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { thankYousOfMatchQuery, thankYousPath, thankYousQuery } from '#web/queries/thank-yous.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField, TextArea } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const supporters = (count: number): string => (count === 1 ? '1 supporter' : `${countText(count)} supporters`)

/** For those who run the campaign, without a name: an email of thanks, and the list of who chose to be thanked. */
export function ThankSupporters({ data: { campaign, permissions } }: { data: Management }) {
  const isShown = campaign.status !== 'draft' && permissions.canManageRewards
  const found = useQuery({ ...thankYousQuery(campaign.id), enabled: isShown })
  const [isWriting, setWriting] = useState(false)
  const { data } = found
  if (!isShown) return null
  return (
    <section className="card pad grid gap-4" aria-labelledby="thank-supporters">
      <div className="grid gap-2">
        <Heading level={2} id="thank-supporters">
          Thank your supporters
        </Heading>
        <p className="quiet max-w-[70ch]">
          Write to all of them, or to those of one {campaign.vocabulary.match}. A representative reads it
          first, then each supporter gets it by email. You see how many, not who.
        </p>
      </div>
      <LoadProblem what="Your emails of thanks" found={found} />
      {!data && !found.error && <Skeleton className="h-11 w-44" />}
      {data && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button kind="primary" reason={reasonNotToWrite(data)} onClick={() => setWriting(true)}>
            <Icon icon={faEnvelope} />
            Write an email
          </Button>
          <Link to={paths.thankYouList(campaign.id)} className="text-link">
            Names to thank
          </Link>
        </div>
      )}
      {data && data.items.length > 0 && (
        <ul>
          {data.items.map((one) => (
            <Item key={one.id} one={one} campaign={campaign} />
          ))}
        </ul>
      )}
      {data && isWriting && <Write campaign={campaign} data={data} onClose={() => setWriting(false)} />}
    </section>
  )
}

const reasonNotToWrite = ({ supporters: count, cannotWriteReason }: ThankYous): string | undefined =>
  cannotWriteReason ?? (count === 0 ? 'No supporter would get it yet' : undefined)

const STATES = {
  waiting: { tone: 'waiting', label: 'Waiting for a representative' },
  declined: { tone: 'cancelled', label: 'To change' },
  sending: { tone: 'paused', label: 'Sending' },
  sent: { tone: 'active', label: 'Sent' },
} as const

function Item({ one, campaign }: { one: ThankYou; campaign: Management['campaign'] }) {
  const { id, state, message, eventName, mailed, reason } = one
  const { tone, label } = STATES[state]
  const withdraw = useWrite({
    request: () => ({ method: 'DELETE', path: `${thankYousPath(campaign.id)}/${id}` }),
    failure: 'Not withdrawn',
    success: { title: 'Withdrawn', description: 'It is not sent. You can write another one.' },
    refresh: [thankYousQuery(campaign.id).queryKey],
  })
  const to = eventName === null ? 'To all supporters' : `To the supporters of ${eventName}`
  const day = dateText(one.decidedAt ?? one.writtenAt, campaign.timeZone)
  return (
    <li className="grid gap-2 border-t border-line py-4 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone={tone} {...(state === 'sent' ? { icon: 'check' as const } : {})}>
          {label}
        </Badge>
        <span className="quiet fine break-words">
          {[to, day, state === 'sent' && `${supporters(mailed)} got it`].filter(Boolean).join(' · ')}
        </span>
      </div>
      {reason && (
        <p className="break-words whitespace-pre-line">
          <strong>A representative wrote:</strong> {reason}
        </p>
      )}
      <p dir="auto" className="max-w-[70ch] break-words whitespace-pre-line">
        {message}
      </p>
      {state === 'waiting' && (
        <Button
          size="small"
          className="justify-self-start"
          pending={withdraw.isPending && 'Withdrawing...'}
          onClick={() => withdraw.mutate()}
        >
          Withdraw
        </Button>
      )}
    </li>
  )
}

type Input = { message: string; eventId: string | null }
type WriteProps = { campaign: Management['campaign']; data: ThankYous; onClose: () => void }

/** How many would get it; those of a match are counted once it is chosen. */
function useReaders(campaignId: string, { supporters: all }: ThankYous, eventId: string | null): string {
  const found = useQuery({
    ...thankYousOfMatchQuery(campaignId, eventId ?? ''),
    enabled: eventId !== null,
  })
  const count = eventId === null ? all : found.data?.supporters
  if (count === undefined) return found.error ? found.error.message : 'Counting the supporters...'
  return `${supporters(count)} would get it. Not counted: who turned such emails off.`
}

function Write({ campaign: { id: campaignId, timeZone }, data, onClose }: WriteProps) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<Input, ThankYou>({
    schema: ThankYouForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { message: '', eventId: null },
    version: null,
    request: (payload) => ({ method: 'POST', path: thankYousPath(campaignId), payload }),
    failure: 'Not sent for review',
    success: {
      title: 'Waiting for a representative',
      description: 'Once one has read and approved it, your supporters get it by email.',
    },
    refresh: [thankYousQuery(campaignId).queryKey],
    onSaved: onClose,
  })
  const { errors } = form.formState
  const eventId = form.watch('eventId')
  const readers = useReaders(campaignId, data, eventId)
  return (
    <FormDrawer
      isShort
      title="Thank your supporters"
      description="Plain text. Leave out links, phone numbers, and names of children."
      save="Send for review"
      saving="Sending..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <ChoiceField
        label="To"
        value={eventId ?? ''}
        hint={readers}
        error={errors.eventId?.message}
        onChange={({ target }) => form.setValue('eventId', target.value || null, { shouldDirty: true })}
      >
        <option value="">All supporters</option>
        {data.matches.map((one) => (
          <option key={one.eventId} value={one.eventId}>
            {`${one.name}, ${dayText(one.startTime, timeZone)}`}
          </option>
        ))}
      </ChoiceField>
      <TextArea
        {...form.register('message')}
        value={form.watch('message')}
        label="Your thanks"
        most={1000}
        rows={8}
        error={errors.message?.message}
      />
    </FormDrawer>
  )
}
