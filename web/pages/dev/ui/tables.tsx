import { faCheck } from '@fortawesome/free-solid-svg-icons'
import type { Scheme } from '#web/styles/contrast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type TableColumn } from '#web/ui/data-table.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Result = {
  id: string
  match: string
  goals: number
  by: string
  state: 'waiting' | 'confirmed' | 'voided'
}
const RIVALS = ['Summit', 'La Pine', 'Harbor', 'Ridgeview', 'Crook County', 'Mountain View', 'Sisters']
const RESULTS: Result[] = RIVALS.map((match, index) => ({
  id: match,
  match,
  goals: (index * 3 + 4) % 6,
  by: index % 2 ? 'M. Osei' : 'Coach Reyes',
  state: index < 2 ? 'waiting' : index === 3 ? 'voided' : 'confirmed',
}))

const COLUMNS: TableColumn<Result>[] = [
  {
    id: 'match',
    head: 'Match',
    cell: ({ match }) => <strong>{match}</strong>,
    sort: ({ match }) => match,
    full: true,
  },
  {
    id: 'goals',
    head: 'Goals',
    cell: ({ goals }) => <span className="fig fig-t">{goals}</span>,
    sort: ({ goals }) => goals,
    numeric: true,
  },
  { id: 'by', head: 'Entered', cell: ({ by }) => by, sort: ({ by }) => by },
  { id: 'state', head: 'State', cell: ({ state }) => <State state={state} /> },
  {
    id: 'actions',
    head: 'Actions',
    isHeadHidden: true,
    numeric: true,
    full: true,
    cell: ({ id, match, state }) =>
      state !== 'waiting' ? null : id === RIVALS[1] ? (
        <span className="quiet fine">Your entry: someone else confirms</span>
      ) : (
        <Button kind="ink" size="dense" aria-label={`Confirm: ${match}`}>
          <Icon icon={faCheck} />
          Confirm
        </Button>
      ),
  },
]

function State({ state }: { state: Result['state'] }) {
  if (state === 'waiting') return <Badge tone="waiting">To confirm</Badge>
  if (state === 'voided')
    return (
      <Badge tone="draft" icon="ban">
        Voided
      </Badge>
    )
  return (
    <Badge tone="active" icon="check">
      Confirmed
    </Badge>
  )
}

export function Tables({ scheme }: { scheme: Scheme }) {
  return (
    <div className="card">
      <DataTable
        label={`Results, ${scheme}`}
        columns={COLUMNS}
        rows={RESULTS}
        rowId={({ id }) => id}
        rowState={({ state }) => (state === 'confirmed' ? undefined : state)}
        pageSize={5}
      />
    </div>
  )
}
