import { faList, faTableCellsLarge } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { Scheme } from '#web/styles/contrast.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Case } from './schemes.tsx'

const AMOUNTS = [
  { value: '1.25', label: '$1.25' },
  { value: '3', label: '$3' },
  { value: '7', label: '$7' },
]
const ANSWERS = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'open', label: 'Not yet' },
]
const PAYMENTS = [
  { value: 'end', title: 'Card, after the season', text: 'One charge, with a statement three days before.' },
  { value: 'progress', title: 'Card, as the season progresses', text: 'Small charges along the way.' },
  { value: 'check', title: 'Check', text: 'You get an invoice.', disabled: true },
]
const VIEWS = [
  { value: 'grid', label: 'Grid view', icon: faTableCellsLarge },
  { value: 'list', label: 'List view', icon: faList },
] as const

export function Choices({ scheme }: { scheme: Scheme }) {
  const [amount, setAmount] = useState<string | null>('3')
  const [answer, setAnswer] = useState<string | null>('no')
  const [payment, setPayment] = useState('end')
  const [view, setView] = useState<'grid' | 'list'>('grid')
  const [goals, setGoals] = useState('2')
  const [saves, setSaves] = useState('0')
  const [corners, setCorners] = useState('')
  const [isOn, setOn] = useState(true)
  const [isOff, setOff] = useState(false)
  const [isAgreed, setAgreed] = useState(true)
  const [isRefused, setRefused] = useState(false)
  return (
    <div className="dev-stack">
      <Case name="Preset amounts">
        <Chips legend="Amount for a goal" options={AMOUNTS} value={amount} onChange={setAmount} />
      </Case>
      <Case name="Short answers">
        <Chips legend="Clean sheet" options={ANSWERS} value={answer} onChange={setAnswer} words />
      </Case>
      <ChoiceGroup
        legend="How you pay"
        hint="You can change it until the first charge."
        options={PAYMENTS}
        value={payment}
        onChange={setPayment}
      />
      <ChoiceGroup
        legend="Who may see your name"
        options={[
          { value: 'all', title: 'Everybody' },
          { value: 'team', title: 'Only the team' },
        ]}
        value={null}
        onChange={() => undefined}
        error="Please choose one"
        across
      />
      <Case name="Switch: on, off, disabled">
        <Switch
          label="Set Maximum Donation Cap"
          hint="You are charged at most this amount."
          checked={isOn}
          onChange={setOn}
        />
        <Switch label="Allow own amounts" checked={isOff} onChange={setOff} />
        <Switch label="Cards are in test mode" checked disabled onChange={() => undefined} />
      </Case>
      <Case name="Checkbox: on, off, wrong, disabled">
        <Checkbox label="Send me the weekly digest" checked={isAgreed} onChange={setAgreed} />
        <Checkbox
          label="I have read the terms"
          checked={isRefused}
          onChange={setRefused}
          error={isRefused ? undefined : 'Please agree to the terms'}
        />
        <Checkbox label="Signed by a second person" checked disabled onChange={() => undefined} />
      </Case>
      <Case name="Ways to see the same thing">
        <Segmented options={VIEWS} value={view} onChange={setView} />
      </Case>
      <Case name="Stepper: held, it counts on; at 0 minus is disabled; empty is not a zero">
        <Stepper label={`Goals, ${scheme}`} value={goals} onChange={setGoals} />
        <Stepper label={`Saves, ${scheme}`} value={saves} onChange={setSaves} />
        <Stepper label={`Corner kicks, ${scheme}`} value={corners} onChange={setCorners} />
      </Case>
    </div>
  )
}
