import { useState } from 'react'
import { toDecimal } from '#domain/money.ts'
import type { Quote } from '#domain/schemas/pledge.ts'
import { usd } from '#web/format.ts'
import { Choice } from '#web/ui/choice.tsx'
import type { Chosen } from './selection.ts'
import { perUnit } from './words.ts'

type Asked = { words: string; isMeant: boolean; mean: (isMeant: boolean) => void; isMissing: boolean }

/** A rate more than ten times the largest preset is asked about once more; another amount is another question (R8). */
export function useMeant(chosen: readonly Chosen[], quote: Quote | undefined): Asked {
  const [said, say] = useState('')
  const words = chosen
    .filter(
      ({ statistic }) => quote?.lines.find(({ statisticId }) => statisticId === statistic.id)?.isUnusual,
    )
    .map(({ statistic, rate }) => `${usd(toDecimal(rate))} ${perUnit(statistic)}`)
    .join(' and ')
  const isMeant = said === words
  return {
    words,
    isMeant,
    mean: (isYes) => say(isYes ? words : ''),
    isMissing: words !== '' && !isMeant,
  }
}

export function Meant({ words, isMeant, mean }: Asked) {
  if (words === '') return null
  return (
    <div className="my-4">
      <Choice
        type="checkbox"
        name="meant"
        value="yes"
        title={`Yes, ${words} is what I mean`}
        checked={isMeant}
        onChange={mean}
      >
        That is more than ten times the largest suggested amount.
      </Choice>
    </div>
  )
}
