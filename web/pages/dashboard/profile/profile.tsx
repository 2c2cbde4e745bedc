import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import type { IdentitySession } from '#domain/schemas/identity.ts'
import type { User } from '#domain/schemas/user.ts'
import { ClerkProfile } from '#web/clerk/profile.tsx'
import { dateTimeText } from '#web/format.ts'
import { changePassword, endOtherSessions, endSession } from '#web/identity.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { AuthForm } from '#web/parts/auth/auth-form.tsx'
import { paths } from '#web/paths.ts'
import { sessionsQuery } from '#web/queries/identity.ts'
import { privateMeta } from '#web/site/meta.ts'
import { usePublicConfig, useUser } from '#web/site/session.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showInRow } from '#web/ui/show-in-row.ts'
import { fieldErrors } from '#web/write.ts'
import { DeletePart } from './delete-part.tsx'
import { MailPart } from './mail-part.tsx'
import type { Typed } from './part.tsx'
import { DataPart, Loaded, localZone, Part, useAccountChange } from './part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { type Draft, ProfilePart } from './profile-part.tsx'
import { TwoFactorPart } from './two-factor-part.tsx'

const refresh = [sessionsQuery.queryKey]

function SessionsPart() {
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

const EMPTY = { currentPassword: '', newPassword: '' }

function PasswordPart() {
  const [answers, setAnswers] = useState(EMPTY)
  const change = useAccountChange({
    run: () => changePassword(answers.currentPassword, answers.newPassword),
    success: { title: 'Password changed', description: 'Every other session of your account has ended.' },
    refresh: [sessionsQuery.queryKey],
    onSuccess: () => setAnswers(EMPTY),
  })
  const refused = fieldErrors(change.error)
  const field = (name: keyof typeof EMPTY) => ({
    type: 'password',
    value: answers[name],
    error: refused[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setAnswers((known) => ({ ...known, [name]: value })),
  })
  return (
    <Part title="Password" lead="Changing it ends every other session of your account.">
      <AuthForm
        label="Password"
        error={change.error}
        fields={['currentPassword', 'newPassword']}
        onSubmit={() => change.mutate()}
      >
        <TextField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
        <TextField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...field('newPassword')}
        />
        <Button type="submit" className="justify-self-start" pending={change.isPending && 'Saving...'}>
          Change password
        </Button>
      </AuthForm>
    </Part>
  )
}

/** A browser's name as people say it: "Chrome on Android". The first match wins. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const firstOf = (known: [RegExp, string][], userAgent: string): string | undefined =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1]

export function deviceName(userAgent: string): string {
  const browser = firstOf(BROWSERS, userAgent)
  const system = firstOf(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another device'
}

export const loader = signedInLoader(() => [])
export const clientLoader = signedInBrowserLoader(() => [])
export const meta = () => privateMeta('Your account')

/** Each part has its own address after the #, which never leaves the browser. */
const PARTS: { hash: string; label: string; show: (user: User, draft: Draft) => ReactNode }[] = [
  {
    hash: '#profile',
    label: 'Profile',
    show: (user, draft) => <ProfilePart key={user.id} user={user} draft={draft} />,
  },
  { hash: '#security', label: 'Security', show: () => <SecurityPart /> },
  { hash: '#mail', label: 'Email preferences', show: () => <MailPart /> },
  { hash: '#sessions', label: 'Sessions', show: () => <SessionsPart /> },
  { hash: '#data', label: 'Your data', show: () => <DataPart /> },
  { hash: '#delete', label: 'Delete account', show: () => <DeletePart /> },
]

export default function Profile() {
  const user = useUser()
  const { identity } = usePublicConfig()
  return (
    <main id="main" className="wrap grid gap-6 py-8 lg:gap-8 lg:py-10">
      <div>
        <BackLink>
          <Link to={paths.dashboard}>Dashboard</Link>
        </BackLink>
        <h1 className="mt-2">Your account</h1>
        <p className="quiet mt-2 break-words">{user?.email}</p>
      </div>
      {identity.provider === 'clerk' ? user && <ClerkProfile user={user} /> : <Parts user={user} />}
    </main>
  )
}

function Parts({ user }: { user: User | null }) {
  const hash = useHash()
  // What is typed stays while another part is looked at.
  const draft = useState<Typed>({})
  const parts = useRef<HTMLElement>(null)
  const current = PARTS.find((part) => part.hash === hash) ?? PARTS[0]
  // On a phone the tabs are wider than the screen: the open one is kept in view.
  useEffect(() => {
    const link = parts.current?.querySelector<HTMLElement>(`a[href$="${current?.hash}"]`)
    if (link) showInRow(link)
  }, [current])
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,45rem)] lg:gap-10">
      <nav ref={parts} className="tabs lg:flex-col lg:gap-0.5 lg:overflow-visible" aria-label="Your account">
        {PARTS.map((part) => (
          <Link
            key={part.hash}
            className="lg:min-h-[2.875rem]! lg:border-y-0! lg:border-l-4! lg:border-l-transparent lg:aria-[current=page]:border-l-accent lg:aria-[current=page]:bg-surface"
            to={part.hash}
            preventScrollReset
            aria-current={part === current ? 'page' : undefined}
          >
            {part.label}
          </Link>
        ))}
      </nav>
      <div className="grid min-w-0 gap-6">{user && current?.show(user, draft)}</div>
    </div>
  )
}

function SecurityPart() {
  return (
    <>
      <PasswordPart />
      <TwoFactorPart />
      <PasskeysPart />
    </>
  )
}

const never = () => () => {}

/** The part after the #. No server ever sees it, so the page was rendered without one. */
function useHash(): string {
  const { hash } = useLocation()
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isLive ? hash : ''
}
