/** Builds the program from what it is given: every route listed by hand, nothing listening. */
import { OpenAPIHono } from '@hono/zod-openapi'
import { ambassadorCsvRoutes } from '#server/ambassadors/routes.csv.ts'
import { ambassadorRoutes } from '#server/ambassadors/routes.ts'
import { auditLogRoutes } from '#server/audit-log/routes.ts'
import { campaignListRoutes } from '#server/campaigns/list.ts'
import { campaignRoutes } from '#server/campaigns/routes.ts'
import { cardEventRoutes } from '#server/card-events/routes.ts'
import { cardCsvRoutes } from '#server/cards/routes.csv.ts'
import { cardRoutes } from '#server/cards/routes.ts'
import { chargeLookupRoutes } from '#server/charge-lookups/routes.ts'
import { chargeCsvRoutes } from '#server/charges/routes.csv.ts'
import { chargeRoutes } from '#server/charges/routes.ts'
import { collectionCsvRoutes } from '#server/collections/routes.csv.ts'
import { collectionRoutes } from '#server/collections/routes.ts'
import { commentCsvRoutes } from '#server/comments/routes.csv.ts'
import { commentRoutes } from '#server/comments/routes.ts'
import { contactRoutes } from '#server/contact/routes.ts'
import { demoRoutes } from '#server/demo/routes.ts'
import { depositRoutes } from '#server/deposits/routes.ts'
import type { Deps } from '#server/deps.ts'
import { deskCsvRoutes } from '#server/desk/routes.csv.ts'
import { deskRoutes } from '#server/desk/routes.ts'
import { devRoutes } from '#server/dev.ts'
import { disputeCsvRoutes } from '#server/disputes/routes.csv.ts'
import { disputeRoutes } from '#server/disputes/routes.ts'
import { mountDocs } from '#server/docs.ts'
import { mountEmbed } from '#server/embed/routes.ts'
import { eventCsvRoutes } from '#server/events/routes.csv.ts'
import { eventRoutes } from '#server/events/routes.ts'
import { mountHealth } from '#server/health.ts'
import { mountRoutes, NO_SNIFFING, type Route, refuse } from '#server/http.ts'
import { imageRoutes, mountImages } from '#server/images/routes.ts'
import { invoiceRoutes } from '#server/invoices/routes.ts'
import { journalRoutes } from '#server/journal/routes.ts'
import { mailChoiceRoutes } from '#server/mail-choices/routes.ts'
import { mailSampleRoutes } from '#server/mails/routes.samples.ts'
import { mailRoutes } from '#server/mails/routes.ts'
import { organizationCsvRoutes } from '#server/organizations/routes.csv.ts'
import { organizationRoutes } from '#server/organizations/routes.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import { payoutCsvRoutes } from '#server/payouts/routes.csv.ts'
import { payoutStatementRoutes } from '#server/payouts/routes.statement.ts'
import { payoutRoutes } from '#server/payouts/routes.ts'
import { pledgeLinkRoutes } from '#server/pledge-links/routes.ts'
import { pledgeCsvRoutes } from '#server/pledges/routes.csv.ts'
import { pledgeRoutes } from '#server/pledges/routes.ts'
import { printRoutes } from '#server/prints/routes.ts'
import { receiptRoutes } from '#server/receipts/routes.ts'
import { refundRoutes } from '#server/refunds/routes.ts'
import { repaymentRoutes } from '#server/repayments/routes.ts'
import { reportCsvRoutes } from '#server/reports/routes.csv.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { resultCsvRoutes } from '#server/results/routes.csv.ts'
import { resultRoutes } from '#server/results/routes.ts'
import { reviewRequestRoutes } from '#server/review-requests/routes.ts'
import { rewardCsvRoutes } from '#server/rewards/routes.csv.ts'
import { rewardRoutes } from '#server/rewards/routes.ts'
import { settlementCsvRoutes } from '#server/settlements/routes.csv.ts'
import { settlementRoutes } from '#server/settlements/routes.ts'
import { shortfallRoutes } from '#server/shortfalls/routes.ts'
import { mountSite } from '#server/site/routes.ts'
import { statisticCsvRoutes } from '#server/statistics/routes.csv.ts'
import { statisticRoutes } from '#server/statistics/routes.ts'
import { userCsvRoutes } from '#server/users/routes.csv.ts'
import { userRoutes } from '#server/users/routes.ts'

/** Fixed paths come before those with an id in the same place. */
export const routes: readonly Route[] = [
  ...userCsvRoutes,
  ...userRoutes,
  ...organizationRoutes,
  ...campaignListRoutes,
  ...demoRoutes,
  ...campaignRoutes,
  ...reviewRequestRoutes,
  ...deskCsvRoutes,
  ...deskRoutes,
  ...collectionCsvRoutes,
  ...collectionRoutes,
  ...statisticCsvRoutes,
  ...statisticRoutes,
  ...eventCsvRoutes,
  ...eventRoutes,
  ...resultCsvRoutes,
  ...resultRoutes,
  ...pledgeCsvRoutes,
  ...pledgeRoutes,
  ...pledgeLinkRoutes,
  ...commentCsvRoutes,
  ...commentRoutes,
  ...rewardCsvRoutes,
  ...rewardRoutes,
  ...ambassadorCsvRoutes,
  ...ambassadorRoutes,
  ...cardCsvRoutes,
  ...auditLogRoutes,
  ...cardRoutes,
  ...cardEventRoutes,
  ...settlementCsvRoutes,
  ...settlementRoutes,
  ...shortfallRoutes,
  ...chargeCsvRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeCsvRoutes,
  ...disputeRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...depositRoutes,
  ...repaymentRoutes,
  ...organizationCsvRoutes,
  ...payoutCsvRoutes,
  ...payoutStatementRoutes,
  ...payoutRoutes,
  ...journalRoutes,
  ...receiptRoutes,
  ...reportCsvRoutes,
  ...reportRoutes,
  ...mailRoutes,
  ...mailChoiceRoutes,
  ...contactRoutes,
  ...chargeLookupRoutes,
  ...printRoutes,
  ...imageRoutes,
]

/** Routes that are there only where nobody else can reach: on one's own machine, with mail in the outbox. */
export const ownMachineRoutes: readonly Route[] = [...devRoutes, ...mailSampleRoutes]

export function buildApp(deps: Deps): OpenAPIHono {
  const app = new OpenAPIHono()
  app.onError((error, c) => refuse(c, error, deps))
  mountHealth(app, deps)
  mountSite(app, deps)
  mountImages(app, deps)
  mountEmbed(app, deps)
  const isOwnMachine = deps.config.isLoopback && deps.config.mail === 'outbox'
  mountRoutes(app, deps, isOwnMachine ? [...routes, ...ownMachineRoutes] : routes)
  // The routes above answer with their headers complete; what follows comes from elsewhere.
  app.use('/api/*', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(NO_SNIFFING)) c.res.headers.set(name, value)
  })
  deps.identity.mount(app)
  mountDocs(app)
  // Navigation here starts sign-in, and comes back to where the visitor was (R47).
  app.get('/api/sign-in', (c) => c.redirect(`/sign-in${new URL(c.req.url).search}`))
  app.all('/api/*', (c) => c.json({ message: 'There is nothing at this address', code: 'not_found' }, 404))
  return app
}
