import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import { quantityText, shortDateTimeText } from '#web/format.ts'
import { startSignInPath } from '#web/paths.ts'
import { useNow } from '#web/site/session.ts'
import { answerEntry, discardEntry, flush, tryEntryAgain, useEntries } from '#web/touchline/device.ts'
import { isCurrent, type KeptEntry, type OneEntry } from '#web/touchline/entry.ts'
import type { Stop } from '#web/touchline/queue.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Note } from '#web/ui/note.tsx'

type Props = { data: Management; userId: string; onMend: (entry: KeptEntry) => void }

/** What was counted on this device and is not on the server yet: unsent entries, and refused ones. */
export function WaitingEntries({ data, userId, onMend }: Props) {
  const { entries, clearing, forgotten, stop, isSending, isLasting, ...kept } = useEntries(
    userId,
    data.campaign.id,
  )
  const [dropping, setDropping] = useState<KeptEntry | null>(null)
  /** Until the question about an old one is answered, it waits with what replaces it. */
  const isAsked = (entry: KeptEntry): boolean =>
    forgotten.some(({ key, successor }) => key === entry.key || successor === entry.key)
  const waiting = kept.waiting.filter((entry) => !isAsked(entry))
  const refused = entries.filter(({ refusal }) => refusal !== null)
  const row = (entry: KeptEntry) => (
    <EntryRow key={entry.key} data={data} entry={entry} onMend={onMend} onDrop={setDropping} />
  )
  const discarded = clearing.filter((entry) => entry.successor === null && !isAsked(entry))
  if (waiting.length + refused.length + discarded.length + forgotten.length === 0) return null
  return (
    <section className="mb-6 grid gap-4" aria-label="Kept on this device">
      {waiting.length + discarded.length > 0 && (
        <Note tone="warning" role="status">
          <Waiting
            count={waiting.length + discarded.length}
            stop={stop}
            isSending={isSending}
            isLasting={isLasting}
          />
          <ul className="mt-2">
            {waiting.map(row)}
            {discarded.map((entry) => (
              <li key={entry.key} className="py-0.5">
                <strong>{entry.name}</strong>: {figuresOf(entry, data)} (discarded: voided if it was entered)
              </li>
            ))}
          </ul>
        </Note>
      )}
      {forgotten.map((entry) => (
        <Forgotten key={entry.key} data={data} entry={entry} />
      ))}
      {refused.map((entry) => (
        <Note key={entry.key} tone="danger" role="alert">
          <p>
            <strong>{entry.name} was not accepted.</strong> {entry.refusal}
          </p>
          <ul className="mt-2">{row(entry)}</ul>
        </Note>
      ))}
      {dropping && (
        <Confirm
          open
          onClose={() => setDropping(null)}
          title="Discard this entry?"
          confirm="Discard entry"
          cancel="Keep it"
          kind="danger"
          onConfirm={() => {
            discardEntry(dropping)
            setDropping(null)
          }}
        >
          <p className="quiet">
            {dropping.name}: {figuresOf(dropping, data)}. {whatDiscardingDoes(dropping, clearing)}
          </p>
        </Confirm>
      )}
    </section>
  )
}

/** Only what was never sent, or was refused, was certainly not entered. */
function whatDiscardingDoes({ key, isTried, refusal }: KeptEntry, clearing: readonly KeptEntry[]): string {
  const isEarlierSent = clearing.some(({ successor }) => successor === key)
  if (!isEarlierSent && refusal !== null)
    return 'The server did not accept it, so none of it was entered. It is deleted from this device.'
  if (!isEarlierSent && isTried === false) return 'It was not sent. It is deleted from this device.'
  return 'It was sent, but no answer came, so it may have been entered. This device checks as soon as you’re online, and voids it if it was.'
}

const DAY_MS = 86_400_000

