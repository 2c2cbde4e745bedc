import { notFound } from '#domain/errors.ts'
import { UndeliveredMail } from '#domain/schemas/mail.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { countUndelivered, dismiss, sendAgain, undeliveredMails } from '#server/messaging/mails/index.ts'
import { type Deps, defineRoute, pagedRoute } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import type { OpenList, Page } from '#server/platform/lists/paged-route.ts'

export const undeliveredMailRoutes = [
  ...pagedRoute({
    path: '/api/undelivered-mails',
    who: 'representative',
    summary: 'Mail that could not be delivered, newest first',
    rules: 'R44',
    row: UndeliveredMail,
    open: ({ deps, actor }) => listUndelivered(deps.db, actor),
  }),
  defineRoute({
    method: 'post',
    path: '/api/undelivered-mails/{id}/retry',
    who: 'representative',
    summary:
      'Send an undelivered email again, to the recipient’s current address and with a full set of attempts',
    rules: 'R44',
    params: IdParams,
    handle: async ({ deps, transact, actor, params: { id } }) => {
      await sendUndeliveredAgain(deps, transact, actor, id)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/undelivered-mails/{id}/dismissal',
    who: 'representative',
    summary: 'Take an undelivered email off the list: it is not sent again',
    rules: 'R44',
    params: IdParams,
    handle: async ({ deps, transact, actor, params: { id } }) => {
      await dismissUndelivered(deps, transact, actor, id)
    },
  }),
]

/** Mail that its mail server refused permanently or too often, for those who can find out why. */
async function listUndelivered(db: Db, actor: Actor): Promise<OpenList<UndeliveredMail>> {
  await demandRepresentative(db, actor)
  const read = async (page: Page): Promise<UndeliveredMail[]> =>
    (await undeliveredMails(db, page)).map(({ kind: _, queuedAt, failedAt, ...mail }) => ({
      ...mail,
      queuedAt: queuedAt.toISOString(),
      failedAt: failedAt.toISOString(),
    }))
  return { read, count: () => countUndelivered(db) }
}

/** To the recipient's current address. @throws a 404 if it is already waiting, or was delivered or dismissed. */
const sendUndeliveredAgain = (deps: Deps, transact: Transact, actor: Actor, id: string): Promise<void> =>
  decide(deps, transact, actor, { id, action: 'mail.retry', change: sendAgain })

/** It leaves the list for good. @throws a 404 if it is waiting to be sent, or was delivered or dismissed. */
const dismissUndelivered = (deps: Deps, transact: Transact, actor: Actor, id: string): Promise<void> =>
  decide(deps, transact, actor, { id, action: 'mail.dismiss', change: dismiss })

type Decision = {
  id: string
  action: string
  change: (tx: Transaction, id: string, now: Date) => Promise<boolean>
}

const decide = (
  { clock }: Deps,
  transact: Transact,
  actor: Actor,
  { id, action, change }: Decision,
): Promise<void> =>
  transact(async (tx) => {
    await demandRepresentative(tx, actor)
    if (!(await change(tx, id, clock.now()))) throw notFound('Mail')
    await audit(tx, clock, { actorId: actor.userId, action, subject: 'mail', subjectId: id })
  })
