import { Link } from 'react-router'
import { parseTyped, toDecimal, ZERO } from '#domain/money.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { shortUsd, usd } from '#web/format.ts'
import { amountProblem, type Chosen, type Dispatch, type Selection } from '#web/parts/pledging/selection.ts'
import { dueWhen, perUnit, promiseOf } from '#web/parts/pledging/words.ts'
import { paths } from '#web/paths.ts'
import { useWords } from '#web/site/words.ts'
import { Chips } from '#web/ui/chips.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'

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
