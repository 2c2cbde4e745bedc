import { useState } from 'react'
import { MAX_FILE_BYTES } from '#domain/files/decode.ts'
import { FILE_TOO_LARGE, type InvitationsPreview, MAX_INVITED } from '#domain/schemas/ambassador.ts'
import { base64Of } from '#web/base64.ts'
import { LeaveQuestion, useLeaving } from '#web/parts/forms/leaving.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Note } from '#web/ui/note.tsx'
import { Select } from '#web/ui/select.tsx'
import { fieldErrors } from '#web/write.ts'
import { isInvitable, type Picks, people, type InvitationRow as Row, useInvitations } from './writes.ts'

type Props = { preview: InvitationsPreview; picks: Picks }

const KINDS: Record<InvitationsPreview['kind'], string | null> = {
  google: 'Google contacts',
  outlook: 'Outlook contacts',
  vcard: 'Contact cards',
  csv: 'CSV file',
  list: null,
}

const STATES: Record<Row['state'], string> = {
  new: 'New',
  back: 'Invited again',
  duplicate: 'Duplicate',
  invited: 'Already invited',
  invalid: 'Skipped',
}

/** Why a row is not invited, which does not stop the others. */
function leftOut({ kind, totals: { duplicate, invited, invalid } }: InvitationsPreview): string[] {
  const advice = kind === 'list' ? ': fix the list, or continue without them' : ''
  return [
    invited > 0 ? `${invited} ${invited === 1 ? 'is' : 'are'} already invited.` : '',
    duplicate > 0 ? `${duplicate} ${duplicate === 1 ? 'is' : 'are'} listed twice.` : '',
    invalid > 0 ? `${invalid} ${invalid === 1 ? 'has' : 'have'} no valid email address${advice}.` : '',
  ].filter(Boolean)
}

/** Errors of a list come first, then those to be invited; of contacts, many have no address. */
const ORDER: readonly Row['state'][] = ['invalid', 'new', 'back', 'invited', 'duplicate']
const ORDER_OF_CONTACTS: readonly Row['state'][] = ['new', 'back', 'invited', 'invalid', 'duplicate']

/** "Google contacts, 9 people." */
function whatItIs({ kind, rows }: InvitationsPreview): string {
  const what = KINDS[kind]
  return what ? `${what}, ${people(rows.filter(({ state }) => state !== 'duplicate').length)}. ` : ''
}

