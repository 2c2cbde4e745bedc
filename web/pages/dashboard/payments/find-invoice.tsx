import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { ZERO } from '#domain/money.ts'
import type { FoundInvoice } from '#domain/schemas/payment.ts'
import { calendarDayText, toCents, usd } from '#web/format.ts'
import { invoiceSearchQuery } from '#web/queries/payments.ts'
import { FieldFrame } from '#web/ui/field.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'

type Props = {
  onChoose: (invoice: FoundInvoice) => void
  takesFocus: boolean
  label?: string
  hint?: string
}

const LABEL = 'Invoice number, name or amount'
const HINT = 'The last digits of the number are enough.'

const DEBOUNCE_MS = 150

/** Nothing is open on it while a card payment is processing: a check for it waits until that has succeeded or failed. */
export const isPaidByCardNow = ({ open, cardPayment }: FoundInvoice): boolean =>
  cardPayment === 'under_way' && toCents(open) === ZERO

/**
 * The invoice that a check is for. Enter chooses the best match, even if pressed before the response: whose invoice it
 * is appears on the screen before anything is posted.
 */
export function FindInvoice({ onChoose, takesFocus, label = LABEL, hint = HINT }: Props) {
  const listId = useId()
  const [text, setText] = useState('')
  const [entered, setEntered] = useState('')
  const [active, setActive] = useState(0)
  const debounced = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  // Enter does not wait for the debounce.
  const search = entered === text.trim() ? entered : debounced
  const { data, error, isFetching } = useQuery(invoiceSearchQuery(search))
  const found = text.trim() !== '' && search === text.trim() ? (data ?? []) : []
  const isNone = search !== '' && search === text.trim() && data !== undefined && data.length === 0
  useEffect(() => {
    const best = found[0]
    if (entered !== '' && entered === text.trim() && best) onChoose(best)
  }, [entered, text, found, onChoose])
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Escape') setText('')
    else if (event.key === 'Enter') {
      const one = found[active]
      if (one) onChoose(one)
      else setEntered(text.trim())
    } else return
    event.preventDefault()
  }
  const option = (index: number): string => `${listId}-${index}`
  return (
    <FieldFrame
      label={label}
      className="max-w-[44rem]"
      error={error?.message ?? (isNone ? 'No open invoice has that number, name or amount.' : undefined)}
      hint={hint}
    >
      {(ids) => (
        <>
          <input
            {...ids}
            // biome-ignore lint/a11y/noAutofocus: after one is posted, the next one is typed here
            autoFocus={takesFocus}
            className="input"
            type="text"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            aria-expanded={found.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={found.length > 0 ? option(active) : undefined}
            aria-busy={isFetching}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setEntered('')
              setActive(0)
            }}
            onKeyDown={press}
          />
          <div id={listId} role="listbox" aria-label="Open invoices" className="mt-2 grid">
            {found.map((invoice, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list
              <div
                key={invoice.id}
                id={option(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={`flex cursor-pointer items-baseline justify-between gap-4 rounded-[6px] px-3 py-2.5 ${index === active ? 'bg-sunken' : ''}`}
                onClick={() => onChoose(invoice)}
                onMouseEnter={() => setActive(index)}
              >
                <span className="min-w-0">
                  <span className="block font-semibold break-words">{invoice.name || invoice.email}</span>
                  <span className="quiet fine block break-words">
                    {invoice.number}, {invoice.campaignName},{' '}
                    {isPaidByCardNow(invoice)
                      ? 'a card payment is processing'
                      : `due ${calendarDayText(invoice.dueDate)}`}
                  </span>
                </span>
                <span className="font-semibold whitespace-nowrap">
                  {usd(isPaidByCardNow(invoice) ? invoice.cardAmount : invoice.open)}
                </span>
              </div>
            ))}
          </div>
          {found.length > 0 && (
            <span role="status" className="sr-only">
              {found.length === 1 ? '1 invoice found' : `${found.length} invoices found`}
            </span>
          )}
        </>
      )}
    </FieldFrame>
  )
}
