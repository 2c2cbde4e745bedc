import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import { Link } from 'react-router'
import { withArticle } from '#domain/campaigns/vocabulary.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { countText, dayText } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { waitingResultsQuery } from '#web/queries/results.ts'
import { useArrival } from '#web/site/arrival.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFocusInRows } from '#web/ui/next-focus.ts'
import { Note } from '#web/ui/note.tsx'
import { EntryActions, VoidDialog } from './entry-actions.tsx'
import {
  Entered,
  matchOf,
  ResultFigure,
  StateBadge,
  StateWords,
  spokenName,
  statisticName,
} from './entry-labels.tsx'
import { type Confirming, Reasons, useConfirming } from './use-confirming.tsx'
import { acceptsResults, offeredOf, useKeepResult } from './writes.ts'

const MAX_NAMED = 3

/** `Olive Whitfield, Sam Porter or a representative` */
function named({ members, representatives }: Management['secondPeople']): string {
  const names = members.slice(0, MAX_NAMED).map(({ name }) => name)
  const people = [...names, ...(representatives > 0 ? ['a representative'] : [])]
  return people.length < 2 ? (people[0] ?? '') : `${people.slice(0, -1).join(', ')} or ${people.at(-1)}`
}

/** Who confirms what the reader may not; and if nobody can, who is missing. */
export function SecondPeopleNote({ data, waiting }: { data: Management; waiting: readonly ResultEntry[] }) {
  const { campaign, permissions, secondPeople } = data
  // No person can confirm what is not final.
  const others = waiting.filter((one) => one.isFinal && one.cannotConfirmReason !== null).length
  if (others === 0) return null
  if (secondPeople.members.length + secondPeople.representatives > 0)
    return (
      <p className="quiet px-5 pb-4">
        {permissions.canConfirmResults ? 'What you entered' : 'What is entered here'} is confirmed by{' '}
        {named(secondPeople)}.
      </p>
    )
  return (
    <div className="px-5 pb-4">
      <Note tone="warning">
        <strong>No one else can confirm what you entered.</strong>{' '}
        {permissions.canManageStatistics ? (
          <Link to={paths.organization(campaign.organizationId)} className="underline underline-offset-3">
            Invite a confirmer or another owner
          </Link>
        ) : (
          'Ask an owner to invite a confirmer.'
        )}
      </Note>
    </div>
  )
}

export const isWaiting = ({ state }: ResultEntry): boolean =>
  state === 'entered' || state === 'void_requested'
const canConfirm = (result: ResultEntry): boolean => isWaiting(result) && result.cannotConfirmReason === null

/** All that awaits a second person, match by match, and how much of it this user may confirm. */
export function ConfirmQueue({ data }: { data: Management }) {
  const { data: page } = useQuery(waitingResultsQuery(data.campaign.id))
  const waiting = (page?.items ?? data.results.filter(isWaiting)).map((result) => offeredOf(data, result))
  const count = page?.count ?? data.resultsToConfirm
  const confirming = useConfirming(data)
  const isOpen = acceptsResults(data)
  const arrive = useArrival('confirm')
  const [voiding, setVoiding] = useState<ResultEntry | null>(null)
  const rest = useRef<HTMLParagraphElement>(null)
  const rowFocus = useFocusInRows({ row: '[data-result]', control: 'button[data-decides]', rest })
  const [hadSome, setHadSome] = useState(false)
  if (waiting.length > 0 && !hadSome) setHadSome(true)
  if (waiting.length === 0)
    return (
      <>
        {confirming.dialogs}
        {hadSome && (
          <p ref={rest} tabIndex={-1} className="quiet">
            Nothing is left to confirm.
          </p>
        )}
      </>
    )
  const groups = byMatch(data, waiting)
  return (
    <section
      ref={arrive}
      id="confirm"
      className="card scroll-mt-6 overflow-hidden"
      aria-label={isOpen ? 'To confirm' : 'Not confirmed'}
      {...rowFocus}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
        <div className="mr-auto">
          <Heading level={2}>{isOpen ? 'To confirm' : 'Not confirmed'}</Heading>
          <HowMany
            ref={rest}
            count={count}
            notFinal={waiting.filter(({ isFinal }) => !isFinal).length}
            isOpen={isOpen}
          />
        </div>
        <ConfirmAll confirming={confirming} waiting={waiting} count={count} />
      </div>
      {isOpen && <SecondPeopleNote data={data} waiting={waiting} />}
      {groups.map((results) => (
        <MatchGroup
          key={results[0]?.eventId ?? 'none'}
          data={data}
          results={results}
          confirming={confirming}
          onVoid={setVoiding}
        />
      ))}
      {confirming.dialogs}
      {voiding && (
        <VoidDialog campaignId={data.campaign.id} result={voiding} onClose={() => setVoiding(null)} />
      )}
      {count > waiting.length && (
        <p className="quiet fine border-t border-line px-5 py-3.5">
          The newest {countText(waiting.length)} of {countText(count)}. The others follow once these are
          confirmed.
        </p>
      )}
    </section>
  )
}

type HowManyProps = {
  ref: Ref<HTMLParagraphElement>
  count: number
  notFinal: number
  isOpen: boolean
}

