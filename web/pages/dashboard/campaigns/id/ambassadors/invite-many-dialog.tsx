import { useState } from 'react'
import { MAX_FILE_BYTES } from '#domain/files/decode.ts'
import { FILE_TOO_LARGE, MAX_INVITED } from '#domain/schemas/ambassador.ts'
import { base64Of } from '#web/base64.ts'
import { LeaveQuestion, useLeaving } from '#web/parts/forms/leaving.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { InvitationsTable } from './invitations-table.tsx'
import { people } from './mailed-words.ts'
import { useInvitations } from './use-invitations.ts'

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
              {...{ text, file, wrong }}
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
