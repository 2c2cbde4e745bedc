import { FIELDS, labelOf } from '#domain/files/columns.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Select } from '#web/ui/select.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { Import } from './use-import.ts'

const SHOWN_CELLS = 4

/** What each column contains: found by its name, and changed here; opened where the file could not be read. */
export function FileColumns({ data, importing }: { data: Management; importing: Import }) {
  const { preview, mean } = importing
  if (!preview || preview.columns.length === 0) return null
  const { campaign, statistics } = data
  const fields = FIELDS.map((value) => ({ value, label: labelOf(value, campaign.vocabulary) }))
  const counted = statistics
    .filter(({ type }) => countsUnits(type))
    .map(({ id, name }) => ({ value: id, label: name }))
  const options = [{ value: 'ignore', label: 'Ignore' }, ...counted, ...fields]
  const used = preview.columns.filter(({ meaning }) => counted.some(({ value }) => value === meaning))
  const nameOf = (meaning: string): string => options.find(({ value }) => value === meaning)?.label ?? meaning
  return (
    <Disclosure
      summary={
        used.length > 0
          ? `Columns: ${used.map(({ name, meaning }) => `${name} → ${nameOf(meaning)}`).join(', ')}`
          : 'Columns'
      }
      open={preview.problems.length > 0}
    >
      {preview.head && <HeaderLine importing={importing} />}
      <ul className="border-t border-line">
        {preview.columns.map(({ key, name, meaning, samples }) => (
          <li
            key={key}
            className="grid items-center gap-x-5 gap-y-2 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_260px]"
          >
            <div className="min-w-0">
              <strong className="break-words">{name || 'No name'}</strong>
              <p className="quiet fine break-words">{samples.join(', ') || 'Its first rows are empty'}</p>
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
function HeaderLine({ importing: { preview, headAt } }: { importing: Import }) {
  const head = preview?.head
  if (!head) return null
  return (
    <SelectField
      label="Names of the columns"
      className="mb-4"
      value={String(head.line ?? 0)}
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
