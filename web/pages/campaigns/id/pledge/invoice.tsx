import type { Instrument } from '#domain/billing/instruments.ts'
import type { Payer } from '#web/parts/guests/payer.ts'
import { PayerFields } from '#web/parts/guests/payer-fields.tsx'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'

type Props = {
  method: Instrument
  payer: Payer
  /** The server's errors, by field. */
  refused: Record<string, string>
  isTried: boolean
  onMethod: (method: Instrument | 'card') => void
  onPayer: (change: Partial<Payer>) => void
  /** Its fields are on the screen. */
  onShown: () => void
}

/** In place of the card: an invoice comes by mail after the season, so it needs a name, an address and a phone. */
export function PayByInvoice({ method, payer, refused, isTried, onMethod, onPayer, onShown }: Props) {
  const shown = (section: HTMLElement | null): void => {
    if (section) onShown()
  }
  return (
    <section ref={shown} className="grid gap-3" aria-labelledby="invoice-title">
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
        You get an invoice after the {useWords().season}. The representative who handles payments sees what
        you enter here.
      </p>
      <PayerFields
        payer={payer}
        refused={refused}
        isTried={isTried}
        onPayer={onPayer}
        elsewhere="Pay by card: that needs no address."
      />
      <Button kind="quiet" onClick={() => onMethod('card')}>
        Pay by card instead
      </Button>
    </section>
  )
}
