import { faCheck, faPlus, faXmark } from '@fortawesome/free-solid-svg-icons'
import { type FocusEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { timesQuantity, toDecimal } from '#domain/money.ts'
import { readQuantity } from '#domain/quantity.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { countsUnits, isAchievement } from '#domain/season/statistic-types.ts'
import { counted, quantityText, shortUsd, usd } from '#web/format.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { MoneyField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { StatisticIcon } from '#web/ui/statistic-icon.tsx'
import { tickPlateClass } from '#web/ui/tick-plate.ts'
import { amountProblem, type Chosen, type Dispatch, type Pick } from './selection.ts'
import { promiseOf, unitOf } from './unit-labels.ts'

type Props = {
  statistic: Statistic
  pick: Pick | undefined
  chosen: Chosen | undefined
  isClosed: boolean
  /** Past results count too: what they have earned is shown. */
  isAllSeason: boolean
  dispatch: Dispatch
}

/** The campaign page's card: first a statistic is selected, then its amount is picked. */
export function StatisticCard({ statistic, pick, chosen, isClosed, isAllSeason, dispatch }: Props) {
  const isSelected = pick !== undefined
  const inactive = !statistic.isActive || isClosed
  return (
    <StatisticFrame statistic={statistic} isSelected={isSelected} isInactive={inactive}>
      {inactive && !isSelected ? (
        <Inactive statistic={statistic} />
      ) : isSelected ? (
        <Selected
          statistic={statistic}
          pick={pick}
          chosen={chosen}
          isAllSeason={isAllSeason}
          dispatch={dispatch}
        />
      ) : (
        <Button
          full
          onClick={() => dispatch({ do: 'select', id: statistic.id })}
          aria-describedby={titleId(statistic)}
        >
          <Icon icon={faPlus} />
          Select This Statistic
        </Button>
      )}
    </StatisticFrame>
  )
}

/** Why there is no button, or the promise if a description takes its place above. */
function Inactive({ statistic }: { statistic: Statistic }) {
  const words = useWords()
  if (!statistic.isActive) return <p className="quiet fine">Closed to new pledges.</p>
  return statistic.description ? <p className="quiet fine">{promiseOf(statistic, words)}.</p> : null
}

function Selected({
  statistic,
  pick,
  chosen,
  isAllSeason,
  dispatch,
}: Omit<Props, 'isClosed' | 'pick'> & { pick: Pick }) {
  return (
    <>
      {countsUnits(statistic.type) && (
        <Facts
          facts={[
            ['Last year', statistic.lastYearResult],
            ['Target', statistic.expectedTarget],
            ['So far', statistic.confirmedQuantity],
          ]}
        />
      )}
      <Amounts statistic={statistic} pick={pick} dispatch={dispatch} />
      {chosen && isAllSeason && !amountProblem(pick) && (
        <Estimate
          chosen={chosen}
          against={statistic.lastYearResult}
          as="as last year"
          none="no result from last year"
        />
      )}
      <CancelSelection statistic={statistic} dispatch={dispatch} />
    </>
  )
}

const titleId = ({ id }: Statistic): string => `statistic-${id}`

/** The top of every statistic's card: its picture, name and promise, and a tick once it counts. */
export function StatisticFrame({
  statistic,
  isSelected,
  isInactive,
  label,
  children,
}: {
  statistic: Statistic
  isSelected: boolean
  isInactive: boolean
  /** The kind of promise, on the pledge-card page. */
  label?: string
  children: ReactNode
}) {
  const words = useWords()
  const focus = useCardFocus(isSelected)
  return (
    <li
      {...focus}
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5 rounded-stat bg-surface [&_fieldset]:scroll-mt-32 [&_fieldset]:scroll-mb-24 ${isSelected ? 'border-2 border-ink p-[1.0625rem]' : 'border border-line p-[1.125rem]'} ${isInactive ? 'border-dashed' : ''}`}
      aria-labelledby={titleId(statistic)}
    >
      <div className="flex items-center gap-3.5">
        <span className="stat-icon">
          <StatisticIcon name={statistic.icon} type={statistic.type} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 id={titleId(statistic)} className="break-words">
            {statistic.name}
          </h3>
          {label && <p className="fine font-semibold">{label}</p>}
          <p className="quiet fine break-words">{statistic.description ?? promiseOf(statistic, words)}</p>
        </div>
        {isSelected && (
          <span className={`${tickPlateClass} bg-activebg text-activefg`}>
            <Icon icon={faCheck} />
          </span>
        )}
        <span className="sr-only" role="status">
          {isSelected && `Selected: ${statistic.name}`}
        </span>
      </div>
      {children}
    </li>
  )
}

/** Known quantities, side by side. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: number | null])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 empty:hidden">
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt className="quiet fine">{label}</dt>
            <dd className="fig large-[1.625]">{quantityText(value)}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

const MAX_PRESETS = 3

/** Preset amounts, and a custom one where the statistic allows it. */
export function Amounts({
  statistic,
  pick,
  dispatch,
}: {
  statistic: Statistic
  pick: Pick | undefined
  dispatch: Dispatch
}) {
  const wasTyped = useRef(false)
  return (
    <>
      <Chips
        legend={`Amount for ${statistic.name}`}
        options={statistic.pledgeAmountOptions.slice(0, MAX_PRESETS).map((option) => ({
          value: String(option),
          label: shortUsd(option),
        }))}
        value={pick?.preset ?? null}
        onChange={(amount) => dispatch({ do: 'preset', id: statistic.id, amount })}
      />
      {statistic.allowCustomAmounts && (
        <MoneyField
          label="Or your own amount"
          value={pick?.custom ?? ''}
          error={pick && amountProblem(pick)}
          onChange={(event) => {
            wasTyped.current = true
            dispatch({ do: 'custom', id: statistic.id, text: event.target.value })
          }}
          onBlur={() => wasTyped.current && dispatch({ do: 'leaveCustom', id: statistic.id })}
        />
      )}
    </>
  )
}

export function CancelSelection({ statistic, dispatch }: { statistic: Statistic; dispatch: Dispatch }) {
  return (
    <Button
      kind="quiet"
      className="justify-self-start"
      aria-describedby={titleId(statistic)}
      onClick={() => dispatch({ do: 'cancel', id: statistic.id })}
    >
      <Icon icon={faXmark} />
      Cancel Selection
    </Button>
  )
}

/** The estimate shows its sum, and what past results have already earned. */
export function Estimate({
  chosen: { statistic, rate, estimate },
  against,
  as,
  none,
}: {
  chosen: Chosen
  /** The quantity this page multiplies by, its label, and the words when there is none. */
  against: number | null
  as: string
  none: string
}) {
  const isCounted = countsUnits(statistic.type)
  const words = useWords()
  const unit = unitOf(statistic)
  const soFar = readQuantity(statistic.confirmedQuantity)
  const earned = isCounted && soFar !== null && soFar > 0 ? timesQuantity(rate, soFar) : null
  return (
    <div className="estimate rounded-control bg-sunken p-3.5">
      <p className="flex flex-wrap items-baseline justify-between gap-3">
        <span>{isCounted ? 'Est. Total' : 'Commitment'}</span>
        <Figure text={usd(toDecimal(estimate))} size="s" />
      </p>
      <p className="quiet fine mt-1.5">
        {isCounted
          ? against
            ? `${usd(toDecimal(rate))} × ${counted(against, unit)}, ${as}.`
            : `${usd(toDecimal(rate))} per ${unit}; ${none}.`
          : isAchievement(statistic.type)
            ? 'Nothing if they don’t.'
            : `Once, whatever the ${words.season} brings.`}
        {earned !== null && (
          <>
            {' '}
            {counted(statistic.confirmedQuantity, unit)} so far:{' '}
            <strong className="text-ink">{usd(toDecimal(earned))} already earned</strong>
            {earned > estimate ? ', more than this estimate.' : '.'}
          </>
        )}
      </p>
    </div>
  )
}

/**
 * The button that selects a statistic and the one that cancels replace each other. The focus goes on in the card, not to
 * the page's top: to its first amount, or else its first button; never to a text field, which would open a phone's keyboard.
 * Left with 0 in its field, a card is no longer selected either: then its name gets the focus, so that Enter, meant for
 * another button, does not select it again.
 */
function useCardFocus(isSelected: boolean) {
  const card = useRef<HTMLLIElement>(null)
  const isInside = useRef(false)
  const isPressed = useRef(false)
  const was = useRef(isSelected)
  useLayoutEffect(() => {
    const hasChanged = was.current !== isSelected
    was.current = isSelected
    if (!hasChanged || !isInside.current || document.activeElement !== document.body) return
    const target =
      card.current?.querySelector('[type=radio]') ??
      card.current?.querySelector(isPressed.current ? 'button' : 'h3')
    if (!(target instanceof HTMLElement)) return
    // Only what is no control needs it.
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [isSelected])
  return {
    ref: card,
    onFocus: () => {
      isInside.current = true
      isPressed.current = false
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      isInside.current = currentTarget.contains(relatedTarget)
    },
    // Where a tap does not move the focus, and before hydration.
    onClickCapture: ({ target }: MouseEvent) => {
      isInside.current = true
      isPressed.current = target instanceof Element && target.closest('button') !== null
    },
  }
}
