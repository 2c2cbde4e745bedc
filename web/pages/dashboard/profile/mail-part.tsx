import { useQueryClient } from '@tanstack/react-query'
import { MONEY_MAIL_REASON } from '#domain/people/mail-kinds.ts'
import type { MailChoice } from '#domain/schemas/mail.ts'
import { mailChoicesQuery } from '#web/queries/mail.ts'
import { Note } from '#web/ui/note.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useWrite } from '#web/write.ts'
import { Loaded, Part } from './part.tsx'

/** Which mail the user gets, and why the rest cannot be switched off. */
export function MailPart() {
  return (
    <Part
      title="Email preferences"
      lead="Turn off any of these here, or with the link at the bottom of the email."
    >
      <Loaded<MailChoice[]> query={mailChoicesQuery}>
        {(choices) => (
          <ul className="grid gap-5">
            {choices.map((choice) => (
              <li key={choice.kind}>
                <Choice choice={choice} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p className="quiet fine">{MONEY_MAIL_REASON}</p>
    </Part>
  )
}

function Choice({ choice: { kind, title, text, isOn } }: { choice: MailChoice }) {
  const client = useQueryClient()
  const change = useWrite<MailChoice[], boolean>({
    request: (on) => ({ method: 'PUT', path: '/api/user/mail-choices', payload: { kind, isOn: on } }),
    failure: null,
    onSuccess: (saved) => client.setQueryData(mailChoicesQuery.queryKey, saved),
  })
  return (
    <>
      <Switch
        label={title}
        hint={text}
        checked={change.isPending ? change.variables : isOn}
        // Not disabled while it is saved: that would take the focus away.
        onChange={(on) => !change.isPending && change.mutate(on)}
      />
      {change.error && (
        <Note tone="danger" role="alert">
          {change.error.message}
        </Note>
      )}
    </>
  )
}
