import { useState } from 'react'
import { toDecimal } from '#domain/money.ts'
import type { Quote } from '#domain/schemas/pledge.ts'
import { usd } from '#web/format.ts'
import { Choice } from '#web/ui/choice.tsx'
import type { Chosen } from './selection.ts'
import { perUnit } from './unit-labels.ts'

type Confirmation = {
  /** The unusual rates in words, empty where there are none. */
  words: string
  isConfirmed: boolean
  confirm: (isConfirmed: boolean) => void
  isMissing: boolean
}

/** A rate more than ten times the largest preset needs one confirmation; another amount needs another. */
export function useConfirmUnusualRate(chosen: readonly Chosen[], quote: Quote | undefined): Confirmation {
  const [confirmed, setConfirmed] = useState('')
  const words = chosen
    .filter(
      ({ statistic }) => quote?.lines.find(({ statisticId }) => statisticId === statistic.id)?.isUnusual,
    )
    .map(({ statistic, rate }) => `${usd(toDecimal(rate))} ${perUnit(statistic)}`)
    .join(' and ')
  const isConfirmed = confirmed === words
  return {
    words,
    isConfirmed,
    confirm: (isYes) => setConfirmed(isYes ? words : ''),
    isMissing: words !== '' && !isConfirmed,
  }
}

export function ConfirmUnusualRate({ words, isConfirmed, confirm }: Confirmation) {
  if (words === '') return null
  return (
    <div className="my-4">
      <Choice
        type="checkbox"
        name="confirmUnusualRate"
        value="yes"
        title={`Yes, I mean ${words}`}
        checked={isConfirmed}
        onChange={confirm}
      >
        That is more than ten times the largest suggested amount.
      </Choice>
    </div>
  )
}
