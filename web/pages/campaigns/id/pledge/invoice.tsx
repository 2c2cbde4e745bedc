import type { Instrument } from '#domain/instruments.ts'
import { STATE_CODES } from '#domain/states.ts'
import { say } from '#domain/vocabulary.ts'
import { filledBy } from '#web/places/address.ts'
import { StreetField } from '#web/places/street-field.tsx'
import { useWords } from '#web/site/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { ChoiceField, TextField } from '#web/ui/field.tsx'

/** Who is sent the invoice, and where: as it is typed. */
export const NO_PAYER = {
  ...{ firstName: '', lastName: '', phone: '', streetAddress1: '', streetAddress2: '' },
  ...{ city: '', state: '', zip: '' },
}
export type Payer = typeof NO_PAYER

const NEEDED: Partial<Record<keyof Payer, string>> = {
  ...{ firstName: 'Enter your first name', lastName: 'Enter your last name', phone: 'Enter your phone' },
  ...{ streetAddress1: 'Enter your street address', city: 'Enter your city', state: 'Choose a state' },
  zip: 'Enter your ZIP code',
}

/** The first field that is still empty, and what to do. */
export function emptyIn(payer: Payer): { name: keyof Payer; says: string } | null {
  for (const [name, says] of Object.entries(NEEDED) as [keyof Payer, string][])
    if (payer[name].trim() === '') return { name, says }
  return null
}

type Props = {
  method: Instrument
  payer: Payer
  /** What the server refused, by field. */
  refused: Record<string, string>
  isTried: boolean
  onMethod: (method: Instrument | 'card') => void
  onPayer: (change: Partial<Payer>) => void
}

/** In place of the card: an invoice comes by mail after the season, so it needs a name, an address and a phone (R57, R59). */
export function PayByInvoice({ method, payer, refused, isTried, onMethod, onPayer }: Props) {
  const field = (name: keyof Payer, label: string, autoComplete: string, className = '') => ({
    ...{ label, name, autoComplete, className, value: payer[name] },
    error:
      refused[name] ??
      refused[`contact.${name}`] ??
      (isTried && payer[name].trim() === '' ? NEEDED[name] : undefined),
    onChange: ({ target }: { target: { value: string } }) => onPayer({ [name]: target.value }),
  })
  return (
    <section className="grid gap-3" aria-labelledby="invoice-title">
      <p id="invoice-title" className="field-label">
        Check or cash
      </p>
      <fieldset className="grid grid-cols-2 gap-2.5">
        <legend className="sr-only">How you pay</legend>
        <Choice
          name="method"
          value="check"
          title="Check"
          checked={method === 'check'}
          onChange={() => onMethod('check')}
        />
        <Choice
          name="method"
          value="cash"
          title="Cash"
          checked={method === 'cash'}
          onChange={() => onMethod('cash')}
        />
      </fieldset>
      <p className="quiet">
        {say(
          useWords(),
          'You get an invoice after the season. The representative who handles payments sees what you enter here.',
        )}
      </p>
      <div className="grid grid-cols-6 gap-3">
        <TextField {...field('firstName', 'First name', 'given-name', 'col-span-3')} />
        <TextField {...field('lastName', 'Last name', 'family-name', 'col-span-3')} />
        <TextField {...field('phone', 'Phone', 'tel', 'col-span-6')} type="tel" />
        <StreetField
          {...field('streetAddress1', 'Street address', 'address-line1', 'col-span-6')}
          onAddress={(found) => onPayer(filledBy(found, payer.streetAddress2))}
        />
        <TextField {...field('streetAddress2', 'Apartment, suite', 'address-line2', 'col-span-6')} optional />
        <TextField {...field('city', 'City', 'address-level2', 'col-span-6')} />
        <ChoiceField {...field('state', 'State', 'address-level1', 'col-span-3')}>
          <option value="">–</option>
          {STATE_CODES.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </ChoiceField>
        <TextField {...field('zip', 'ZIP code', 'postal-code', 'col-span-3')} inputMode="numeric" />
      </div>
      <Button kind="quiet" onClick={() => onMethod('card')}>
        Pay by card instead
      </Button>
    </section>
  )
}
