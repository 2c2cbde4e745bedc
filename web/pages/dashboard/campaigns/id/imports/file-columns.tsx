import { useState } from 'react'
import { FIELDS, labelOf } from '#domain/files/column-names.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Select } from '#web/ui/select.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
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
