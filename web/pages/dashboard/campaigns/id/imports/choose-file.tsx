import { type DragEvent, type ReactNode, useState } from 'react'
import { FIELDS, labelOf } from '#domain/files/column-names.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Select } from '#web/ui/select.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { fieldErrors } from '#web/write.ts'
import type { Import, Previewed } from './use-import.ts'

const SHOWN_CELLS = 4

type Props = { data: Management; importing: Previewed; isOpen: boolean }

/** Columns come before the rows while, and after, a person had to choose one: they do not move away from the finger. */
export function useHadProblem({ preview }: Import): boolean {
  const has = (preview?.problems ?? []).length > 0
  const [had, setHad] = useState(has)
  if (preview === null ? had : has && !had) setHad(has)
  return had || has
}

/** What each column contains: found by its name, and changed here; opened where the file could not be read. */
export function FileColumns({ data, importing, isOpen }: Props) {
  const { mean, said, preview } = importing
  if (preview.columns.length === 0) return null
  const { campaign, statistics } = data
  const fields = FIELDS.map((value) => ({ value, label: labelOf(value, campaign.vocabulary) }))
  const counted = statistics
    .filter(({ type }) => countsUnits(type))
    .map(({ id, name }) => ({ value: id, label: name }))
  const options = [{ value: 'ignore', label: 'Not used' }, ...counted, ...fields]
  const columns = preview.columns.map((column) => ({
    ...column,
    meaning: said.columns[column.key] ?? column.meaning,
  }))
  const used = columns.flatMap(({ name, meaning }) => {
    const statistic = counted.find(({ value }) => value === meaning)
    return statistic ? [`${name} → ${statistic.label}`] : []
  })
  return (
    <Disclosure
      summary={
        <span className="py-2">
          What each column contains
          <span className="quiet fine block font-normal wrap-anywhere">{used.join(', ')}</span>
        </span>
      }
      open={isOpen}
    >
      <HeaderLine importing={importing} />
      <ul className="border-t border-line">
        {columns.map(({ key, name, meaning, samples }) => (
          <li
            key={key}
            className="grid items-center gap-x-5 gap-y-2 border-b border-line py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_16.25rem]"
          >
            <div className="min-w-0">
              <strong className="wrap-anywhere">{name || 'No name'}</strong>
              <p className="quiet fine line-clamp-2 wrap-anywhere">
                {samples.join(', ') || 'Its first rows are empty'}
              </p>
            </div>
            <Select
              label={`What ${name || key} contains`}
              value={meaning}
              options={options}
              onChange={(next) => mean(key, next)}
            />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** Which line has the names of the columns: some files have a title above them, or none at all. */
function HeaderLine({ importing: { preview, headAt, said } }: Pick<Props, 'importing'>) {
  const { head } = preview
  if (!head) return null
  return (
    <SelectField
      label="Where the names of the columns are"
      className="mb-4"
      value={String(said.headerLine ?? head.line ?? 0)}
      options={[
        { value: '0', label: 'The file has none' },
        ...head.lines.map(({ number, cells }) => ({
          value: String(number),
          label: `Line ${number}: ${cells.filter(Boolean).slice(0, SHOWN_CELLS).join(', ')}`,
        })),
      ]}
      onChange={(line) => headAt(Number(line))}
    />
  )
}

/** One press for a file; rows are pasted below, where somebody has no file. */
export function ChooseFile({ importing, mayFollow }: { importing: Import; mayFollow: boolean }) {
  const words = useWords()
  const { name, problem, look, isPasted, isCalendar } = importing
  const [text, setText] = useState('')
  const wrong = fieldErrors(look.error)
  const refused = look.error ? (wrong.file ?? wrong.text ?? wrong.address ?? look.error.message) : undefined
  return (
    <div className="grid gap-5">
      <p className="quiet">
        A schedule, a calendar, statistics or a scorebook, as your program exports it. You see what would
        change before anything is saved.
      </p>
      <div className="grid gap-2">
        <FileDrop
          label="File"
          accept=".csv,.tsv,.txt,.ics,.xml,text/csv,text/calendar,text/plain,text/xml"
          name={name}
          error={problem ?? (isPasted || isCalendar ? undefined : refused)}
          onFile={(file) => void importing.read(file)}
        />
        {/* It has its place before it says something: nothing below it moves. */}
        <p role="status" className="quiet min-h-6">
          {look.isPending && !isPasted && !isCalendar && 'Reading the file...'}
        </p>
      </div>
      {mayFollow && <Follow importing={importing} error={isCalendar ? refused : undefined} />}
      <Disclosure summary="Or paste the rows" open={isPasted}>
        <div className="grid gap-4">
          <TextArea
            label="Rows"
            hint={`With a first line such as: date, ${words.hasOpponents ? 'opponent' : words.match}, and what was counted.`}
            rows={6}
            spellCheck={false}
            value={text}
            error={isPasted ? refused : undefined}
            onChange={(event) => setText(event.target.value)}
          />
          <Button
            kind="ink"
            className="justify-self-start"
            disabled={text.trim() === ''}
            pending={look.isPending && isPasted && 'Processing...'}
            onClick={() => importing.start({ text })}
          >
            Read the rows
          </Button>
        </div>
      </Disclosure>
    </div>
  )
}

/** The address of a team's calendar: what moves there moves here. */
function Follow({ importing, error }: { importing: Import; error: string | undefined }) {
  const [address, setAddress] = useState('')
  const isPending = importing.look.isPending && importing.isCalendar
  return (
    <Disclosure summary="Or follow a calendar" open={isPending || error !== undefined}>
      <div className="grid gap-4">
        <TextField
          label="Address of the calendar"
          hint="Look for “Subscribe” or “iCal link” in your program. It is read every hour: games that move there move here."
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={address}
          error={error}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button
          kind="ink"
          className="justify-self-start"
          disabled={address.trim() === ''}
          pending={isPending && 'Processing...'}
          onClick={() => importing.start({ address: address.trim() })}
        >
          Read the calendar
        </Button>
      </div>
    </Disclosure>
  )
}

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** `onFile`: null where nothing can be imported. */
type DropAnywhereProps = { onFile: ((file: File) => void) | null; children: ReactNode }

/** A file dropped anywhere on a tab of the campaign opens the import. The button beside does the same. */
export function DropAnywhere({ onFile, children }: DropAnywhereProps) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition; a button opens the same
    <div
      className={isOver ? 'rounded-card outline-2 outline-offset-8 outline-ink outline-dashed' : undefined}
      onDragOver={(event) => {
        if (!onFile || !hasFile(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // Between two parts of the page the file is still over it.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!onFile || event.defaultPrevented || !hasFile(event)) return
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      {children}
    </div>
  )
}
