import { useMemo } from 'react'
import { PAYMENT_METHOD_RULES, timingOf } from '#domain/billing/instruments.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import type { User } from '#domain/schemas/user.ts'
import { paths } from '#web/paths.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { userPledgesQuery } from '#web/queries/users.ts'
import { noteDone } from '#web/site/last-action.ts'
import { useWrite } from '#web/write.ts'
import type { Answers } from './draft.ts'
import { forgetDraft } from './opening.ts'
import { pledgeIntent } from './pledge-intent.ts'
import { type Chosen, keepSelection, NOTHING, type PledgePayload } from './selection.ts'
import { shownLines } from './shown-terms.ts'

type Given = {
  campaignId: string
  user: User
  payload: PledgePayload
  chosen: readonly Chosen[]
  /** The maximum that the review shows; null while it is calculated. */
  most: string | null
  answers: Answers
  ambassadorId: string | null
  onSuccess: (pledge: Pledge) => void
}

/** Sends the pledge as answered; its key survives a reload, so that it is made only once. */
export function usePledge({ campaignId, user, payload, answers, ambassadorId, ...given }: Given) {
  const { chosen, most, onSuccess } = given
  return useWrite<Pledge>({
    request: () => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/pledges`,
      payload: {
        ...payload,
        agreedMaximum: most,
        pledgeStatistics: shownLines(payload, chosen),
        pledgerId: answers.pledgerId,
        ambassadorId,
        paymentMethod: answers.paymentMethod,
        paymentTiming: timingOf(answers.paymentMethod),
        stripePaymentMethodId: savedOf(answers)?.stripePaymentMethodId ?? null,
        isAnonymous: answers.isAnonymous,
        ...(answers.thankByName ? { thankByName: true } : {}),
        note: answers.note.trim() || null,
      },
    }),
    failure: 'Pledge Failed',
    success: ({ isHeld }) =>
      isHeld
        ? {
            title: 'Pledge received',
            description: 'We review large check and cash pledges first. We will email you.',
          }
        : {
            title: 'PLEDGE LOCKED IN!',
            description: "You're now part of the team! Let's make this season legendary.",
          },
    refresh: [campaignKey(campaignId), userPledgesQuery.queryKey],
    onSuccess: (pledge) => {
      noteDone('Your pledge was made.', paths.pledge(pledge.id))
      // If the page is reloaded now, the pledge is made: nothing remains that could be sent twice.
      forgetDraft(campaignId)
      keepSelection(campaignId, NOTHING)
      onSuccess(pledge)
    },
    intent: useMemo(() => pledgeIntent(campaignId, user.id), [campaignId, user.id]),
  })
}

/** What is charged on the date of the statement; null where an invoice is sent. */
function savedOf({ paymentMethod, card, bankAccount }: Answers) {
  const { billedBy } = PAYMENT_METHOD_RULES[paymentMethod]
  if (billedBy === 'card') return card
  return billedBy === 'bank_account' ? bankAccount : null
}
