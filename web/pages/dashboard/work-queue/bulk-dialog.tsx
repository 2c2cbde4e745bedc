import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { v4 as uuid } from 'uuid'
import type { BulkAction, BulkActionLine } from '#domain/schemas/bulk-action.ts'
import { isUnauthorized, NetworkError } from '#web/api-error.ts'
import { usd } from '#web/format.ts'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { bulkPlanQuery } from '#web/queries/bulk-actions.ts'
import { representativesQuery } from '#web/queries/representatives.ts'
import { api } from '#web/query-client.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { Select } from '#web/ui/select.tsx'
import { signInAgain } from '#web/write.ts'
import { BULK_WORDS, campaignsText, sumText } from './bulk-labels.ts'

/** What became of one line. `isOpen`: no answer came, so that the same request may be sent again. */
type Result = { text: string; isDone: boolean; isOpen?: true }

/** Sends the request of each line, one after the other; none stops another. */
function useRun(lines: readonly BulkActionLine[], done: string) {
  const keys = useRef(new Map<string, string>())
  const [results, setResults] = useState<ReadonlyMap<string, Result> | null>(null)
  const [isRunning, setRunning] = useState(false)

  async function send({ id, request }: BulkActionLine): Promise<Result> {
    if (!request) return { text: '', isDone: false }
    const idempotencyKey = keys.current.get(id) ?? uuid()
    keys.current.set(id, idempotencyKey)
    try {
      await api.write(request.method, request.path, request.payload, { idempotencyKey })
      return { text: done, isDone: true }
    } catch (error) {
      if (isUnauthorized(error)) signInAgain()
      const text = error instanceof Error ? error.message : String(error)
      return { text, isDone: false, ...(error instanceof NetworkError ? { isOpen: true } : {}) }
    }
  }
  async function run(): Promise<void> {
    setRunning(true)
    const found = new Map(results)
    setResults(found)
    for (const line of lines) {
      if (line.request === null || (found.has(line.id) && !found.get(line.id)?.isOpen)) continue
      found.set(line.id, await send(line))
      setResults(new Map(found))
    }
    setRunning(false)
  }
  return { results, isRunning, run: () => void run() }
}

const NOBODY = 'nobody'

type Props = { action: BulkAction; campaigns: readonly string[]; onClose: () => void }

/** One action on several campaigns: first its sums, then what became of each. */
export function BulkDialog({ action, campaigns, onClose }: Props) {
  const client = useQueryClient()
  const { title, confirm, done } = BULK_WORDS[action]
  const user = useUser()
  const [to, setTo] = useState<string | null>(user?.id ?? null)
  const [hasBegun, setBegun] = useState(false)
  const representative = action === 'assign' ? to : null
  const found = useQuery({
    ...bulkPlanQuery({ action, campaigns, representative }),
    enabled: !hasBegun,
  })
  const plan = keptOf(found)
  const all = plan?.lines ?? []
  const lines = [...all.filter(({ request }) => request), ...all.filter(({ request }) => !request)]
  const { results, isRunning, run } = useRun(lines, done)
  const count = lines.filter(({ request }) => request !== null).length
  const sum = sumText(plan?.totals ?? [], plan?.results ?? 0)
  const hasOpen = [...(results?.values() ?? [])].some(({ isOpen }) => isOpen)
  const isOver = results !== null && !isRunning
  /** The page behind it is read again only then: what was selected may no longer be on it. */
  const close = (): void => {
    if (results !== null) void client.invalidateQueries()
    onClose()
  }
  return (
    <Dialog
      open
      keepOnOutside
      onOpenChange={(open) => !open && !isRunning && close()}
      title={title}
      foot={
        isOver && !hasOpen ? (
          <Button kind="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close} disabled={isRunning}>
              {isOver ? 'Close' : 'Cancel'}
            </Button>
            <Button
              kind="primary"
              disabled={count === 0}
              pending={isRunning && 'One after the other …'}
              onClick={() => {
                setBegun(true)
                run()
              }}
            >
              {hasOpen
                ? 'Try the rest again'
                : !plan
                  ? title
                  : count === 0
                    ? 'Nothing to do'
                    : confirm(campaignsText(count), sum ?? '')}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {action === 'assign' && !hasBegun && <ChooseRepresentative value={to} onChange={setTo} />}
        <LoadProblem what="What this would do" found={found} />
        {!plan && !found.error && <Skeleton className="h-40" />}
        {plan && (
          <p role="status">
            <strong>{isOver ? doneText(results, count) : planText(count, lines.length, sum)}</strong>
          </p>
        )}
        {isOver && hasOpen && (
          <Note tone="warning">Some got no answer. Sending them again does nothing twice.</Note>
        )}
        <ul className="border-y border-line empty:hidden">
          {lines.map((line) => (
            <Line key={line.id} line={line} result={results?.get(line.id)} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const planText = (count: number, all: number, sum: string | null): string => {
  const of = count === all ? campaignsText(count) : `${count} of ${campaignsText(all)}`
  return sum === null ? of : `${of}, ${sum} in all`
}
const doneText = (results: ReadonlyMap<string, Result>, count: number): string =>
  `Done for ${[...results.values()].filter(({ isDone }) => isDone).length} of ${campaignsText(count)}`

function Line({ line, result }: { line: BulkActionLine; result: Result | undefined }) {
  const refusal = result && !result.isDone ? result.text : line.refusal
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2.5 first:border-t-0">
      <Link to={paths.manage(line.id)} className="line-clamp-2 font-semibold break-words hover:underline">
        {line.name}
      </Link>
      <span className="fig fig-t flat" translate="no">
        {line.amount !== null && usd(line.amount)}
      </span>
      {/* Campaigns of different organizations may have the same name. */}
      <span className="quiet fine col-span-full break-words">{line.organizationName}</span>
      <span className={`fine col-span-full break-words ${refusal && result ? 'text-danger' : 'quiet'}`}>
        {refusal ? `${result ? 'Not done' : 'Left out'}: ${refusal}` : result ? result.text : line.detail}
      </span>
    </li>
  )
}

type ChooseProps = { value: string | null; onChange: (to: string | null) => void }

function ChooseRepresentative({ value, onChange }: ChooseProps) {
  const { data = [] } = useQuery(representativesQuery)
  return (
    <Select
      label="Assign to"
      className="w-full"
      value={value ?? NOBODY}
      options={[
        ...data
          .filter(({ state }) => state === 'active')
          .map(({ id, firstName, lastName, email }) => ({
            value: id,
            label: [firstName, lastName].filter(Boolean).join(' ') || email,
          })),
        { value: NOBODY, label: 'Nobody' },
      ]}
      onChange={(to) => onChange(to === NOBODY ? null : to)}
    />
  )
}
