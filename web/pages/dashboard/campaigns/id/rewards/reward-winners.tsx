import { faCheck, faTrophy } from '@fortawesome/free-solid-svg-icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reward, RewardProgress } from '#domain/schemas/reward.ts'
import { dateText, usd } from '#web/format.ts'
import { PastTheEnd } from '#web/parts/records/past-the-end.tsx'
import { campaignKey, moreWinnersQuery } from '#web/queries/campaigns.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { useWrite } from '#web/write.ts'

type Props = {
  campaignId: string
  timeZone: string
  reward: Reward
  standing: RewardProgress
  /** Anonymous winners get their prize from a representative. */
  isRepresentative: boolean
}
type Winner = RewardProgress['winners'][number]

/** Longer lists are behind a button, and very long ones on pages. */
const FIRST = 5
const PAGE = 100

/** The first page came with all rewards; the others are read when they are turned to. */
function usePage({ campaignId, standing }: Pick<Props, 'campaignId' | 'standing'>) {
  const [page, setPage] = useState(1)
  const more = useQuery({
    ...moreWinnersQuery(campaignId, standing.rewardId, page),
    enabled: page > 1,
    placeholderData: keepPreviousData,
  })
  const later = more.data?.find(({ rewardId }) => rewardId === standing.rewardId)
  const { winners, winnersCount } = page === 1 ? standing : (later ?? standing)
  return { page, setPage, winners, winnersCount }
}

type NoneProps = { page: number; winnersCount: number; onPage: (page: number) => void }

/** A later page without winners is past the end: they were fewer when it was turned to. */
export function NoWinners({ page, winnersCount, onPage }: NoneProps) {
  return page === 1 ? (
    <p className="quiet mt-1">No one qualifies yet.</p>
  ) : (
    <div className="mt-3">
      <PastTheEnd count={winnersCount} pageSize={PAGE} onPage={onPage} />
    </div>
  )
}

/** A reward's status: the rule in a sentence, who wins by it, and to whom the prize was handed. */
export function RewardWinners({ standing, ...props }: Props) {
  const [isWhole, setWhole] = useState(false)
  const { isFinal, explanation } = standing
  const { page, setPage, winners, winnersCount } = usePage({ campaignId: props.campaignId, standing })
  const start = (page - 1) * PAGE
  const shown = isWhole ? winners : winners.slice(0, FIRST)
  return (
    <section className="mt-4 border-t border-line pt-4" aria-label={`Winners of ${props.reward.title}`}>
      <p className="quiet fine">{explanation}</p>
      <p className="mt-2 font-semibold">
        {isFinal ? 'Winners' : 'Current standings'}
        {!isFinal && (
          <span className="quiet fine block font-normal">Final once the campaign is settled.</span>
        )}
      </p>
      {winners.length === 0 && <NoWinners page={page} winnersCount={winnersCount} onPage={setPage} />}
      <ol className="mt-1 grid">
        {shown.map((winner) => (
          <WinnerRow key={winner.pledgeId} {...props} winner={winner} isFinal={isFinal} />
        ))}
      </ol>
      {shown.length < winners.length && (
        <Button size="small" className="mt-2" onClick={() => setWhole(true)}>
          Show {winnersCount > PAGE ? `the first ${winners.length}` : `all ${winners.length}`}
        </Button>
      )}
      {isWhole && winnersCount > PAGE && winners.length > 0 && (
        <Pager
          label={`Pages of the winners of ${props.reward.title}`}
          from={start + 1}
          to={Math.min(start + PAGE, winnersCount)}
          of={winnersCount}
          onPrevious={page > 1 ? () => setPage(page - 1) : null}
          onNext={start + PAGE < winnersCount ? () => setPage(page + 1) : null}
        />
      )}
    </section>
  )
}

type RowProps = Omit<Props, 'standing'> & { winner: Winner; isFinal: boolean }

function WinnerRow({ campaignId, timeZone, reward, winner, isFinal, isRepresentative }: RowProps) {
  const { place, figure, prize, contact, isAnonymous, handedOutAt, pledgedAt, isHandedOutOnly } = winner
  const pledgedOn = `pledged ${dateText(pledgedAt, timeZone)}`
  const mayHandOut = isFinal && (isRepresentative || !isAnonymous)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
      <span className="fig fig-s w-7 flex-none text-right">{isHandedOutOnly ? '–' : place}</span>
      <div className="min-w-0 flex-1">
        <p className="break-words font-semibold">{contact?.name ?? 'Anonymous Supporter'}</p>
        {contact && (
          <p className="quiet fine break-words">
            {[contact.email, contact.phone].filter(Boolean).join(', ')}
          </p>
        )}
        {isHandedOutOnly && (
          <p className="quiet fine">No longer a winner under the rule: the prize was already handed out.</p>
        )}
        <p className="quiet fine">{[figure && usd(figure), pledgedOn, prize].filter(Boolean).join(', ')}</p>
        {isFinal && isAnonymous && !isRepresentative && (
          <p className="quiet fine">Anonymous: a representative delivers the prize.</p>
        )}
      </div>
      {mayHandOut ? (
        <Handout campaignId={campaignId} timeZone={timeZone} winner={winner} rewardId={reward.id} />
      ) : (
        handedOutAt && <Badge tone="completed">Handed out</Badge>
      )}
    </li>
  )
}

type HandoutProps = { campaignId: string; timeZone: string; rewardId: string; winner: Winner }

function Handout({ campaignId, timeZone, rewardId, winner }: HandoutProps) {
  const { pledgeId, handedOutAt, contact } = winner
  const path = `/api/campaigns/${campaignId}/rewards/${rewardId}/handouts`
  const whose = contact?.name ?? 'Anonymous Supporter'
  const change = useWrite({
    request: () =>
      handedOutAt
        ? { method: 'DELETE', path: `${path}/${pledgeId}` }
        : { method: 'POST', path, payload: { pledgeId } },
    failure: 'Failed to update reward',
    refresh: [[...campaignKey(campaignId), 'rewards']],
  })
  if (!handedOutAt) {
    return (
      <Button
        size="small"
        aria-label={`Mark as handed out: ${whose}`}
        pending={change.isPending && 'Saving...'}
        onClick={() => change.mutate()}
      >
        <Icon icon={faTrophy} />
        Mark as handed out
      </Button>
    )
  }
  return (
    <div className="flex items-center gap-3">
      <span className="fine flex items-center gap-2">
        <Icon icon={faCheck} />
        Handed out {dateText(handedOutAt, timeZone)}
      </span>
      <Button
        kind="quiet"
        size="small"
        aria-label={`Undo: handed out to ${whose}`}
        pending={change.isPending && 'Saving...'}
        onClick={() => change.mutate()}
      >
        Undo
      </Button>
    </div>
  )
}