/** The server no longer knows whether it has it: sent again, it could count twice. */
function Forgotten({ data, entry }: { data: Management; entry: KeptEntry }) {
  const now = useNow()
  const days = Math.floor((now - Date.parse(entry.madeAt)) / DAY_MS)
  return (
    <Note tone="warning" role="status">
      <p>
        <strong>
          {entry.name}: {figuresOf(entry, data)}, counted {days} days ago. Is it already entered?
        </strong>{' '}
        If you send it again, it could count twice. Check the list of entries first.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" onClick={() => answerEntry(entry, true)}>
          Yes, delete it here
        </Button>
        <Button size="small" onClick={() => answerEntry(entry, false)}>
          {isCurrent(entry) ? 'No, send it' : 'No'}
        </Button>
      </div>
    </Note>
  )
}

type WaitingProps = { count: number; stop: Stop | null; isSending: boolean; isLasting: boolean }

function Waiting({ count, stop, isSending, isLasting }: WaitingProps) {
  const { pathname, search } = useLocation()
  const entries = count === 1 ? '1 entry' : `${count} entries`
  const wait = count === 1 ? 'waits' : 'wait'
  const them = count === 1 ? 'It is sent' : 'They are sent'
  if (stop === 'sign-in')
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto">
          <strong>
            {entries} {wait} until you sign in again.
          </strong>{' '}
          {them} automatically then.
        </p>
        <a className={buttonClass({ size: 'small' })} href={startSignInPath(pathname + search)}>
          Sign in
        </a>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="mr-auto">
        <strong>
          {entries} {wait} for a connection.
        </strong>{' '}
        {isLasting ? 'Saved on this device.' : 'Keep this page open: this browser cannot save entries.'}{' '}
        {them} automatically when you’re back online.
      </p>
      <Button size="small" pending={isSending && 'Sending...'} onClick={() => void flush()}>
        Send now
      </Button>
    </div>
  )
}

const OUTCOMES: Partial<Record<OneEntry['kind'], string>> = {
  achieved: 'Achieved',
  withdrawn: 'Withdrawn',
  not_achieved: 'Not achieved',
}

/** In the order of the screen that counts. */
function figuresOf(entry: KeptEntry, { statistics }: Management): string {
  if ('one' in entry) return OUTCOMES[entry.one.kind] ?? quantityText(Number(entry.one.quantity))
  const { match } = entry
  const placeOf = (statisticId: string): number => statistics.findIndex(({ id }) => id === statisticId)
  return match.rows
    .toSorted((a, b) => placeOf(a.statisticId) - placeOf(b.statisticId))
    .map(({ statisticId, quantity }) => {
      const name = statistics[placeOf(statisticId)]?.name ?? 'A statistic'
      return `${name} ${quantityText(Number(quantity))}`
    })
    .join(', ')
}

type RowProps = Pick<Props, 'data' | 'onMend'> & { entry: KeptEntry; onDrop: (entry: KeptEntry) => void }

function EntryRow({ data, entry, onMend, onDrop }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 py-0.5">
      <span className="mr-auto">
        <strong>{entry.name}</strong>: {figuresOf(entry, data)}{' '}
        <span className="whitespace-nowrap">
          (saved {shortDateTimeText(entry.madeAt, data.campaign.timeZone)})
        </span>
      </span>
      <span className="flex gap-4">
        <button
          type="button"
          className="text-button"
          aria-label={`Change: ${entry.name}`}
          onClick={() => onMend(entry)}
        >
          Change
        </button>
        {entry.refusal !== null && !entry.isStale && (
          <button
            type="button"
            className="text-button"
            aria-label={`Try again: ${entry.name}`}
            onClick={() => tryEntryAgain(entry)}
          >
            Try again
          </button>
        )}
        <button
          type="button"
          className="text-button"
          aria-label={`Discard: ${entry.name}`}
          onClick={() => onDrop(entry)}
        >
          Discard
        </button>
      </span>
    </li>
  )
}
