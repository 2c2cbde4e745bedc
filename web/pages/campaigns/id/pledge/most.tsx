import { useState } from 'react'
import { usd } from '#web/format.ts'
import { ComesTo } from '#web/parts/pledging/comes-to.tsx'
import { maximumWords } from '#web/parts/pledging/maximum-words.ts'
import type { Panel } from '#web/parts/pledging/use-panel.ts'
import { withoutCapWords } from '#web/parts/pledging/words.ts'
import { useWords } from '#web/site/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'

const LONG = 9

/** The largest figure of the screen, what it means, and how to lower it (R8). */
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
