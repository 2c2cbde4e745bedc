import { columnProblems } from '#domain/results-columns.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ImportColumns } from '#domain/schemas/result.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { Note } from '#web/ui/note.tsx'
import { Select } from '#web/ui/select.tsx'

export type Column = ImportColumns['columns'][number]

export const countedIn = ({ statistics }: Management) => statistics.filter(({ type }) => countsUnits(type))

/** The server's own message, before it is asked. */
export const problemsOf = (data: Management, columns: readonly Column[]): string[] =>
  columnProblems(
    columns.map(({ header }) => header),
    columns.map(({ meaning }) => meaning),
    countedIn(data),
    data.campaign.vocabulary,
  )

const fixedFor = (hasOpponents: boolean) => [
  { value: 'ignore', label: 'Ignore' },
  { value: 'date', label: 'Date' },
  { value: 'time', label: 'Time' },
  { value: 'opponent', label: hasOpponents ? 'Opponent' : 'Name' },
  ...(hasOpponents ? [{ value: 'venue', label: 'Home or away' }] : []),
]

type Props = { data: Management; columns: readonly Column[]; onChange: (columns: Column[]) => void }

/** What each column contains: proposed by its name, and by the previous choice (R19). */
export function MatchColumns({ data, columns, onChange }: Props) {
  const options = [
    ...fixedFor(data.campaign.vocabulary.hasOpponents),
    ...countedIn(data).map(({ id, name }) => ({ value: id, label: name })),
  ]
  const problems = problemsOf(data, columns)
  return (
    <>
      <p className="quiet">
        Choose what each column contains. This browser remembers it for this campaign’s next file.
      </p>
      {problems.length > 0 && (
        <Note tone="warning" role="status">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Note>
      )}
      <ul className="border-t border-line">
        {columns.map(({ header, samples, meaning }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are kept apart by their place
            key={index}
            className="grid items-center gap-x-5 gap-y-2 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_240px]"
          >
            <div className="min-w-0">
              <strong className="break-words">{header || 'No name'}</strong>
              <p className="quiet fine break-words">
                {samples.filter(Boolean).join(', ') || 'Its first rows are empty'}
              </p>
            </div>
            <Select
              label={`What ${header || `column ${index + 1}`} contains`}
              value={meaning}
              options={options}
              onChange={(next) =>
                onChange(columns.map((column, at) => (at === index ? { ...column, meaning: next } : column)))
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}
