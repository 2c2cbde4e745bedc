/** Name, postal address and phone of somebody without an account, or whose account has none. */
import type { ReactNode } from 'react'
import { STATE_CODES } from '#domain/places/states.ts'
import { ONE_NAME } from '#web/labels.ts'
import { filledBy } from '#web/places/address.ts'
import { ConfirmZip } from '#web/places/confirm-zip.tsx'
import { Elsewhere } from '#web/places/elsewhere.tsx'
import { StreetField } from '#web/places/street-field.tsx'
import { ChoiceField, TextField } from '#web/ui/field.tsx'
import { lackOf, type Payer } from './payer.ts'

type Props = {
  payer: Payer
  /** What the server refused, by field. */
  refused: Record<string, string>
  /** An empty field says what to do. */
  isTried: boolean
  onPayer: (change: Partial<Payer>) => void
  /** What to do without an address in one of the 50 states. */
  elsewhere: ReactNode
  hasName?: boolean
  hasContact?: boolean
}

export function PayerFields(props: Props) {
  const { payer, refused, isTried, onPayer, elsewhere, hasName = true, hasContact = true } = props
  const field = (name: keyof Payer, label: string, autoComplete: string, className = '') => ({
    label,
    name,
    autoComplete,
    className,
    value: payer[name],
    error:
      refused[name] ??
      refused[`contact.${name}`] ??
      refused[`name.${name}`] ??
      (isTried ? lackOf(payer, name) : undefined),
    onChange: ({ target }: { target: { value: string } }) => onPayer({ [name]: target.value }),
  })
  return (
    <div className="grid grid-cols-6 gap-3">
      {hasName && (
        <>
          <TextField {...field('firstName', 'First name', 'given-name', 'col-span-3')} />
          <TextField {...field('lastName', 'Last name', 'family-name', 'col-span-3')} hint={ONE_NAME} />
        </>
      )}
      {hasContact && (
        <>
          <TextField {...field('phone', 'Phone', 'tel', 'col-span-6')} type="tel" />
          <StreetField
            {...field('streetAddress1', 'Street address', 'address-line1', 'col-span-6')}
            onAddress={(found) => onPayer(filledBy(found, payer.streetAddress2))}
          />
          <TextField
            {...field('streetAddress2', 'Apartment, suite', 'address-line2', 'col-span-6')}
            optional
          />
          <TextField {...field('city', 'City', 'address-level2', 'col-span-6')} />
          <ChoiceField {...field('state', 'State', 'address-level1', 'col-span-3')}>
            <option value="">–</option>
            {STATE_CODES.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </ChoiceField>
          <TextField {...field('zip', 'ZIP code', 'postal-code', 'col-span-3')} inputMode="numeric" />
          <ConfirmZip
            className="col-span-6"
            typed={payer}
            confirmed={payer.confirmedZip}
            onConfirm={(confirmedZip) => onPayer({ confirmedZip })}
          />
          <Elsewhere className="col-span-6">{elsewhere}</Elsewhere>
        </>
      )}
    </div>
  )
}
