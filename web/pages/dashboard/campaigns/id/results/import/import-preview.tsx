import type { ReactNode } from 'react'
import type { ImportPreview } from '#domain/schemas/result.ts'
import { capital, matchWord, type Vocabulary } from '#domain/vocabulary.ts'
import { calendarDayText, countText, quantityText, shortEventTimeText } from '#web/format.ts'
import { Reasons } from '#web/pages/dashboard/campaigns/id/results/question.tsx'
import { useWords } from '#web/site/words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Note } from '#web/ui/note.tsx'

const SHOWN = 200

type Row = ImportPreview['rows'][number]
type Props = {
  preview: ImportPreview
  timeZone: string
  /** By line, as given; each change updates the preview. */
  answers: Readonly<Record<string, string>>
  onAnswer: (line: number, match: string) => void
  children?: ReactNode
}

export const importFacts = (
  totals: ImportPreview['totals'],
  words: Pick<Vocabulary, 'match' | 'matches'>,
): string[] => [
  `${countText(totals.new)} new`,
  `${countText(totals.corrections)} ${totals.corrections === 1 ? 'correction' : 'corrections'}`,
  `${countText(totals.unchanged)} unchanged`,
  `${countText(totals.newEvents)} ${matchWord(words, totals.newEvents)} added`,
]

export function ImportPreviewTable({ preview, timeZone, answers, onAnswer, children }: Props) {
  const { rows, errors, totals, ignoredColumns } = preview
  const words = useWords()
  const asked = rows.filter(({ couldBe }) => couldBe.length > 0)
  const facts = importFacts(totals, words)
  return (
    <>
      <Note tone={errors.length > 0 ? 'danger' : 'plain'} role="status">
        {errors.length > 0 ? (
          <>
            <strong>Nothing will be imported until every row is valid.</strong>
            <ul className="mt-1.5">
              {errors.slice(0, 20).map(({ line, reason }) => (
                <li key={line}>
                  Line {line}: {reason}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <strong>{facts.join(', ')}.</strong> Nothing is saved yet.
          </>
        )}
        {ignoredColumns.length > 0 && <p className="mt-1.5">Ignored: {ignoredColumns.join(', ')}.</p>}
      </Note>
      {asked.map((row) => (
        <WhichMatch key={row.line} {...{ row, timeZone, answers, onAnswer }} />
      ))}
      {children}
      <div className="relative overflow-x-auto">
        <table className="table" aria-label="Lines of the file">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">{capital(words.match)}</th>
              <th scope="col">What changes</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <tr key={row.line}>
                <td>{row.line}</td>
                <th scope="row">
                  <strong>{row.opponent ?? '–'}</strong>{' '}
                  <span className="quiet">{row.date && calendarDayText(row.date)}</span>{' '}
                  {row.isNewEvent && <Badge tone="draft">New {words.match}</Badge>}
                  {row.eventName && row.eventName !== row.opponent && (
                    <span className="quiet fine block">On the schedule: {row.eventName}</span>
                  )}
                </th>
                <td>
                  {row.error ?? (
                    <ul className="flex flex-wrap gap-x-5 gap-y-1">
                      {row.changes.map((change) => (
                        <li key={change.statisticId} className={change.kind === 'unchanged' ? 'quiet' : ''}>
                          {change.statisticName}:{' '}
                          {change.kind === 'correction' && `${quantityText(change.before)} → `}
                          <strong>{quantityText(change.after)}</strong>
                          {change.kind === 'correction' && ' (correction)'}
                          {change.kind === 'unchanged' && ' (unchanged)'}
                        </li>
                      ))}
                    </ul>
                  )}
                  {row.unusual.length > 0 && <Reasons reasons={row.unusual} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN && (
        <p className="quiet fine">
          The first {SHOWN} of {countText(rows.length)} rows.
        </p>
      )}
    </>
  )
}

type Asked = Pick<Props, 'timeZone' | 'answers' | 'onAnswer'> & { row: Row }

/** That day's schedule has a match by another name: entered as a new one, it would count twice (R19). */
function WhichMatch({ row, timeZone, answers, onAnswer }: Asked) {
  const words = useWords()
  const options = row.couldBe.map(({ eventId, name, figures, ...start }) => ({
    value: eventId,
    title: `Same ${words.match}: ${name}`,
    text: [
      shortEventTimeText(start, timeZone),
      ...figures.map(({ statisticName, quantity }) => `${statisticName} ${quantityText(quantity)}`),
    ].join(', '),
  }))
  return (
    <ChoiceGroup
      legend={`Line ${row.line}: is ${row.opponent} already on the schedule?`}
      across
      options={[...options, { value: 'new', title: `A different ${words.match}`, text: 'It is added.' }]}
      value={answers[row.line] ?? row.answer}
      onChange={(answer) => onAnswer(row.line, answer)}
    />
  )
}
