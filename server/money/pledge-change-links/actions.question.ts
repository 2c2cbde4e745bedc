/** What the page of a change's link asks in a browser in which the change was not requested (R58). */
import { notFound } from '#domain/errors.ts'
import type { MailAnswer } from '#domain/schemas/mail-question.ts'
import type { Deps } from '#server/money/deps.ts'
import { hashOfLink } from '#server/platform/base/link-secret.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Asked, Browser } from '#server/platform/http/begun-here.ts'
import { demandRight } from '#server/season/guest-pledges/index.ts'
import * as lines from './store.question.ts'
import * as store from './store.ts'

/** How much was pledged, or is to be, for the statistic that changes; for a change of something else, for the first one. */
export async function askedFor(db: Db, requestId: string): Promise<Asked | null> {
  const line = await lines.askedAbout(db, requestId)
  if (!line) return null
  const { name, unitName, type, rates } = line
  return { question: { name, unitName, type }, amounts: rates }
}

/** @throws a 400 for a wrong answer; a 409 after five. */
export async function answerQuestion(
  deps: Deps,
  browser: Browser,
  token: string,
  answer: MailAnswer,
): Promise<void> {
  const request = await store.findByToken(deps.db, hashOfLink(token))
  const asked = request && (await askedFor(deps.db, request.id))
  if (!request || !asked) throw notFound('Change')
  await demandRight(deps, { token, asked }, answer)
  await browser.remember(request.id)
}
