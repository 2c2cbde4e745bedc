import { useState } from 'react'
import {
  type AmbassadorFilter,
  type InvitationsForm,
  type InvitationsPreview,
  InvitationsPreviewForm,
  type Invited,
  MAX_INVITED,
  type MailedAmbassador,
  type Nudged,
} from '#domain/schemas/ambassador.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { keepRules } from '#web/rules.ts'
import type { ToastWords } from '#web/ui/toast.tsx'
import { useWrite } from '#web/write.ts'

const ambassadorsPath = (campaignId: string): string => `/api/campaigns/${campaignId}/ambassadors`
const path = (campaignId: string, ambassadorId: string): string =>
  `${ambassadorsPath(campaignId)}/${ambassadorId}`

/** One address is mailed at most once an hour, and the screen says when no mail was sent. */
const toldOf =
  (title: string) =>
  ({ notMailedReason }: MailedAmbassador): ToastWords =>
    notMailedReason ? { title: 'No email was sent', description: notMailedReason } : { title }

export const useResendInvitation = (campaignId: string) =>
  useWrite<MailedAmbassador, string>({
    request: (id) => ({ method: 'PUT', path: path(campaignId, id), payload: { resendEmail: true } }),
    failure: 'Failed to resend invitation',
    success: toldOf('Invitation email resent successfully!'),
    refresh: [campaignKey(campaignId)],
  })

export const useNudge = (campaignId: string) =>
  useWrite<MailedAmbassador, string>({
    request: (ambassadorId) => ({ method: 'POST', path: `${path(campaignId, ambassadorId)}/nudges` }),
    failure: 'Failed to nudge ambassador',
    success: toldOf('Ambassador nudged by email'),
    refresh: [campaignKey(campaignId)],
  })

const mails = (count: number): string => (count === 1 ? '1 email was sent' : `${count} emails were sent`)

export const useNudgeAll = (campaignId: string) =>
  useWrite<Nudged, AmbassadorFilter>({
    request: (who) => ({ method: 'POST', path: `${ambassadorsPath(campaignId)}/nudges`, payload: { who } }),
    failure: 'Failed to nudge ambassadors',
    success: (done) => {
      const description = nudgedWords(done)
      const title = done.mailed === 0 ? 'No email was sent' : mails(done.mailed)
      return description ? { title, description } : { title }
    },
    refresh: [campaignKey(campaignId)],
  })

export const useRemoveAmbassador = (campaignId: string, onDone: () => void) =>
  useWrite<unknown, string>({
    request: (ambassadorId) => ({ method: 'DELETE', path: path(campaignId, ambassadorId) }),
    failure: 'Failed to remove ambassador',
    success: { title: 'Ambassador removed successfully!' },
    refresh: [campaignKey(campaignId)],
    onSuccess: onDone,
  })

export const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

/** Who of a list gets an email when, and who gets none. */
export function invitedWords({ invited, mailed, refused = 0 }: Invited): string {
  if (mailed === invited) return 'Each gets an email with their own link.'
  const parts = [`${mailed} get an email now.`]
  if (refused > 0) parts.push(`No email goes to ${people(refused)} who asked for no more invitations.`)
  if (mailed + refused < invited)
    parts.push(
      'The others get it automatically once the campaign is active, an hour after their last email and within the daily limit.',
    )
  return parts.join(' ')
}

/** Why some who were to be nudged got no email; undefined if each got one. */
export function nudgedWords({ tooSoon, refused = 0 }: Nudged): string | undefined {
  const parts: string[] = []
  if (tooSoon > 0)
    parts.push(
      `${tooSoon} got an email in the last hour, or are over today’s limit. You can nudge them later.`,
    )
  if (refused > 0) parts.push(`${people(refused)} asked for no more of these emails.`)
  return parts.length > 0 ? parts.join(' ') : undefined
}

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
