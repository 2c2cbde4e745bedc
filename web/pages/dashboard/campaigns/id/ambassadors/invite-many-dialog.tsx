import { useState } from 'react'
import { type InvitationsPreview, InvitationsPreviewForm, type Invited } from '#domain/schemas/ambassador.ts'
import { useUnsaved } from '#web/parts/forms/unsaved.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { keepRules } from '#web/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'
import { InvitationsTable } from './invitations-table.tsx'
import { invitedWords, people } from './mailed-words.ts'
import { ambassadorsPath } from './writes.ts'

const MAX_BYTES = 100_000

function useInvitations(campaignId: string, text: string, onDone: () => void) {
  const path = `${ambassadorsPath(campaignId)}/imports`
  const preview = useWrite<InvitationsPreview>({
    request: () => {
      keepRules(InvitationsPreviewForm, { text })
      return { method: 'POST', path: `${path}/preview`, payload: { text } }
    },
    failure: null,
  })
  const apply = useWrite<Invited>({
    request: () => ({ method: 'POST', path, payload: { text, invited: preview.data?.totals.new } }),
    failure: null,
    success: (done) => ({ title: `${people(done.invited)} invited`, description: invitedWords(done) }),
    refresh: [campaignKey(campaignId)],
    onSuccess: onDone,
  })
  const reset = (): void => {
    preview.reset()
    apply.reset()
  }
  return { preview, apply, reset }
}

/** A preview first, then everyone who is new, or nobody. */
export function InviteManyDialog({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [fileName, setFileName] = useState<string | null>(null)
  const [fileProblem, setFileProblem] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)
  const { preview, apply, reset } = useInvitations(campaignId, text, onClose)
  const way = useUnsaved(text.trim() !== '' && !apply.isSuccess)
  const shown = preview.data
  const wrong = fieldErrors(preview.error).text
  const read = async (file: File | null): Promise<void> => {
    const isTooLarge = file !== null && file.size > MAX_BYTES
    setFileName(file?.name ?? null)
    setFileProblem(
      isTooLarge ? 'The file is larger than 100 KB: invite people in several batches' : undefined,
    )
    if (!isTooLarge) setText(file === null ? '' : await file.text())
    reset()
  }
  return (
    <>
      <Dialog
        open
        onOpenChange={() => (text.trim() === '' ? onClose() : setLeaving(true))}
        size="wide"
        part={shown ? 'preview' : 'text'}
        title="Invite many ambassadors"
        description="Paste email addresses, or choose a CSV file. You can check who will be invited first."
        foot={
          shown ? (
            <>
              <Button onClick={reset}>Change the list</Button>
              <Button
                kind="primary"
                disabled={shown.totals.new === 0}
                pending={apply.isPending && 'Inviting...'}
                onClick={() => apply.mutate()}
              >
                Invite {people(shown.totals.new)}
              </Button>
            </>
          ) : (
            <Button
              kind="primary"
              disabled={text.trim() === ''}
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
            <InvitationsTable preview={shown} />
          ) : (
            <List
              text={text}
              error={wrong}
              onText={(value) => {
                setText(value)
                reset()
              }}
              fileName={fileName}
              fileProblem={fileProblem}
              onFile={(file) => void read(file)}
            />
          )}
          {[wrong ? null : preview.error?.message, apply.error?.message].filter(Boolean).map((problem) => (
            <Note key={problem} tone="danger" role="alert">
              {problem}
            </Note>
          ))}
        </div>
      </Dialog>
      <Confirm
        open={isLeaving || way.isBlocked}
        onClose={() => {
          setLeaving(false)
          way.stay()
        }}
        onConfirm={() => {
          if (way.isBlocked) way.leave()
          onClose()
        }}
        title="Leave without inviting anyone?"
        cancel="Keep the list"
        confirm="Discard"
        kind="danger"
      >
        <p className="quiet">No one on this list has been invited yet.</p>
      </Confirm>
    </>
  )
}

type ListProps = {
  text: string
  error: string | undefined
  onText: (text: string) => void
  fileName: string | null
  fileProblem: string | undefined
  onFile: (file: File | null) => void
}

/** The list as typed or pasted, or read from a file. */
function List({ text, error, onText, fileName, fileProblem, onFile }: ListProps) {
  return (
    <>
      <TextArea
        label="Addresses"
        hint="One per line, or comma-separated, with or without names. At most 200 at a time."
        rows={8}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={text}
        error={error}
        onChange={(event) => onText(event.target.value)}
      />
      <FileDrop
        label="Or a CSV file"
        accept=".csv,.txt,text/csv,text/plain"
        name={fileName}
        error={fileProblem}
        onFile={onFile}
      />
    </>
  )
}
