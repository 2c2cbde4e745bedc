import { useState } from 'react'
import { Link } from 'react-router'
import { parseTyped, toDecimal, ZERO } from '#domain/money.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { CampaignArt } from '#web/art/campaign-art.tsx'
import { shortUsd, usd } from '#web/format.ts'
import { ComesTo } from '#web/parts/pledging/comes-to.tsx'
import { maximumWords } from '#web/parts/pledging/maximum-sentence.ts'
import { ambassadorName, useCredited } from '#web/parts/pledging/referral.ts'
import { amountProblem, type Chosen, type Dispatch, type Selection } from '#web/parts/pledging/selection.ts'
import { dueWhen, perUnit, promiseOf, withoutCapWords } from '#web/parts/pledging/unit-labels.ts'
import type { Panel } from '#web/parts/pledging/use-panel.ts'
import { paths } from '#web/paths.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { FieldError, MoneyField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'

const LONG = 9

/** The largest figure of the screen, what it means, and how to lower it. */
export function Maximum({ most, selection, chosen, problem, quoted, dispatch }: Panel) {
  const [isOpen, setOpen] = useState(false)
  const words = useWords()
  const isShown = isOpen || selection.hasCap
  const { quote } = quoted
  const open = (): void => {
    setOpen(true)
    if (!selection.hasCap) dispatch({ do: 'toggleCap', suggested: most ?? '' })
  }
  const close = (): void => {
    setOpen(false)
    if (selection.hasCap) dispatch({ do: 'toggleCap', suggested: '' })
  }
  return (
    <section className="grid gap-2 border-t-[3px] border-ink pt-3" aria-labelledby="most-title">
      <h2 id="most-title" className="sr-only">
        Your maximum
      </h2>
      <p className="flex items-end justify-between gap-3" aria-live="polite">
        <strong>The most you can owe</strong>
        <Figure
          text={most ? usd(most) : '…'}
          className={most && most.length > LONG ? 'large-[2.75]' : 'large-[4]'}
        />
      </p>
      {quote && most && <ComesTo range={quote.forecast} most={quote.most} earned={quote.alreadyEarned} />}
      <p className="quiet fine">
        {quote && most && maximumWords(quote, chosen, selection.hasCap)} You pay only for confirmed results,
        after the {words.season}.
      </p>
      {isShown ? (
        <>
          <MoneyField
            label="My maximum"
            hint={`You are charged at most this amount.${withoutCapWords(quote, selection.hasCap)}`}
            value={selection.cap}
            error={problem}
            onChange={(event) => dispatch({ do: 'cap', text: event.target.value })}
          />
          <Button kind="quiet" className="-ml-3 justify-self-start" onClick={close}>
            Remove my own maximum
          </Button>
        </>
      ) : (
        <Button kind="quiet" className="-ml-3 justify-self-start" onClick={open}>
          Set my own maximum
        </Button>
      )}
    </section>
  )
}

const MAX_PRESETS = 3
const OWN_AMOUNT = 'own-amount'
const AMOUNT_ERROR = `${OWN_AMOUNT}-error`

type Props = {
  campaignId: string
  statistics: readonly Statistic[]
  selection: Selection
  chosen: readonly Chosen[]
  dispatch: Dispatch
  /** The statistic that amounts are offered for. */
  current: Statistic
  onStatistic: (id: string) => void
  error: string | undefined
}

/** One statistic and one amount, each a tap; or the list, if more was picked on the campaign's page. */
export function Pick(props: Props) {
  const words = useWords()
  if (props.chosen.length > 1) return <Picked {...props} />
  const { statistics, selection, dispatch, current, onStatistic, error } = props
  const pick = selection.picks[current.id]
  return (
    <section className="grid gap-3" aria-labelledby="pick-title">
      <p id="pick-title" className="field-label">
        I pledge {perUnit(current)}
      </p>
      {statistics.length > 1 && (
        <Chips
          words
          legend="What you pledge on"
          options={statistics.map(({ id, name }) => ({ value: id, label: name }))}
          value={current.id}
          onChange={onStatistic}
        />
      )}
      <Chips
        legend={`Amount for ${current.name}`}
        describedBy={error && AMOUNT_ERROR}
        options={current.pledgeAmountOptions.slice(0, MAX_PRESETS).map((option) => ({
          value: String(option),
          label: shortUsd(option),
        }))}
        value={pick?.preset ?? null}
        onChange={(amount) => dispatch({ do: 'preset', id: current.id, amount })}
      />
      {current.allowCustomAmounts && (
        <MoneyField
          label="Or your own amount"
          id={OWN_AMOUNT}
          value={pick?.custom ?? ''}
          error={(pick && (amountProblem(pick) ?? zeroProblem(pick))) ?? error}
          onChange={(event) => dispatch({ do: 'custom', id: current.id, text: event.target.value })}
        />
      )}
      {error && !current.allowCustomAmounts && <FieldError id={AMOUNT_ERROR}>{error}</FieldError>}
      <p className="quiet fine">{current.description ?? `${promiseOf(current, words)}.`}</p>
    </section>
  )
}

/** On this form, an amount of 0 pledges nothing. */
const zeroProblem = ({ custom }: { custom: string }): string | undefined =>
  parseTyped(custom) === ZERO ? 'Enter an amount above 0' : undefined

function Picked({ chosen, campaignId }: Props) {
  return (
    <section className="grid gap-2" aria-labelledby="pick-title">
      <p id="pick-title" className="field-label">
        I pledge
      </p>
      <ul className="grid gap-1">
        {chosen.map(({ statistic, rate }) => (
          <li key={statistic.id} className="flex justify-between gap-3 border-b border-line py-1.5">
            <span className="min-w-0 break-words">{statistic.name}</span>
            <span className="flex-none">
              {usd(toDecimal(rate))} {dueWhen(statistic)}
            </span>
          </li>
        ))}
      </ul>
      <p className="fine">
        <Link to={paths.campaign(campaignId)} className="text-link">
          Change on the campaign’s page
        </Link>
      </p>
    </section>
  )
}

/** Whom the pledge is for: a guest may have come by a code, and has seen no other page of the campaign. */
export function Head({ campaigns: campaign, organizations: organization }: CampaignDetail) {
  const helps = campaign.howThisCampaignHelps?.description
  return (
    <header className="grid gap-2">
      <CampaignArt
        campaign={campaign}
        size="card"
        className="picture h-28 w-full rounded-control bg-boarddeep object-cover object-[50%_12%] md:h-40"
        isFirst
      />
      <Heading level={1} size="page" dir="auto" className="mt-2 wrap-anywhere">
        {campaign.name}
      </Heading>
      <p className="wrap-anywhere">
        For{' '}
        <strong>
          <bdi>{organization.name}</bdi>
        </strong>
      </p>
      <p className="line-clamp-3 wrap-anywhere" dir="auto">
        {campaign.aboutThisCampaign}
      </p>
      {helps && (
        <p className="line-clamp-3 wrap-anywhere" dir="auto">
          <strong>How This Campaign Helps:</strong> {helps}
        </p>
      )}
      <p className="quiet">Pledge in 30 seconds. No account, no password. Nothing is charged today.</p>
      <Credit campaignId={campaign.id} />
    </header>
  )
}

/** The ambassador whose link brought this visitor. */
function Credit({ campaignId }: { campaignId: string }) {
  const credited = useCredited(campaignId)
  if (!credited) return null
  return (
    <p className="fine">
      <strong>{ambassadorName(credited)}</strong> sent you here, and is credited with your pledge.
    </p>
  )
}
