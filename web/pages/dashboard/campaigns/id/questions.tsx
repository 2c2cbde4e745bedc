import { faPaperPlane } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import { MAX_QUESTION, MAX_REVIEW_ANSWER, type ReviewRequest } from '#domain/schemas/review-request.ts'
import { dateText } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { reviewRequestsPath, reviewRequestsQuery } from '#web/queries/review-requests.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFocusNext } from '#web/ui/next-focus.ts'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { useReviews } from './review.tsx'

/** What an owner asks most often; the rest needs a sentence. */
const TOPICS = ['Change the dates', 'End it early', 'Change the name, goal or description'] as const
const OTHER = 'Something else'

type AskProps = {
  campaignId: string
  /** What it is about; missing: they choose. */
  about?: string
  /** For a list in which many buttons look alike. */
  spoken?: string
  size?: 'small' | 'dense'
  children: ReactNode
}

/** One press asks for what only a representative can do; a sentence may say more. */
export function AskRepresentative({ campaignId, about, spoken, size = 'small', children }: AskProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        type="button"
        size={size}
        className="justify-self-start"
        {...(spoken ? { 'aria-label': spoken } : {})}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {isOpen && <Ask campaignId={campaignId} about={about} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { campaignId: string; about: string | undefined; onClose: () => void }

function Ask({ campaignId, about, onClose }: DialogProps) {
  const [topic, setTopic] = useState<string>(about ?? TOPICS[0])
  const [words, setWords] = useState('')
  const [tries, setTries] = useState(0)
  const needsWords = topic === OTHER
  const question = (needsWords ? [words.trim()] : [topic, words.trim()]).filter(Boolean).join(': ')
  const ask = useWrite<ReviewRequest>({
    request: () => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/questions`,
      payload: { question },
    }),
    failure: null,
    success: { title: 'Your representative was asked', description: 'They answer by email.' },
    refresh: [reviewRequestsQuery(campaignId).queryKey],
    onSuccess: onClose,
  })
  const wrong =
    needsWords && words.trim() === ''
      ? 'Write what you ask for'
      : question.length > MAX_QUESTION
        ? `Use at most ${MAX_QUESTION} characters`
        : undefined
  return (
    <FormDrawer
      isShort
      title="Ask your representative"
      {...(about ? { description: `About ${about}.` } : {})}
      save="Send"
      saving="Sending..."
      isPending={ask.isPending}
      attempt={tries}
      isDirty={words !== ''}
      problem={ask.error?.message ?? null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setTries(tries + 1)
        if (wrong === undefined) ask.mutate()
      }}
    >
      {about === undefined && (
        <ChoiceGroup
          legend="What is it about?"
          options={[...TOPICS, OTHER].map((title) => ({ value: title, title }))}
          value={topic}
          onChange={setTopic}
        />
      )}
      <TextArea
        label="What should they do?"
        optional={!needsWords}
        rows={3}
        maxLength={MAX_QUESTION}
        value={words}
        error={tries > 0 ? wrong : undefined}
        onChange={({ target }) => setWords(target.value)}
      />
    </FormDrawer>
  )
}

type Props = { data: Management }

/** For its owners, once it is no longer a draft: who changes it now, and what they were asked. */
function Owners({ data: { campaign, permissions } }: Props) {
  const { waiting } = useReviews(campaign.id)
  const { canManageEvents } = permissions
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      {waiting?.question ? (
        <div className="min-w-0 flex-1 basis-72">
          <Note role="status">
            <strong>
              {waiting.askedBy} asked on {dateText(waiting.askedAt, campaign.timeZone)}:
            </strong>{' '}
            <span className="break-words whitespace-pre-line">{waiting.question}</span>{' '}
            <span className="block">Your representative answers by email.</span>
          </Note>
        </div>
      ) : (
        <p className="quiet fine">
          Your representative changes its details and dates{canManageEvents ? '' : ', and its events'}.
        </p>
      )}
      <AskRepresentative campaignId={campaign.id}>
        <Icon icon={faPaperPlane} />
        {waiting?.question ? 'Ask for something else' : 'Ask your representative'}
      </AskRepresentative>
    </div>
  )
}

/** What an owner asks, for the representative: done with one press, or answered in words. */
function Representatives({ data: { campaign } }: Props) {
  const { waiting } = useReviews(campaign.id)
  const [message, setMessage] = useState('')
  const reply = useWrite<ReviewRequest>({
    request: () => ({
      method: 'POST',
      path: `${reviewRequestsPath(campaign.id)}/answers`,
      payload: { message: message.trim() || 'Done.' },
    }),
    failure: 'The owner was not answered',
    success: { title: 'Answered', description: 'Its owners are emailed.' },
    refresh: [reviewRequestsQuery(campaign.id).queryKey],
    onSuccess: () => setMessage(''),
  })
  useFocusNext(waiting?.id, () => document.querySelector('h1'))
  if (!waiting?.question) return null
  return (
    <section className="mt-4 grid gap-3 rounded-control bg-sunken p-4" aria-label="Asked by its owner">
      <p>
        <strong>
          {waiting.askedBy} asked on {dateText(waiting.askedAt, campaign.timeZone)}:
        </strong>{' '}
        <span className="break-words whitespace-pre-line">{waiting.question}</span>
      </p>
      <TextArea
        label="Answer"
        hint="Its owners get it by email."
        optional
        rows={2}
        maxLength={MAX_REVIEW_ANSWER}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <p>
        <Button kind="primary" pending={reply.isPending && 'Sending...'} onClick={() => reply.mutate()}>
          {message.trim() === '' ? 'Mark as done' : 'Send the answer'}
        </Button>
      </p>
    </section>
  )
}

/** Whether something may be asked or answered above the tabs. */
export const mayBeAsked = ({ campaign, permissions }: Management): boolean =>
  campaign.status !== 'draft' && permissions.canManageStatistics

/** What owners and representatives ask of each other once the campaign is no longer a draft. */
export function Questions({ data }: Props) {
  if (!mayBeAsked(data)) return null
  if (data.permissions.isPledgerraiserRepresentative) return <Representatives data={data} />
  return data.campaign.status === 'cancelled' ? null : <Owners data={data} />
}
