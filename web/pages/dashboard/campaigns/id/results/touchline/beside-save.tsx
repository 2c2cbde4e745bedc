import { faEye } from '@fortawesome/free-solid-svg-icons'
import type { Management } from '#domain/schemas/campaign.ts'
import { quantityText, timeText } from '#web/format.ts'
import { OfflineNote } from '#web/pages/dashboard/campaigns/id/results/entry-fields.tsx'
import { useWords } from '#web/site/vocabulary.ts'
import { useIsOffline } from '#web/touchline/use-is-offline.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import type { Overtaken } from './matches.ts'
import { saveWords } from './save-words.ts'
import type { Counting, Touchline } from './use-count.ts'

type Props = Touchline & { form: string; counting: Counting }

/** The foot of the screen: what saving does, and why it did not, where the person looks when saving. */
export function BesideSave({ form, counting, ...screen }: Props) {
  const { rows, isChanged, isSaving, isChecking, overtaken } = counting
  const pending = (isSaving && 'Saving...') || (isChecking && 'Checking...')
  const words = useWords()
  const gone = `This ${words.match} is no longer on the schedule. Choose another one above, or add it.`
  const said = counting.isGone ? [gone] : overtaken.length > 0 ? [] : problemsOf(counting)
  const isOffline = useIsOffline()
  return (
    // A phone held sideways has no height to spare: there the words are beside the button.
    <div className="w-full gap-4 [@media(max-height:31.25rem)]:flex [@media(max-height:31.25rem)]:items-center">
      <div className="mb-3 grid max-h-[45dvh] min-w-0 flex-1 gap-3 overflow-y-auto empty:hidden [@media(max-height:31.25rem)]:mb-0">
        {overtaken.length > 0 && <Decisions {...screen} counting={counting} />}
        {said.map((problem) => (
          <Note key={problem} tone="danger" role="alert">
            {problem}
          </Note>
        ))}
        {/* What is being sent is not waiting for a connection. */}
        <NoSignal {...screen} choice={isSaving ? null : counting.count.choice} />
      </div>
      {overtaken.length === 0 && said.length === 0 && !isOffline && (
        <p className="quiet fine mb-3 flex flex-1 gap-2.5 [@media(max-height:31.25rem)]:mb-0">
          <Icon icon={faEye} className="mt-0.5" />
          The page shows this as “not confirmed” until a second person confirms it.
        </p>
      )}
      <div className="shrink-0">
        <Button
          kind="primary"
          size="big"
          type="submit"
          form={form}
          full
          pending={pending}
          disabled={!isChanged && !pending}
        >
          {isChanged ? saveWords(rows, screen.data.statistics) : 'Nothing to save yet'}
        </Button>
      </div>
    </div>
  )
}

/** Errors that belong to no field, and the server's message. */
const problemsOf = ({ problems, refusal }: Counting): string[] =>
  [refusal, problems.rows, problems.event, problems.eventId].filter(
    (one): one is string => typeof one === 'string',
  )

type SignalProps = Pick<Touchline, 'data' | 'entries' | 'mended'> & { choice: string | null }

/** A match that is not on the schedule has no id to look it up by: the entry being changed is identified as it is. */
function NoSignal({ data, entries, mended, choice }: SignalProps) {
  const waiting = entries.filter(({ refusal }) => refusal === null)
  const kept = waiting.find(
    ({ key, match }) => choice !== null && (mended ? key === mended.key : match.eventId === choice),
  )
  return <OfflineNote savedAt={kept ? timeText(kept.madeAt, data.campaign.timeZone) : null} />
}

type DecisionsProps = { data: Management; counting: Counting }

/** Somebody else's figures are never overwritten, or added to, without a decision about each. */
function Decisions({ data, counting }: DecisionsProps) {
  const words = useWords()
  const nameOf = (id: string): string => data.statistics.find((one) => one.id === id)?.name ?? 'A result'
  return (
    <Note tone="warning" role="alert">
      <strong>Other results were entered for this {words.match}.</strong>
      <ul className="mt-1.5 grid gap-3">
        {counting.overtaken.map((one) => (
          <OneDecision key={one.statisticId} name={nameOf(one.statisticId)} one={one} {...counting} />
        ))}
      </ul>
    </Note>
  )
}

type OneProps = Pick<Counting, 'decide' | 'isSaving'> & { name: string; one: Overtaken }

function OneDecision({ name, one, decide, isSaving }: OneProps) {
  const { counted, now, together } = one
  const figure = quantityText(Number(counted))
  const choices = [
    { how: 'keep' as const, label: now === null ? 'Enter nothing' : `Keep ${quantityText(now)}` },
    { how: 'save' as const, label: `Save ${figure}` },
    ...(together === null ? [] : [{ how: 'add' as const, label: `Add: ${quantityText(together)}` }]),
  ]
  return (
    <li>
      <p>
        {now === null ? `${name} has no result now.` : `${name} is ${quantityText(now)} now.`} You counted{' '}
        {figure}.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {choices.map(({ how, label }) => (
          <Button
            key={how}
            size="small"
            type="button"
            aria-label={`${label}, ${name}`}
            disabled={isSaving}
            onClick={() => decide(one, how)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}