/** It takes the focus where no result is left that this person may confirm. */
function HowMany({ ref, count, notFinal, isOpen }: HowManyProps) {
  if (!isOpen)
    return (
      <p className="quiet mt-1">
        {count === 1 ? 'One result was' : `${countText(count)} results were`} not confirmed before the
        campaign was cancelled, and {count === 1 ? 'does' : 'do'} not count.
      </p>
    )
  return (
    <p ref={ref} tabIndex={-1} className="mt-1">
      <strong>
        {countText(count)} {count === 1 ? 'result needs' : 'results need'} a second person to confirm.
      </strong>{' '}
      <span className="quiet">
        {count === 1 ? 'It does' : 'They do'} not count until then.
        {notFinal > 0 && ` ${countText(notFinal)} of them ${notFinal === 1 ? 'is' : 'are'} not final yet.`}
      </span>
    </p>
  )
}

type All = { confirming: Confirming; waiting: ResultEntry[]; count: number }

function ConfirmAll({ confirming, waiting, count }: All) {
  const mine = waiting.filter(canConfirm)
  // A single one has its own button.
  if (mine.length < 2) return null
  return (
    <Button kind="ink" pending={confirming.pendingOf('all')} onClick={() => confirming.start('all', mine)}>
      {mine.length === count ? `Confirm all ${mine.length}` : `Confirm the ${mine.length} I can`}
    </Button>
  )
}

/** In order of play; entries without a match, such as achievements, come last. */
function byMatch(data: Management, waiting: readonly ResultEntry[]): ResultEntry[][] {
  const groups = new Map<string, ResultEntry[]>()
  for (const result of waiting) {
    const key = result.eventId ?? ''
    groups.set(key, [...(groups.get(key) ?? []), result])
  }
  const startOf = ([first]: ResultEntry[]): string => (first && matchOf(data, first)?.startTime) ?? '\uffff'
  const order = new Map(data.statistics.map(({ id }, index) => [id, index]))
  const placeOf = ({ statisticId }: ResultEntry): number => order.get(statisticId) ?? order.size
  return [...groups.values()]
    .sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
    .map((group) => group.sort((a, b) => placeOf(a) - placeOf(b)))
}

type Doing = { data: Management; confirming: Confirming; onVoid: (result: ResultEntry) => void }

function MatchGroup({ data, results, confirming, onVoid }: Doing & { results: ResultEntry[] }) {
  const [first] = results
  const match = first && matchOf(data, first)
  const mine = results.filter(canConfirm)
  const words = useWords()
  const name = match?.name ?? `Without ${withArticle(words.match)}`
  const place = `confirm-${match?.id ?? 'none'}`
  const arrive = useArrival(place)
  return (
    <section ref={arrive} id={place} className="scroll-mt-6 border-t border-line" aria-label={name}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-sunken px-5 py-2">
        <Heading level={3} size="detail" className="mr-auto">
          {name}{' '}
          {match && (
            <span className="quiet font-normal">{dayText(match.startTime, data.campaign.timeZone)}</span>
          )}
        </Heading>
        {mine.length > 1 && (
          <Button
            size="dense"
            aria-label={`Confirm ${words.match}: ${name}`}
            pending={confirming.pendingOf(place)}
            onClick={() => confirming.start(place, mine)}
          >
            Confirm {words.match}
          </Button>
        )}
      </div>
      <ul>
        {results.map((result) => (
          <Waiting key={result.id} data={data} result={result} confirming={confirming} onVoid={onVoid} />
        ))}
      </ul>
    </section>
  )
}

function Waiting({ data, result, confirming, onVoid }: Doing & { result: ResultEntry }) {
  const keep = useKeepResult(data.campaign.id)
  const name = spokenName(data, result)
  return (
    <li
      data-result={result.id}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 border-t border-line px-5 py-3 first:border-0 md:grid-cols-[minmax(0,1fr)_auto_12.5rem] lg:grid-cols-[minmax(0,1fr)_6.875rem_minmax(0,2fr)_12.5rem]"
    >
      <strong className="break-words">{statisticName(data, result)}</strong>
      <span className="text-right lg:text-left">
        <ResultFigure result={result} />
      </span>
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <Entered data={data} result={result} />
        {result.unusual.length > 0 && (
          <Note tone="warning">
            <Reasons reasons={result.unusual} />
          </Note>
        )}
        {!result.isFinal && (
          <p className="mt-1">
            <StateBadge result={result} />
          </p>
        )}
        {result.state === 'void_requested' && (
          <p className="mt-1">
            <StateBadge result={result} /> <StateWords data={data} result={result} />
          </p>
        )}
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-2 md:col-span-1 md:justify-end md:text-right md:max-lg:col-start-3 md:max-lg:row-span-2 md:max-lg:row-start-1">
        {result.cannotConfirmReason !== null && acceptsResults(data) && (
          <span className="quiet fine">{result.cannotConfirmReason}</span>
        )}
        {canConfirm(result) && (
          <Button
            kind="ink"
            size="dense"
            aria-label={`Confirm: ${name}`}
            data-decides
            pending={confirming.pendingOf(result.id)}
            onClick={() => confirming.start(result.id, [result])}
          >
            <Icon icon={faCheck} />
            {result.state === 'entered' ? 'Confirm' : 'Confirm the void'}
          </Button>
        )}
        {result.state === 'void_requested' && result.cannotKeepReason === null && (
          <Button
            size="dense"
            aria-label={`Keep the result: ${name}`}
            data-decides
            pending={keep.isPending && 'Processing...'}
            onClick={() => keep.mutate(result.id)}
          >
            Keep the result
          </Button>
        )}
        {result.state === 'entered' && acceptsResults(data) && (
          <EntryActions data={data} result={result} onVoid={() => onVoid(result)} onCorrect={null} />
        )}
      </div>
    </li>
  )
}
