import { useState } from 'react'
import type { Scheme } from '#web/styles/contrast.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { ChoiceField, TextArea, TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import IconPicker from '#web/ui/icon-picker.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { PhoneField } from '#web/ui/phone-field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SuggestField } from '#web/ui/suggest-field.tsx'

const TODAY = '2026-10-13'

export function Fields({ scheme }: { scheme: Scheme }) {
  const [search, setSearch] = useState('harbor')
  const [words, setWords] = useState('Go Alder!')
  const [many, setMany] = useState('Every goal this fall helps.')
  return (
    <div className="dev-stack">
      <SearchField
        label={`Search campaigns, ${scheme}`}
        placeholder="Search campaigns, organizations..."
        value={search}
        onChange={setSearch}
      />
      <TextField label="Campaign name" defaultValue="Goals Under the Lights" />
      <TextField label="Statistic name" error="Statistic name is required" />
      <TextField label="Website" optional hint="With https:// in front." placeholder="https://" />
      <TextField label="Referral code" defaultValue="ALDER-7" disabled hint="Made once, and not changed." />
      <div className="dev-pair">
        <MoneyField label="Or your own amount" />
        <MoneyField label="Goal" defaultValue="20,000.00" error="Goal must be greater than 0" />
      </div>
      <div className="dev-pair">
        <NumberField label="Target" defaultValue="38" />
        <NumberField label="Max winners" whole defaultValue="1" hint="At least 1." />
      </div>
      <div className="dev-pair">
        <EmailField label="Email" placeholder="name@example.org" />
        <PhoneField label="Phone" defaultValue="(541) 555-0142" />
      </div>
      <ChoiceField label="State" defaultValue="OR">
        <option>CA</option>
        <option>OR</option>
        <option>WA</option>
      </ChoiceField>
      <TextArea
        label="Message"
        rows={3}
        value={words}
        most={500}
        onChange={(event) => setWords(event.target.value)}
      />
      <TextArea
        label="About this campaign"
        rows={2}
        value={many}
        most={20}
        error="At most 20 characters fit"
        onChange={(event) => setMany(event.target.value)}
      />
    </div>
  )
}

const STATISTICS = [
  { value: 'all', label: 'All statistics' },
  { value: 'goals', label: 'Goals' },
  { value: 'saves', label: 'Saves' },
  { value: 'sheets', label: 'Clean sheets' },
  { value: 'old', label: 'Shots, no longer counted', disabled: true },
]
const STREETS = [
  { id: '1', main: '120 Alder Creek Road', note: 'Bend, OR' },
  { id: '2', main: '120 Alder Street', note: 'Ithaca, NY' },
  { id: '3', main: '1208 Alder Avenue', note: 'Kearney, NE' },
]
const STREET_WORDS = {
  found: (count: number) => `${count} streets found`,
  none: 'No street found. Type it in full.',
}

/** Type "120 alder": a list. Anything else: nothing is found. */
function Suggestions({ scheme }: { scheme: Scheme }) {
  const [street, setStreet] = useState('')
  const lookup = {
    suggest: async (text: string) =>
      STREETS.filter(({ main }) => main.toLowerCase().includes(text.toLowerCase())),
    open: async (id: string) => STREETS.find((one) => one.id === id)?.main ?? '',
  }
  const shared = { lookup, least: 3, words: STREET_WORDS, onFailed: () => undefined, onChosen: setStreet }
  return (
    <>
      <SuggestField
        {...shared}
        label={`Street, ${scheme}`}
        hint="Type at least 3 characters, such as 120."
        value={street}
        onChange={(event) => setStreet(event.target.value)}
        foot={
          <p className="border-t border-line px-3 pt-2 pb-1.5 text-right text-[14px]">Whose list this is</p>
        }
      />
      <SuggestField {...shared} label={`Street that is missing, ${scheme}`} error="Street is required" />
      <SuggestField
        {...shared}
        lookup={null}
        label={`Street without a list, ${scheme}`}
        defaultValue="120 Alder Street"
        hint="Please type it manually."
      />
    </>
  )
}

export function Lists({ scheme }: { scheme: Scheme }) {
  const [statistic, setStatistic] = useState('all')
  const [type, setType] = useState('')
  return (
    <div className="dev-stack">
      <SelectField label="Statistic" options={STATISTICS} value={statistic} onChange={setStatistic} />
      <SelectField
        label="Type"
        placeholder="Choose a type"
        options={STATISTICS.slice(1, 4)}
        value={type}
        onChange={setType}
        error={type ? undefined : 'Please select a statistic type'}
      />
      <SelectField label="Status" options={STATISTICS} value="goals" disabled onChange={() => undefined} />
      <Suggestions scheme={scheme} />
    </div>
  )
}

export function Icons() {
  const [icon, setIcon] = useState('faTrophy')
  return <IconPicker legend="Icon" value={icon} onChange={setIcon} />
}

export function Dates() {
  const [start, setStart] = useState('2026-09-01')
  const [end, setEnd] = useState('2026-02-30')
  const [match, setMatch] = useState('2026-10-17T18:30')
  const [over, setOver] = useState('')
  return (
    <div className="dev-stack">
      <DateField label="Start date" value={start} onChange={setStart} today={TODAY} hint="Typed or picked." />
      <DateField
        label="End date"
        value={end}
        onChange={setEnd}
        today={TODAY}
        min={TODAY}
        error="There is no such day"
      />
      <DateField label="Locked on" value="2026-11-24" disabled onChange={() => undefined} today={TODAY} />
      <DateTimeField
        label="Kickoff"
        value={match}
        onChange={setMatch}
        today={TODAY}
        min={TODAY}
        hint="Eastern time, where the match is."
      />
      <DateTimeField label="End" optional value={over} onChange={setOver} today={TODAY} />
    </div>
  )
}

export function Files({ scheme }: { scheme: Scheme }) {
  const [name, setName] = useState<string | null>(null)
  const [attempts, setAttempts] = useState(0)
  const ids = { name: `campaign-name-${scheme}`, goal: `campaign-goal-${scheme}` }
  return (
    <div className="dev-stack">
      <FileDrop
        label="CSV file"
        accept=".csv,text/csv"
        name={name}
        onFile={(file) => setName(file?.name ?? null)}
        hint="One row a match."
      />
      <FileDrop label="Schedule" accept=".ics" name="fall-2026.ics" onFile={() => undefined} />
      <FileDrop
        label="Picture"
        accept="image/*"
        name={null}
        onFile={() => undefined}
        error="The file is larger than 10 MB"
      />
      <ErrorSummary
        attempts={attempts}
        errors={[
          { field: ids.name, message: 'Campaign name is required' },
          { field: ids.goal, message: 'Goal amount must be greater than 0' },
        ]}
      />
      <TextField label="Name" id={ids.name} error="Campaign name is required" />
      <MoneyField label="Goal amount" id={ids.goal} error="Goal amount must be greater than 0" />
      <div>
        <Button onClick={() => setAttempts(attempts + 1)}>Try again</Button>
      </div>
    </div>
  )
}
