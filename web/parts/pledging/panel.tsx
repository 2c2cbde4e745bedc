import { faLock } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { usd } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { campaignAmbassadorsQuery } from '#web/queries/campaigns.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { preloadToasts } from '#web/ui/toast.tsx'
import { useIsSeen } from '#web/ui/use-is-seen.ts'
import { isOpening, keepOpening } from './opening.ts'
import { FOOT_BAR, PANEL_FOOT } from './panel-classes.ts'
import { askToSignIn, Most, StatisticList } from './panel-parts.tsx'
import { useCredited } from './referral.ts'
import { countsOf, isByLastYear, keepSelection, NOTHING, type Selection } from './selection.ts'
import { StatisticCard } from './statistic-card.tsx'
import { type Panel, usePanel } from './use-panel.ts'

// What is shown once something is chosen is loaded then.
const Cap = lazily(async () => (await import('./cap.tsx')).Cap)
const Figures = lazily(async () => (await import('./figures.tsx')).Figures)
const CountsChoice = lazily(async () => (await import('./counts-choice.tsx')).CountsChoice)
const FootBar = lazily(async () => (await import('./foot-bar.tsx')).FootBar)
const OwnPledges = lazily(async () => (await import('./own-pledges.tsx')).OwnPledges)
const PledgeDialog = lazily(async () => (await import('./dialog.tsx')).PledgeDialog)

/** Names of ambassadors are read only by someone who pledges. */
function useAmbassadors({ campaigns: { id }, ambassadorsCount }: CampaignDetail, isPledging: boolean) {
  const { data } = useQuery({ ...campaignAmbassadorsQuery(id), enabled: ambassadorsCount > 0 && isPledging })
  return ambassadorsCount > 0 ? data : []
}

/** Loaded only for those who are signed in. */
const EarlierPledges = ({ campaignId }: { campaignId: string }) => (
  <Suspense>
    <OwnPledges campaignId={campaignId} className="mb-4" />
  </Suspense>
)

