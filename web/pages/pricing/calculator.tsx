import { useState } from 'react'
import { dollars, parseTyped } from '#domain/money.ts'
import { pricing } from '#web/content/pricing.ts'
import { ShareBar } from '#web/parts/marketing/share-bar.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Any figure, shared to the cent while typing. */
export function Calculator() {
  const { title, label, start, most, unreadable } = pricing.calculator
  const [text, setText] = useState<string>(start)
  const collected = parseTyped(text)
  const isReadable = collected !== null && collected >= 0 && collected <= dollars(most)
  return (
    <section className="card pad grid content-start gap-4.5" aria-labelledby="calculator">
      <h2 id="calculator">{title}</h2>
      <TextField
        label={label}
        prefix="$"
        money
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        value={text}
        error={isReadable ? undefined : unreadable}
        onChange={(event) => setText(event.target.value)}
      />
      <div aria-live="polite">{isReadable && <ShareBar collected={collected} cents />}</div>
    </section>
  )
}
