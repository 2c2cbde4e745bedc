import { type FocusEvent, useRef, useState } from 'react'
import { usePublicConfig } from '#web/site/session.ts'
import { TextField, type TextFieldProps } from '#web/ui/field.tsx'
import { SuggestField } from '#web/ui/suggest-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FoundAddress } from './address.ts'
import { openPlaces, type PlacesSession, PlacesUnavailable } from './places.ts'

type Props = Omit<TextFieldProps, 'prefix' | 'money' | 'hint'> & {
  /** An address was chosen from the list: the form fills it in. */
  onAddress: (address: FoundAddress) => void
}

const LEAST = 3
const HINT = `Type at least ${LEAST} characters to find your address.`
const BY_HAND = 'Please enter your address manually.'
const WORDS = {
  found: (count: number) =>
    `${count === 1 ? '1 address' : `${count} addresses`} found. Choose with the arrow keys, or keep typing.`,
  none: 'No address found. You can type it in full.',
}

/** The first line of an address, looked up as it is typed where a lookup service is configured. */
export function StreetField({ onAddress, ...field }: Props) {
  const { places } = usePublicConfig()
  if (places.provider === 'none') return <TextField {...field} />
  return <FoundStreet {...field} onAddress={onAddress} config={places} />
}

type Config = Parameters<typeof openPlaces>[0]

function FoundStreet({ onAddress, config, ...field }: Props & { config: Config }) {
  const [isManual, setManual] = useState(false)
  const hasFailed = useRef(false)
  const session = useRef<PlacesSession>(null)

  /** Said once: from then on it is an ordinary field. */
  const fail = (error: unknown): void => {
    if (hasFailed.current) return
    hasFailed.current = true
    const { title, advice } = error instanceof PlacesUnavailable ? error : new PlacesUnavailable()
    toast({ title, description: advice, destructive: true })
    setManual(true)
  }
  const lookup = {
    suggest: async (text: string) => {
      session.current ??= (await openPlaces(config)).begin()
      return session.current.suggest(text)
    },
    open: async (id: string) => {
      const chosenIn = session.current
      session.current = null
      if (!chosenIn) throw new PlacesUnavailable()
      return chosenIn.open(id)
    },
  }
  /** The script is loaded by the time the third letter is typed. */
  const load = (event: FocusEvent<HTMLInputElement>): void => {
    field.onFocus?.(event)
    if (!isManual) openPlaces(config).catch(fail)
  }
  /** Returning to the field starts a new lookup. */
  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    field.onBlur?.(event)
    session.current = null
  }
  return (
    <SuggestField
      {...field}
      hint={isManual ? BY_HAND : HINT}
      lookup={isManual ? null : lookup}
      least={LEAST}
      onFocus={load}
      onBlur={leave}
      onChosen={onAddress}
      onFailed={fail}
      words={WORDS}
      foot={<Attribution />}
    />
  )
}

/** Google requires its name beside its results, as a single word and untranslated. */
const Attribution = () => (
  <p className="border-t border-line px-3 pt-2 pb-1.5 text-right text-[0.875rem]">
    Powered by{' '}
    <span translate="no" className="whitespace-nowrap">
      Google Maps
    </span>
  </p>
)
