import { faLock } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { usd } from '#web/format.ts'
import { campaignAmbassadorsQuery } from '#web/queries/campaigns.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { EmptyState, Note } from '#web/ui/note.tsx'
import { useRested } from '#web/ui/rested.ts'
import { Switch } from '#web/ui/switch.tsx'
import { askToSignIn } from './ask-to-sign-in.ts'
import { quoteQuery } from './quote.ts'
import { useCredited } from './referral.ts'
import {
  capProblem,
  chosenOf,
  keepSelection,
  NOTHING,
  payloadOf,
  suggestedCapOf,
  useSelection,
} from './selection.ts'
import { StatisticCard } from './statistic-card.tsx'

const PledgeDialog = lazy(() =>
  import('./dialog.tsx').then(({ PledgeDialog }) => ({ default: PledgeDialog })),
)
/** A question a second is enough while somebody types. */
const QUOTE_PAUSE_MS = 250

export function PledgePanel({ detail }: { detail: CampaignDetail }) {
  const { campaigns: campaign } = detail
  const user = useUser()
  const [selection, dispatch] = useSelection(campaign.id)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLDivElement>(null)
  const isButtonSeen = useIsSeen(button)
  const credited = useCredited(campaign.id)
  const ambassadors = useQuery(campaignAmbassadorsQuery(campaign.id))

  const statistics = detail.statistics.filter((statistic) => statistic.isActive)
  const chosen = chosenOf(selection, statistics)
  const problem = capProblem(selection)
  const payload = payloadOf(selection, chosen)
  const quote = useQuery(quoteQuery(campaign.id, useRested(payload, QUOTE_PAUSE_MS)))
  const closed = campaign.pledgesClosedReason
  const isReady = chosen.length > 0 && !problem

  const lockIn = (): void => {
    if (!isReady) return
    if (user) {
      setOpen(true)
      return
    }
    keepSelection(campaign.id, selection)
    askToSignIn({
      title: 'Join the Team!',
      description: 'Sign in to lock in your pledge and support the squad!',
    })
  }

  return (
    <section className="card p-5 md:p-6" aria-labelledby="support-title">
      <h2 id="support-title" className="text-[34px]">
        Support This Campaign
      </h2>
      <p className="quiet mt-2 mb-4">
        Pick what you pay for. You pay after the season, only for what really happens.
      </p>
      {closed && (
        <div className="mb-4">
          <Note>{closed}</Note>
        </div>
      )}
      {statistics.length === 0 ? (
        <EmptyState title="Nothing to pick yet">
          The statistics of this campaign are being prepared. Come back soon.
        </EmptyState>
      ) : (
        <ul className="grid gap-3.5">
          {statistics.map((statistic) => (
            <StatisticCard
              key={statistic.id}
              statistic={statistic}
              pick={selection.picks[statistic.id]}
              chosen={chosen.find((line) => line.statistic.id === statistic.id)}
              isClosed={closed !== null}
              dispatch={dispatch}
            />
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <div className="mt-5 border-t border-line pt-4">
          <Switch
            label="Set Maximum Donation Cap"
            hint="You are charged at most this amount."
            checked={selection.hasCap}
            onChange={() => dispatch({ do: 'toggleCap', suggested: suggestedCapOf(chosen) })}
          />
          {selection.hasCap && (
            <MoneyField
              label="Maximum amount"
              className="mt-3"
              value={selection.cap}
              error={problem}
              onChange={(event) => dispatch({ do: 'cap', text: event.target.value })}
            />
          )}
        </div>
      )}
      {chosen.length > 0 && (
        <div className="panel-foot">
          <p className="flex items-baseline justify-between gap-3">
            <span>{chosen.length} selected, estimated total</span>
            <Figure text={quote.data ? usd(quote.data.estimate) : '…'} size="s" />
          </p>
          <p
            className="mt-2.5 flex items-end justify-between gap-3 border-t-[3px] border-ink pt-3"
            aria-live="polite"
          >
            <strong>The most you can owe</strong>
            <Figure text={quote.data && !problem ? usd(quote.data.most) : '…'} className="text-[52px]" />
          </p>
          {quote.isError && (
            <div className="mt-3">
              <Note tone="warning">The figures could not be worked out just now. Try again in a moment.</Note>
            </div>
          )}
          <div ref={button} className="mt-3">
            <Button kind="primary" size="big" full disabled={!isReady || closed !== null} onClick={lockIn}>
              Lock in your pledge now!
            </Button>
          </div>
          <p className="quiet fine mt-3 flex items-center justify-center gap-2">
            <Icon icon={faLock} /> Nothing is charged today.
          </p>
        </div>
      )}
      {isReady && !isButtonSeen && !isOpen && closed === null && (
        <div className="footbar">
          <p className="flex-none">
            <span className="quiet fine block">Most you can owe</span>
            <Figure text={quote.data ? usd(quote.data.most) : '…'} className="text-[32px]" />
          </p>
          <Button kind="primary" className="flex-1" onClick={lockIn}>
            Lock in your pledge now!
          </Button>
        </div>
      )}
      {isOpen && user && (
        <Suspense fallback={null}>
          <PledgeDialog
            detail={detail}
            user={user}
            ambassadors={ambassadors.data ?? []}
            credited={credited}
            chosen={chosen}
            payload={payload}
            onClose={() => setOpen(false)}
            onPledged={() => dispatch({ do: 'restore', selection: NOTHING })}
          />
        </Suspense>
      )}
    </section>
  )
}

function useIsSeen(target: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false))
    observer.observe(element)
    return () => observer.disconnect()
  })
  return isSeen
}
