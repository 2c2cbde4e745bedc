import { faCheck, faPlus, faXmark } from '@fortawesome/free-solid-svg-icons'
import { useRef } from 'react'
import { parseCents, timesQuantity, toDecimal } from '#domain/money.ts'
import { parseQuantity } from '#domain/quantity.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { counted, quantityText, shortUsd, usd } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { StatisticIcon } from '#web/ui/statistic-icon.tsx'
import type { Chosen, Dispatch, Pick } from './selection.ts'
import { promiseOf, unitOf } from './words.ts'

type Props = {
  statistic: Statistic
  pick: Pick | undefined
  chosen: Chosen | undefined
  isClosed: boolean
  dispatch: Dispatch
}

export function StatisticCard({ statistic, pick, chosen, isClosed, dispatch }: Props) {
  const isSelected = pick !== undefined
  const title = `statistic-${statistic.id}`
  const inactive = !statistic.isActive || isClosed
  return (
    <li
      className={`stat-card ${isSelected ? 'selected' : ''} ${inactive ? 'inactive' : ''}`}
      aria-labelledby={title}
    >
      <div className="flex items-center gap-3.5">
        <span className="stat-icon">
          <StatisticIcon name={statistic.icon} type={statistic.type} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 id={title} className="break-words">
            {statistic.name}
          </h3>
          <p className="quiet fine">{statistic.description ?? promiseOf(statistic)}</p>
        </div>
        {isSelected && (
          <span className="tick-plate">
            <Icon icon={faCheck} label="Selected" />
          </span>
        )}
      </div>
      {inactive && !isSelected ? (
        <p className="quiet fine">
          {statistic.isActive ? `${promiseOf(statistic)}.` : 'Takes no new pledges.'}
        </p>
      ) : isSelected ? (
        <Amounts statistic={statistic} pick={pick} chosen={chosen} dispatch={dispatch} />
      ) : (
        <Button full onClick={() => dispatch({ do: 'select', id: statistic.id })} aria-describedby={title}>
          <Icon icon={faPlus} />
          Select This Statistic
        </Button>
      )}
    </li>
  )
}

function Amounts({ statistic, pick, chosen, dispatch }: Omit<Props, 'isClosed' | 'pick'> & { pick: Pick }) {
  const wasTyped = useRef(false)
  const facts = [
    ['Last year', statistic.lastYearResult],
    ['Target', statistic.expectedTarget],
    ['So far', statistic.confirmedQuantity],
  ] as const
  return (
    <>
      {statistic.type === 'per_increment' && (
        <dl className="flex gap-8">
          {facts.map(([label, value]) =>
            value === null ? null : (
              <div key={label}>
                <dt className="quiet fine">{label}</dt>
                <dd className="fig text-[26px]">{quantityText(value)}</dd>
              </div>
            ),
          )}
        </dl>
      )}
      <Chips
        legend={`Amount for ${statistic.name}`}
        options={statistic.pledgeAmountOptions.map((option) => ({
          value: String(option),
          label: shortUsd(option),
        }))}
        value={pick.preset}
        onChange={(amount) => dispatch({ do: 'preset', id: statistic.id, amount })}
      />
      {statistic.allowCustomAmounts && (
        <MoneyField
          label="Or your own amount"
          value={pick.custom}
          error={
            pick.custom && !chosen && parseCents(pick.custom) === null
              ? 'Enter an amount such as 12.50'
              : undefined
          }
          onChange={(event) => {
            wasTyped.current = true
            dispatch({ do: 'custom', id: statistic.id, text: event.target.value })
          }}
          onBlur={() => wasTyped.current && dispatch({ do: 'leaveCustom', id: statistic.id })}
        />
      )}
      {chosen && <Estimate {...chosen} />}
      <Button
        kind="quiet"
        className="justify-self-start"
        onClick={() => dispatch({ do: 'cancel', id: statistic.id })}
      >
        <Icon icon={faXmark} />
        Cancel Selection
      </Button>
    </>
  )
}

/** The estimate shows its sum, and what past results have earned already (R6). */
function Estimate({ statistic, rate, estimate }: Chosen) {
  const isCounted = statistic.type === 'per_increment'
  const unit = unitOf(statistic)
  const soFar = parseQuantity(statistic.confirmedQuantity)
  const earned = isCounted && soFar !== null && soFar > 0 ? timesQuantity(rate, soFar) : null
  return (
    <div className="estimate" aria-live="polite">
      <p className="flex items-baseline justify-between gap-3">
        <span>{isCounted ? 'Est. Total' : 'Commitment'}</span>
        <Figure text={usd(toDecimal(estimate))} size="s" />
      </p>
      <p className="quiet fine mt-1.5">
        {isCounted
          ? statistic.lastYearResult
            ? `${usd(toDecimal(rate))} × ${counted(statistic.lastYearResult, unit)}, as last year.`
            : `${usd(toDecimal(rate))} per ${unit}; there is no last year to go by.`
          : statistic.type === 'per_achievement'
            ? 'Nothing if they don’t.'
            : 'Once, whatever the season brings.'}
        {earned !== null && (
          <>
            {' '}
            {counted(statistic.confirmedQuantity, unit)} so far:{' '}
            <strong className="text-ink">{usd(toDecimal(earned))} already earned.</strong>
          </>
        )}
      </p>
    </div>
  )
}
