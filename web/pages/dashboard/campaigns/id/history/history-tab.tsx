import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { kindsFor } from '#domain/people/audit-sentences.ts'
import type { AuditEntry, AuditKind } from '#domain/schemas/audit-log.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { dateTimeText } from '#web/format.ts'
import { auditKindLabels } from '#web/labels.ts'
import { AUDIT_PAGE_SIZE, auditLogQuery } from '#web/queries/audit-log.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'

/** The kind and whether automatic entries are shown, in the address; the page, as the last entry of each one before it. */
function usePages(campaignId: string, kinds: readonly AuditKind[]) {
  const [params, setParams] = useSearchParams()
  const kind = kinds.find((one) => one === params.get('kind')) ?? null
  const hasAutomatic = params.get('automatic') === 'shown'
  const of = `${kind} ${hasAutomatic}`
  const [trail, setTrail] = useState<{ of: string; after: string[] }>({ of, after: [] })
  const after = trail.of === of ? trail.after : []
  const query = useQuery({
    ...auditLogQuery(campaignId, { kind, hasAutomatic }, after.at(-1) ?? null),
    placeholderData: keepPreviousData,
  })
  const choose = (name: 'kind' | 'automatic', value: string): void =>
    setParams(
      (now) => {
        if (value === '') now.delete(name)
        else now.set(name, value)
        return now
      },
      { preventScrollReset: true, replace: true },
    )
  return { kind, hasAutomatic, choose, after, turn: (to: string[]) => setTrail({ of, after: to }), ...query }
}

/** Who changed what, when, from what to what: for representatives and the organization's owners. */
export function HistoryTab({ data: { campaign, permissions } }: { data: Management }) {
  const kinds = kindsFor(permissions.isPledgerraiserRepresentative)
  const { kind, hasAutomatic, choose, after, turn, data, error } = usePages(campaign.id, kinds)
  const start = after.length * AUDIT_PAGE_SIZE
  return (
    <section className="card overflow-hidden" aria-labelledby="history">
      <div className="flex flex-wrap items-end justify-between gap-4 px-5 py-4">
        <div>
          <Heading level={2} id="history">
            History
          </Heading>
          <p className="quiet mt-1">Who changed what, and when. Entries cannot be changed.</p>
        </div>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3 max-sm:w-full">
          <Checkbox
            label="Also what happened automatically"
            checked={hasAutomatic}
            onChange={(isShown) => choose('automatic', isShown ? 'shown' : '')}
          />
          <ChoiceField
            label="Show"
            className="w-full sm:w-64"
            value={kind ?? ''}
            onChange={(event) => choose('kind', event.target.value)}
          >
            <option value="">Everything</option>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {auditKindLabels[one]}
              </option>
            ))}
          </ChoiceField>
        </div>
      </div>
      {error && !data && (
        <div className="px-5 pb-5">
          <Note tone="danger" role="alert">
            The history did not load: {error.message}
          </Note>
        </div>
      )}
      {!error && !data && <Skeleton className="mx-5 mb-5 h-72" />}
      {data?.items.length === 0 && (
        <div className="px-5 pb-5">
          <EmptyState title="Nothing here yet">Changes of this kind will appear here.</EmptyState>
        </div>
      )}
      {data && data.items.length > 0 && <Entries entries={data.items} timeZone={campaign.timeZone} />}
      {data && (after.length > 0 || data.next !== null) && (
        <Pager
          label="Pages of the history"
          from={start + 1}
          to={start + data.items.length}
          of={data.count}
          onPrevious={after.length === 0 ? null : () => turn(after.slice(0, -1))}
          onNext={data.next === null ? null : () => turn([...after, data.next ?? ''])}
        />
      )}
    </section>
  )
}

function Entries({ entries, timeZone }: { entries: readonly AuditEntry[]; timeZone: string }) {
  return (
    <div className="relative overflow-x-auto">
      <table className="table stacked" aria-label="History">
        <thead>
          <tr>
            <th scope="col" className="md:w-1/2">
              What
            </th>
            <th scope="col">Who</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} className="align-top">
              <th scope="row" className="full">
                <span className="font-semibold wrap-anywhere">{entry.text}</span>
                <Changes changes={entry.changes} />
              </th>
              <td data-label="Who" className="break-words">
                {entry.who}
              </td>
              <td data-label="When" className="md:whitespace-nowrap">
                <time dateTime={entry.at}>{dateTimeText(entry.at, timeZone)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** `Goal: $10,000.00 → $12,500.50`, read aloud as "from … to …". */
function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <ul className="fine mt-1 grid gap-0.5">
      {changes.map(({ label, before, after }) => (
        <li key={label} className="wrap-anywhere">
          <span className="quiet">{label}:</span>{' '}
          {before !== null && (
            <>
              <span className="sr-only">from </span>
              <del className="quiet">{before}</del>
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> to </span>
            </>
          )}
          {after === null ? (
            <span className="quiet">nothing</span>
          ) : (
            <ins className="no-underline">{after}</ins>
          )}
        </li>
      ))}
    </ul>
  )
}
