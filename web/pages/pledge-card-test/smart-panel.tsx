import {
  faBan,
  faCreditCard,
  faLightbulb,
  faLock,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons'
import { type MouseEvent, Suspense, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { estimateAtTarget } from '#domain/pledges/pledge.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { pledgeCard } from '#web/content/pledge-card.ts'
import { percentOfGoal, usd } from '#web/format.ts'
import { keepEntered, keptEntered, NOTHING_ENTERED } from '#web/parts/guests/entered.ts'
import { Figures } from '#web/parts/pledging/figures.tsx'
import { FOOT_BAR, PANEL_FOOT } from '#web/parts/pledging/panel-classes.ts'
import { askToSignIn, Most, QuoteProblem, StatisticList } from '#web/parts/pledging/panel-parts.tsx'
import { pledgeIntent } from '#web/parts/pledging/pledge-intent.ts'
import {
  estimatedTotalOf,
  keepSelection,
  NOTHING,
  type PledgePayload,
  type Selection,
  suggestedCapOf,
} from '#web/parts/pledging/selection.ts'
import { shownLines } from '#web/parts/pledging/shown-terms.ts'
import { withoutCapWords } from '#web/parts/pledging/unit-labels.ts'
import { type Panel, usePanel } from '#web/parts/pledging/use-panel.ts'
import { paths } from '#web/paths.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { userPledgesQuery } from '#web/queries/users.ts'
import { noteDone } from '#web/site/last-action.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { ProgressBar } from '#web/ui/bar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { MoneyField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Note } from '#web/ui/note.tsx'
import { useIsSeen } from '#web/ui/use-is-seen.ts'
import { useWrite } from '#web/write.ts'
import { type Place, placeOf } from './review-place.ts'
import { SmartCard } from './smart-card.tsx'

const ReviewDialog = lazily(async () => (await import('./review-dialog.tsx')).ReviewDialog)
// Only for a user whose address is not verified yet.
const ProveEmail = lazily(async () => (await import('./prove-email.tsx')).ProveEmail)

const SECURITY: Record<(typeof pledgeCard.security)[number]['icon'], IconDefinition> = {
  lock: faLock,
  card: faCreditCard,
  cancel: faBan,
}

/** The Smart Pledge panel: from picking to a pledge on one page, paid by invoice. */
export function SmartPanel({ detail }: { detail: CampaignDetail }) {
  const { id: campaignId } = detail.campaigns
  /** Null until it is asked for the first time. */
  const [isProving, setProving] = useState<boolean | null>(null)
  const [review, setReview] = useState<{ place: Place } | null>(null)
  const words = useWords()
  const panel = usePanel(detail, estimateAtTarget)
  const { user, dispatch } = panel
  const pledge = useCardPledge(panel, () => setReview(null))
  const { selection, chosen, payload, problem, quoted, closed, most } = panel
  const summary = useRef<HTMLElement>(null)
  const isSummarySeen = useIsSeen(summary)
  const reason = closed ?? problem ?? quoted.problem ?? undefined

  const press = (event: MouseEvent): void => {
    if (chosen.length === 0 || reason) return
    if (!user) {
      keepSelection(campaignId, selection)
      askToSignIn(
        { title: 'Authentication Required', description: 'Please sign in to make a pledge.' },
        'pledge',
      )
    } else if (!user.emailVerified) setProving(true)
    else {
      pledge.reset()
      setReview({ place: placeOf(event) })
    }
  }

  return (
    <section className="card p-5 md:p-6" aria-labelledby="smart-title">
      <Heading level={2} id="smart-title">
        {pledgeCard.title}
      </Heading>
      <p className="quiet mt-2 mb-4">{pledgeCard.lead}</p>
      <Insight />
      <StatisticList {...panel}>
        {(statistic) => (
          <SmartCard
            key={statistic.id}
            statistic={statistic}
            pick={selection.picks[statistic.id]}
            chosen={chosen.find((line) => line.statistic.id === statistic.id)}
            isClosed={closed !== null}
            dispatch={dispatch}
          />
        )}
      </StatisticList>
      {chosen.length > 0 && (
        <>
          <SmartCap {...panel} />
          <section
            ref={summary}
            className="mt-5 scroll-mt-4 border-t border-line pt-4"
            aria-labelledby="summary"
          >
            <Heading level={3} size="detail" id="summary">
              Pledge summary
            </Heading>
            <dl className="mt-2 grid gap-1">
              <Row name="Pledges selected" figure={String(chosen.length)} />
              <Row name="Estimated total" figure={usd(estimatedTotalOf(chosen))} />
            </dl>
            <p className="quiet fine mt-1">At this {words.season}’s targets.</p>
            <QuoteProblem quoted={quoted} />
            <ByCheck />
          </section>
          <div className={PANEL_FOOT}>
            <Most most={most} />
            <Button
              kind="primary"
              full
              className="mt-2.5"
              pending={!quoted.isCurrent && !reason && 'Calculating...'}
              reason={reason}
              onClick={press}
            >
              Pledge now
            </Button>
            {!user && <WithoutAccount campaignId={campaignId} selection={selection} />}
          </div>
          <p className="quiet fine mt-3 flex items-center justify-center gap-2">
            <Icon icon={faLock} /> Nothing is paid now: an invoice comes at the end.
          </p>
          <Figures {...panel} className="mt-3" />
        </>
      )}
      {chosen.length > 0 && !isSummarySeen && !isProving && closed === null && (
        <div className={FOOT_BAR}>
          <p className="flex-none">
            <span className="quiet fine block">Most you can owe</span>
            <Figure text={most ? usd(most) : '…'} className="large-[2]" />
          </p>
          <Button className="flex-1" onClick={() => summary.current?.scrollIntoView()}>
            Review
          </Button>
        </div>
      )}
      {review && user && chosen.length > 0 && (
        <Suspense fallback={null}>
          <ReviewDialog
            detail={detail}
            chosen={chosen}
            payload={payload}
            pledgerId={user.id}
            openedAt={review.place}
            error={pledge.error}
            isSending={pledge.isPending}
            onConfirm={() => pledge.mutate(payload)}
            onClose={() => setReview(null)}
          />
        </Suspense>
      )}
      {pledge.data && chosen.length === 0 && <LockedIn pledge={pledge.data} />}
      <Security />
      {user && isProving !== null && (
        <Suspense fallback={null}>
          <ProveEmail email={user.email} isOpen={isProving} onClose={() => setProving(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** By check, after the season; once for each press, even if its response was lost and the page reloaded. */
function useCardPledge(panel: Panel, onMade: () => void) {
  const { campaignId, user, dispatch } = panel
  return useWrite<Pledge, PledgePayload>({
    request: (payload) => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/pledges`,
      payload: {
        ...payload,
        paymentTiming: 'end_of_campaign',
        agreedMaximum: panel.most,
        pledgeStatistics: shownLines(payload, panel.chosen),
      },
    }),
    failure: 'Pledge Failed',
    success: ({ isHeld }) =>
      isHeld
        ? {
            title: 'Pledge received',
            description: 'We review large check and cash pledges first. We will email you.',
          }
        : {
            title: 'Pledge Created Successfully!',
            description: 'Your support has been locked in. Thank you for backing this campaign!',
          },
    refresh: [campaignKey(campaignId), userPledgesQuery.queryKey],
    onSuccess: ({ id }) => {
      noteDone('Your pledge was made.', paths.pledge(id))
      onMade()
      keepSelection(campaignId, NOTHING)
      dispatch({ do: 'restore', selection: NOTHING })
    },
    ...useMemo(() => (user ? { intent: pledgeIntent(campaignId, user.id) } : {}), [campaignId, user]),
  })
}

function Security() {
  return (
    <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-4">
      {pledgeCard.security.map(({ icon, text }) => (
        <li key={icon} className="quiet fine flex items-center gap-2">
          <Icon icon={SECURITY[icon]} />
          {text}
        </li>
      ))}
    </ul>
  )
}

function ByCheck() {
  const words = useWords()
  return (
    <div className="mt-4">
      <Note>
        <strong>You pay by check, after the {words.season}.</strong> When it is settled you get an invoice by
        email with every {words.match} and the exact amount, due 30 days later. It is never above the most you
        can owe.
      </Note>
    </div>
  )
}

/** The short way, with the current selection, and by check as on this page. */
function WithoutAccount({ campaignId, selection }: { campaignId: string; selection: Selection }) {
  return (
    <Link
      to={paths.guestPledge(campaignId)}
      className={`${buttonClass({ kind: 'primary', full: true })} mt-2`}
      onClick={() => {
        keepSelection(campaignId, selection)
        keepEntered(campaignId, { ...(keptEntered(campaignId) ?? NOTHING_ENTERED), method: 'check' })
      }}
    >
      Pledge without an account
    </Link>
  )
}

/** What the provider has learned about amounts: marketing, and recognizable as such by its position. */
function Insight() {
  const { insight, stats } = pledgeCard
  return (
    <aside className="mb-5 rounded-control bg-sunken" aria-label={insight.title}>
      <p className="flex gap-3 px-4 pt-4 text-[0.9375rem] leading-snug">
        <Icon icon={faLightbulb} className="mt-0.5" />
        <span>
          <strong>{insight.title}.</strong> {insight.text}
        </span>
      </p>
      <dl className="grid grid-cols-3 gap-3 p-4">
        {stats.map(({ figure, text }) => (
          <div key={text} className="flex flex-col-reverse justify-end">
            <dt className="quiet fine">{text}</dt>
            <dd className="fig large-[1.75]">{figure}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

const Row = ({ name, figure }: { name: string; figure: string }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt>{name}</dt>
    <dd>
      <Figure text={figure} size="s" />
    </dd>
  </div>
)

function LockedIn({ pledge }: { pledge: Pledge }) {
  return (
    <div className="mt-5">
      <Note tone="good" role="status">
        <strong>Your pledge is locked in.</strong> You owe {usd(pledge.agreedMaximum)} at most, and nothing
        today.{' '}
        <Link to={paths.pledge(pledge.id)} className="text-link">
          See your pledge
        </Link>
      </Note>
    </div>
  )
}

/** The larger of $200 and 1.5 times the estimate, and a custom maximum. */
function SmartCap({
  chosen,
  selection,
  problem,
  quoted,
  dispatch,
}: Pick<Panel, 'chosen' | 'selection' | 'problem' | 'quoted' | 'dispatch'>) {
  const words = useWords()
  const cap = suggestedCapOf(chosen)
  const percent = percentOfGoal(estimatedTotalOf(chosen), cap)
  const isUsed = selection.cap === cap
  return (
    <section className="mt-4 grid gap-3 border-t border-line pt-4" aria-labelledby="smart-cap">
      <strong id="smart-cap">Smart Cap</strong>
      <ProgressBar percent={percent} label="Estimated total as a share of the Smart Cap" thin />
      <p className="quiet fine">
        We suggest a maximum of {usd(cap)}: room for a good {words.season}. Your estimate is {percent}% of it.
      </p>
      <Button
        size="small"
        className="justify-self-start"
        onClick={() => dispatch({ do: 'customMaximum', text: isUsed ? '' : cap })}
      >
        {isUsed ? 'Remove the Smart Cap' : 'Use the Smart Cap'}
      </Button>
      <MoneyField
        label="Custom Maximum"
        optional
        hint={`You are charged at most this amount.${withoutCapWords(quoted.quote, selection.hasCap)}`}
        value={selection.cap}
        error={problem}
        onChange={(event) => dispatch({ do: 'customMaximum', text: event.target.value })}
      />
    </section>
  )
}
