/** What the page of the mailed link asks in a browser in which the guest pledge was not begun (R59). */
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import type { MailAnswer } from '#domain/schemas/mail-question.ts'
import { hashOfLink } from '#server/platform/base/link-secret.ts'
import type { Asked, Browser } from '#server/platform/http/begun-here.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import type { Deps } from '#server/season/deps.ts'
import { findLink, pledgeTokenOf } from '#server/season/pledge-links/index.ts'
import * as store from './store.ts'

/** How much was pledged for the first statistic: the guest chose it, and the mail says it. */
export function askedOf(lines: readonly store.GuestLine[]): Asked | null {
  const [line] = lines
  if (!line) return null
  const { name, unitName, type, rate } = line
  return { question: { name, unitName, type }, amounts: [rate] }
}

/** @throws a 400 for a wrong answer; a 409 after five. */
export async function answerQuestion(
  deps: Deps,
  browser: Browser,
  token: string,
  answer: MailAnswer,
): Promise<void> {
  const guest = await store.findByToken(deps.db, hashOfLink(token))
  const asked = guest?.lines && askedOf(guest.lines)
  const link = await findLink(deps.db, pledgeTokenOf(token), deps.clock.now())
  // After its links were stopped, nothing of it is asked or answered.
  if (!guest || !asked || (link && !link.isOpen)) throw notFound('Pledge')
  await demandRight(deps, { token, asked }, answer)
  await browser.remember(guest.id)
}

/** Also for what a mailed link changes (R58). */
export async function demandRight(
  { limits }: Pick<Deps, 'limits'>,
  { token, asked }: { token: string; asked: Asked },
  { amount }: MailAnswer,
): Promise<void> {
  await limits.takeAnswer(hashOfLink(token).toString('base64url')).catch((refusal: unknown) => {
    if (refusal instanceof RateLimited) throw new DomainError('conflict', TOO_OFTEN)
    throw refusal
  })
  if (!asked.amounts.includes(amount))
    throw invalidField('amount', 'That is not the amount. It is in the email with this link.')
}

const TOO_OFTEN =
  'That was not the amount, five times: this link asks no more. Ask for a new email where you started, or sign in'
