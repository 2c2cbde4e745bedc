import { comesToText } from '#domain/forecast/forecast-sentence.ts'
import type { AmountRange } from '#domain/schemas/forecast.ts'
import { toCents } from '#web/format.ts'

type Figures = {
  /** Missing where nothing is known of any of its statistics. */
  range: AmountRange | undefined
  most: string
  earned: string
  owes?: string
}

/** The one sentence about what a pledge comes to, wherever someone decides; its figures stay as they are in any language. */
export function ComesTo({ className, ...figures }: Figures & { className?: string }) {
  const text = sentenceOf(figures)
  return (
    <p className={className} aria-live="polite">
      <span key={text}>
        {text.split(AMOUNT).map((part, index) =>
          // An amount is every second part.
          index % 2 === 0 ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sentence is made anew where it changes
            <strong key={index} translate="no">
              {part}
            </strong>
          ),
        )}
      </span>
    </p>
  )
}

const AMOUNT = /(\$[\d,]+(?:\.\d\d)?)/

const sentenceOf = ({ range, most, earned, owes }: Figures): string =>
  comesToText({
    range: range ? { low: toCents(range.low), high: toCents(range.high) } : null,
    most: toCents(most),
    earned: toCents(earned),
    ...(owes ? { owes } : {}),
  })
