import type { IdentitySession } from '#domain/schemas/identity.ts'
import { dateTimeText } from '#web/format.ts'
import { endOtherSessions, endSession } from '#web/identity.ts'
import { sessionsQuery } from '#web/queries/identity.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { deviceName } from './device.ts'
import { Loaded, Part, useAccountChange } from './part.tsx'
import { localZone } from './zone.ts'

const refresh = [sessionsQuery.queryKey]

export function SessionsPart() {
  return (
    <Part
      title="Sessions"
      lead="Where your account is signed in. If you do not recognize one of them, end it and change your password."
    >
      <Loaded<IdentitySession[]> query={sessionsQuery}>
        {(sessions) => (
          <>
            <ul className="grid border-b border-line *:border-t *:border-line *:py-3" aria-label="Sessions">
              {sessions.map((session) => (
                <li key={session.id}>
                  <Row session={session} />
                </li>
              ))}
            </ul>
            {sessions.length > 1 && <EndOthers />}
          </>
        )}
      </Loaded>
    </Part>
  )
}

function Row({ session }: { session: IdentitySession }) {
  const name = deviceName(session.userAgent)
  const since = dateTimeText(session.createdAt, localZone())
  const end = useAccountChange({
    run: () => endSession(session.id),
    success: { title: 'Session ended', description: `${name} is signed out within five minutes.` },
    refresh,
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="quiet fine">Signed in {since}</p>
        {end.error && <p className="field-error mt-2">{end.error.message}</p>}
      </div>
      {session.isCurrent ? (
        <Badge tone="active" icon="check">
          This one
        </Badge>
      ) : (
        <Button
          size="small"
          pending={end.isPending && 'Ending...'}
          aria-label={`End ${name}, signed in ${since}`}
          onClick={() => end.mutate()}
        >
          End
        </Button>
      )}
    </div>
  )
}

function EndOthers() {
  const end = useAccountChange({
    run: endOtherSessions,
    success: { title: 'Other sessions ended', description: 'You are signed in here only.' },
    refresh,
  })
  return (
    <>
      {end.error && (
        <Note tone="danger" role="alert">
          {end.error.message}
        </Note>
      )}
      <Button
        className="justify-self-start"
        pending={end.isPending && 'Ending...'}
        onClick={() => end.mutate()}
      >
        End all other sessions
      </Button>
    </>
  )
}
