import { useState } from 'react'
import {
  type InvitationsForm,
  type InvitationsPreview,
  InvitationsPreviewForm,
  type Invited,
  MAX_INVITED,
} from '#domain/schemas/ambassador.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { keepRules } from '#web/rules.ts'
import { useWrite } from '#web/write.ts'
import { invitedWords, people } from './mailed-words.ts'
import { ambassadorsPath } from './writes.ts'

export type InvitationRow = InvitationsPreview['rows'][number]
type Key = NonNullable<InvitationsForm['leftOut']>[number]

/** Who of a preview is invited, and at which of their addresses. */
export type Picks = {
  count: number
  isPicked: (row: InvitationRow) => boolean
  pick: (rows: readonly InvitationRow[], isPicked: boolean) => void
  emailOf: (row: InvitationRow) => string | undefined
  choose: (row: InvitationRow, email: string) => void
}

export const isInvitable = ({ state }: InvitationRow): boolean => state === 'new' || state === 'back'

/** A pasted line may have several people, each with one address; of a file each has a line. */
const keyOf = (kind: InvitationsPreview['kind'], { line, emails: [first] }: InvitationRow): Key =>
  kind === 'list' && first !== undefined ? first : line

function usePicks(preview: InvitationsPreview | undefined) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<Key>>(new Set())
  const [choices, setChoices] = useState<Record<string, string>>({})
  const kind = preview?.kind ?? 'list'
  const isPicked = (row: InvitationRow): boolean => isInvitable(row) && !leftOut.has(keyOf(kind, row))
  const picks: Picks = {
    count: preview?.rows.filter(isPicked).length ?? 0,
    isPicked,
    pick(rows, isIn) {
      const keys = new Set(rows.map((row) => keyOf(kind, row)))
      setLeftOut((before) =>
        isIn ? new Set([...before].filter((key) => !keys.has(key))) : new Set([...before, ...keys]),
      )
    },
    emailOf: ({ line, emails }) => choices[line] ?? emails[0],
    choose: ({ line }, email) => setChoices((before) => ({ ...before, [line]: email })),
  }
  /** Of more than can be invited at once, no one is picked before somebody does. */
  const start = ({ kind, rows, totals }: InvitationsPreview): void => {
    setChoices({})
    const keys = rows.filter(isInvitable).map((row) => keyOf(kind, row))
    setLeftOut(new Set(totals.new > MAX_INVITED ? keys : []))
  }
  return { picks, start, choices, leftOut: [...leftOut] }
}

/** What is `given`: a text, or a file in base64. */
export function useInvitations(
  campaignId: string,
  given: { text: string } | { file: string },
  onDone: () => void,
) {
  const path = `${ambassadorsPath(campaignId)}/imports`
  const preview = useWrite<InvitationsPreview>({
    request: () => {
      keepRules(InvitationsPreviewForm, given)
      return { method: 'POST', path: `${path}/preview`, payload: given }
    },
    failure: null,
    onSuccess: (shown) => start(shown),
  })
  const { picks, start, choices, leftOut } = usePicks(preview.data)
  const apply = useWrite<Invited>({
    request: () => ({ method: 'POST', path, payload: { ...given, invited: picks.count, choices, leftOut } }),
    failure: null,
    success: (done) => ({ title: `${people(done.invited)} invited`, description: invitedWords(done) }),
    refresh: [campaignKey(campaignId)],
    onSuccess: onDone,
  })
  const reset = (): void => {
    preview.reset()
    apply.reset()
  }
  return { preview, apply, picks, reset }
}