/** `whileClosed`: what someone can do who has to wait. */
export function PledgePanel({ detail, whileClosed }: { detail: CampaignDetail; whileClosed?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const panel = usePanel(detail)
  const words = useWords()
  const { campaignId, user, selection, dispatch, chosen, payload, problem, quoted, closed, most } = panel
  const section = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isButtonSeen = useIsSeen(button)
  const credited = useCredited(campaignId)
  const ambassadors = useAmbassadors(detail, chosen.length > 0)
  const refusal = closed ?? problem ?? quoted.problem
  usePreload(chosen.length > 0)
  useChosenInSight(section, selection)
  // Back from signing in, and after a reload midway, the pledge continues where it was.
  const canGoOn = user !== null && chosen.length > 0 && !refusal
  useEffect(() => {
    if (canGoOn && isOpening(campaignId, user.id)) setOpen(true)
  }, [canGoOn, campaignId, user])

  const lockIn = (): void => {
    if (chosen.length === 0 || refusal) return
    if (user) {
      setOpen(true)
      return
    }
    keepSelection(campaignId, selection)
    keepOpening(campaignId)
    askToSignIn(
      { title: 'Join the Team!', description: 'Sign in to lock in your pledge and support the squad!' },
      'pledge',
    )
  }

  return (
    <section ref={section} className="card p-5 md:p-6" aria-labelledby="support-title">
      <Heading level={2} id="support-title" className="mb-2">
        Support This Campaign
      </Heading>
      {closed === null && panel.statistics.length > 0 && (
        <p className="quiet mb-4">
          Pick what you pay for. You pay after the {words.season}, only for what actually happens.
        </p>
      )}
      {closed === null && user && <EarlierPledges campaignId={campaignId} />}
      <StatisticList {...panel} whileClosed={whileClosed}>
        {(statistic) => (
          <StatisticCard
            key={statistic.id}
            statistic={statistic}
            pick={selection.picks[statistic.id]}
            chosen={chosen.find((line) => line.statistic.id === statistic.id)}
            isClosed={closed !== null}
            isAllSeason={selection.counts.from === 'season'}
            dispatch={dispatch}
          />
        )}
      </StatisticList>
      {chosen.length === 0 && closed === null && user === null && panel.statistics.length > 0 && (
        <WithoutAccount {...panel} place="alone" />
      )}
      {chosen.length > 0 && (
        <Suspense fallback={<Skeleton className="mt-5 h-[11.6875rem]" />}>
          <CountsChoice {...panel} detail={detail} />
          <Cap {...panel} />
        </Suspense>
      )}
      {chosen.length > 0 && (
        <>
          <p className="mt-5 flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              {chosen.length} selected, estimated total
              {chosen.some(isByLastYear) && <span className="quiet fine block">at last year’s result</span>}
            </span>
            <Figure text={quoted.quote ? usd(quoted.quote.estimate) : '…'} size="s" />
          </p>
          <div className={PANEL_FOOT}>
            <Most most={most} />
            <div className="mt-2.5">
              <Button ref={button} kind="primary" full reason={refusal ?? undefined} onClick={lockIn}>
                Lock in your pledge now!
              </Button>
              {user === null && <WithoutAccount {...panel} place="foot" />}
            </div>
          </div>
          <p className="quiet fine mt-3 flex items-center justify-center gap-2">
            <Icon icon={faLock} /> Nothing is charged today.
          </p>
          {/* Below the button: it arrives with the quote, and must not move what is about to be pressed. */}
          <Suspense fallback={null}>
            <Figures {...panel} className="mt-3" />
          </Suspense>
        </>
      )}
      {chosen.length === 0 && closed === null && panel.statistics.length > 0 && <ToPanel section={section} />}
      {chosen.length > 0 && !isButtonSeen && (
        <Suspense fallback={null}>
          <FootBar
            most={most}
            refusal={refusal}
            lockIn={lockIn}
            section={section}
            button={button}
            short={user === null && <WithoutAccount {...panel} place="bar" />}
          />
        </Suspense>
      )}
      {isOpen && user && (
        <Suspense fallback={null}>
          <PledgeDialog
            detail={detail}
            user={user}
            ambassadors={ambassadors}
            credited={credited}
            chosen={chosen}
            payload={payload}
            counts={countsOf(selection, chosen)}
            home={button}
            onClose={() => setOpen(false)}
            onPledged={() => dispatch({ do: 'restore', selection: NOTHING })}
          />
        </Suspense>
      )}
    </section>
  )
}

/** As prominent as the way that signs in, where that one is beside it. */
const SHORT_WAY = {
  alone: `${buttonClass({ full: true })} mt-4`,
  foot: `${buttonClass({ kind: 'primary', full: true })} mt-2`,
  bar: buttonClass({ kind: 'primary', size: 'small', full: true }),
}
type WithoutAccountProps = Pick<Panel, 'campaignId' | 'selection'> & { place: keyof typeof SHORT_WAY }

/** The short way, with the current selection: one screen, no password. */
function WithoutAccount({ campaignId, selection, place }: WithoutAccountProps) {
  return (
    <Link
      to={paths.guestPledge(campaignId)}
      className={SHORT_WAY[place]}
      onClick={() => keepSelection(campaignId, selection)}
    >
      Pledge without an account
    </Link>
  )
}

/** As soon as something is picked, the next step is preloaded. */
function usePreload(isChosen: boolean): void {
  useEffect(() => {
    if (!isChosen) return
    PledgeDialog.preload()
    preloadToasts()
  }, [isChosen])
}

/** On a phone, a link to the panel while it is out of sight. Works without a script. */
function ToPanel({ section }: { section: RefObject<HTMLElement | null> }) {
  const isSeen = useIsSeen(section)
  if (isSeen) return null
  return (
    <div className={FOOT_BAR}>
      <a href="#support" className={buttonClass({ kind: 'primary', full: true })}>
        Support This Campaign
      </a>
    </div>
  )
}

/** What was just picked stays in sight although its card grows, and although the panel's foot may have appeared over it. */
function useChosenInSight(panel: RefObject<HTMLElement | null>, { picks }: Selection): void {
  const before = useRef(picks)
  useLayoutEffect(() => {
    const changed = Object.keys(picks).find((id) => picks[id] !== before.current[id])
    before.current = picks
    if (!changed || !panel.current?.contains(document.activeElement)) return
    const card = panel.current.querySelector(`#statistic-${changed}`)?.closest('li')
    card?.querySelector('fieldset')?.scrollIntoView({ block: 'nearest' })
  }, [panel, picks])
}