function InvitationsTable({ preview, picks }: Props) {
  const { kind, rows, totals } = preview
  const invitable = rows.filter(isInvitable)
  const order = kind === 'list' ? ORDER : ORDER_OF_CONTACTS
  const sorted = order.flatMap((state) => rows.filter((row) => row.state === state))
  return (
    <>
      <Note tone={kind === 'list' && totals.invalid > 0 ? 'warning' : 'plain'} role="status">
        <strong>
          {whatItIs(preview)}
          {totals.new === 0
            ? 'There is no one new on this list.'
            : `${totals.new} ${totals.new === 1 ? 'is' : 'are'} new.`}
        </strong>{' '}
        {leftOut(preview).join(' ')} {totals.new > 0 && 'No email has been sent yet.'}
      </Note>
      {invitable.length > 1 && (
        <Checkbox
          label={`Everyone new (${invitable.length})`}
          checked={invitable.every(picks.isPicked)}
          onChange={(isPicked) => picks.pick(invitable, isPicked)}
        />
      )}
      {/* The keyboard scrolls it while it has the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is read by keyboard too */}
      <section className="relative overflow-x-auto" tabIndex={0} aria-label="Who would be invited">
        <table className="table stacked" aria-label="Who would be invited">
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">Name</th>
              <th scope="col">Line</th>
              <th scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that is read and never changes
              <tr key={index}>
                <th scope="row" className="full font-semibold wrap-anywhere md:min-w-40">
                  <Address row={row} picks={picks} />
                </th>
                <td data-label="Name" className="break-words">
                  {row.name ?? '–'}
                </td>
                <td data-label="Line">{row.line}</td>
                <td data-label="What happens">
                  <What row={row} isPicked={picks.isPicked(row)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Whether they are invited, and at which of their addresses. */
function Address({ row, picks }: { row: Row; picks: Picks }) {
  const { name, emails, text } = row
  const email = picks.emailOf(row) ?? text
  if (!isInvitable(row)) return email
  const box = { checked: picks.isPicked(row), onChange: (isIn: boolean) => picks.pick([row], isIn) }
  if (emails.length < 2) return <Checkbox label={email} {...box} />
  const who = name ?? emails[0]
  return (
    <div className="flex items-center">
      <Checkbox label={<span className="sr-only">Invite {who}</span>} {...box} />
      <Select
        label={`Address for ${who}`}
        className="min-w-0 flex-1"
        value={email}
        options={emails.map((value) => ({ value, label: value }))}
        onChange={(value) => picks.choose(row, value)}
      />
    </div>
  )
}

const PICKED = ['active', 'check'] as const
const NOT_PICKED = ['draft', 'ban'] as const
const INVALID = ['paused', 'warning'] as const

function What({ row, isPicked }: { row: Row; isPicked: boolean }) {
  const { state, reason } = row
  const [tone, icon] = isPicked ? PICKED : state === 'invalid' ? INVALID : NOT_PICKED
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={tone} icon={icon}>
        {isInvitable(row) && !isPicked ? 'Left out' : STATES[state]}
      </Badge>
      {state !== 'invited' && reason && <span className="quiet fine">{reason}</span>}
    </span>
  )
}

type Chosen = { name: string; base64: string; problem?: string }

async function readFile(file: File): Promise<Chosen> {
  const { name, size } = file
  return size > MAX_FILE_BYTES
    ? { name, base64: '', problem: FILE_TOO_LARGE }
    : { name, base64: await base64Of(file) }
}

/** A preview first, then everyone who is new and not left out, or nobody. */
export function InviteManyDialog({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<Chosen | null>(null)
  const given = file ? { file: file.base64 } : { text }
  const { preview, apply, picks, reset } = useInvitations(campaignId, given, onClose)
  const isEmpty = file === null && text.trim() === ''
  const leaving = useLeaving(!isEmpty && !apply.isSuccess, onClose)
  const shown = preview.data
  const wrong = fieldErrors(preview.error)
  const tooMany = picks.count > MAX_INVITED
  const problems = [
    wrong.text || wrong.file ? null : preview.error?.message,
    shown && tooMany && `Choose at most ${MAX_INVITED} people at a time.`,
    apply.error?.message,
  ]
  return (
    <>
      <Dialog
        open
        onOpenChange={() => leaving.ask()}
        size="wide"
        part={shown ? 'preview' : 'text'}
        title="Invite many ambassadors"
        description="Paste email addresses, or choose a file of contacts. You can check who will be invited first."
        foot={
          shown ? (
            <>
              <Button onClick={reset}>Change the list</Button>
              <Button
                kind="primary"
                disabled={picks.count === 0 || tooMany}
                pending={apply.isPending && 'Inviting...'}
                onClick={() => apply.mutate()}
              >
                Invite {people(picks.count)}
              </Button>
            </>
          ) : (
            <Button
              kind="primary"
              disabled={isEmpty || file?.problem !== undefined}
              pending={preview.isPending && 'Processing...'}
              onClick={() => preview.mutate()}
            >
              Preview
            </Button>
          )
        }
      >
        <div className="grid gap-4">
          {shown ? (
            <InvitationsTable preview={shown} picks={picks} />
          ) : (
            <List
              text={text}
              file={file}
              wrong={wrong}
              onText={(value) => {
                setText(value)
                reset()
              }}
              onFile={(chosen) => {
                setFile(chosen)
                reset()
              }}
            />
          )}
          {problems.filter(Boolean).map((problem) => (
            <Note key={String(problem)} tone="danger" role="alert">
              {problem}
            </Note>
          ))}
        </div>
      </Dialog>
      <LeaveQuestion {...leaving.question} title="Leave without inviting anyone?" cancel="Keep the list">
        No one on this list has been invited yet.
      </LeaveQuestion>
    </>
  )
}

type ListProps = {
  text: string
  file: Chosen | null
  wrong: ReturnType<typeof fieldErrors>
  onText: (text: string) => void
  onFile: (file: Chosen | null) => void
}

/** The list as typed or pasted, or a file. */
function List({ text, file, wrong, onText, onFile }: ListProps) {
  return (
    <>
      {!file && (
        <TextArea
          label="Addresses"
          hint={`One per line, or comma-separated, with or without names. At most ${MAX_INVITED} at a time.`}
          rows={8}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={text}
          error={wrong.text}
          onChange={(event) => onText(event.target.value)}
        />
      )}
      <FileDrop
        label={file ? 'A file of contacts (CSV or vCard)' : 'Or a file of contacts (CSV or vCard)'}
        accept=".csv,.txt,.vcf,text/csv,text/plain,text/vcard,text/x-vcard"
        name={file?.name ?? null}
        error={file?.problem ?? wrong.file}
        onFile={async (chosen) => onFile(chosen && (await readFile(chosen)))}
      />
    </>
  )
}
