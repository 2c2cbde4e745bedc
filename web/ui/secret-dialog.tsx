import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { Note } from './note.tsx'

type Props = {
  title: string
  /** Where it belongs: "the program". */
  into: string
  /** What it is called: "API key". */
  label: string
  secret: string
  /** "Copy key". */
  copy: string
  onClose: () => void
  /** Below it: what else to know. */
  children?: ReactNode
}

/** A secret, the only time that anyone sees it. */
export function SecretDialog({ title, into, label, secret, copy, onClose, children }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sheet"
      title={title}
      foot={
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="grid gap-5">
        <Note tone="warning">
          It is shown only now. Keep it like a password: paste it into {into}, and nowhere else.
        </Note>
        <TextField label={label} readOnly value={secret} onFocus={(event) => event.target.select()} />
        <div className="flex flex-wrap gap-3">
          <CopyButton text={secret}>{copy}</CopyButton>
        </div>
        {children}
      </div>
    </Dialog>
  )
}
