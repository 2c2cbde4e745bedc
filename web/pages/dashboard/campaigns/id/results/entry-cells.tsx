import type { ResultEntry } from '#domain/schemas/result.ts'
import { isWaiting } from './confirm-queue.tsx'
import { EntryActions, type EntryProps } from './entry-actions.tsx'
import { Entered, StateBadge, StateWords } from './entry-words.tsx'

/** The class of an entry's row: unconfirmed and voided entries look different (R17, R18). */
export const rowLook = (result: ResultEntry): string =>
  isWaiting(result) ? 'waiting' : result.state === 'voided' ? 'voided' : ''

/** The last cells of an entry's row: who entered it, its status, and what can be done. */
export function EntryCells({ data, result, onVoid, onCorrect }: EntryProps) {
  return (
    <>
      <td data-label="Entered" className="md:min-w-44">
        <Entered data={data} result={result} />
      </td>
      <td data-label="State" className="plain py-2">
        <StateBadge result={result} />
        <StateWords data={data} result={result} />
      </td>
      <td className="plain full num">
        <EntryActions {...{ data, result, onVoid, onCorrect }} />
      </td>
    </>
  )
}
