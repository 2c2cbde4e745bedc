/** Builds the program from what it is given: every route listed manually, nothing listening. */

import { OpenAPIHono } from '@hono/zod-openapi'
import { apiKeyRoutes } from '#server/accounts/api-keys/routes.ts'
import { organizationRoutes } from '#server/accounts/organizations/routes.ts'
import { userRoutes } from '#server/accounts/users/routes.ts'
import { describeWebhooks, webhookEndpointRoutes } from '#server/accounts/webhook-endpoints/routes.ts'
import { mountEmbed } from '#server/documents/embed/routes.ts'
import { printRoutes } from '#server/documents/renderer/routes.ts'
import { mountSite } from '#server/documents/site/routes.ts'
import { contactRoutes } from '#server/messaging/contact/routes.ts'
import { mailRoutes } from '#server/messaging/mails/routes.ts'
import { mailChoiceRoutes } from '#server/messaging/preferences/routes.ts'
import { pushRoutes } from '#server/messaging/push/routes.ts'
import { bankAccountRoutes } from '#server/money/bank-accounts/routes.ts'
import { cancellationRoutes } from '#server/money/cancellations/routes.ts'
import { cardRoutes } from '#server/money/cards/routes.ts'
import { chargeRoutes } from '#server/money/charges/routes.ts'
import { depositRoutes } from '#server/money/deposits/routes.ts'
import { disputeEvidenceRoutes } from '#server/money/dispute-evidence/routes.ts'
import { disputeRoutes } from '#server/money/disputes/routes.ts'
import { exceptionRoutes } from '#server/money/exceptions/routes.ts'
import { guestCardRoutes } from '#server/money/guest-cards/routes.ts'
import { invoiceDocumentRoutes } from '#server/money/invoice-documents/routes.ts'
import { invoiceRoutes } from '#server/money/invoices/routes.ts'
import { journalRoutes } from '#server/money/ledger/routes.ts'
import { manualRefundRoutes } from '#server/money/manual-refunds/routes.ts'
import { paymentReversalRoutes } from '#server/money/payment-reversals/routes.ts'
import { paymentRoutes } from '#server/money/payments/routes.ts'
import { bankFileRoutes } from '#server/money/payouts/bank-file.ts'
import { payoutRoutes } from '#server/money/payouts/routes.ts'
import { pledgeChangeLinkRoutes } from '#server/money/pledge-change-links/routes.ts'
import { pledgeLinkRoutes } from '#server/money/pledge-links/routes.ts'
import { resolutionRoutes } from '#server/money/resolutions/routes.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { settlementRoutes } from '#server/money/settlements/routes.ts'
import { signOffRoutes } from '#server/money/sign-offs/routes.ts'
import { stripeAccountRoutes } from '#server/money/stripe-accounts/routes.ts'
import { cardEventRoutes } from '#server/money/webhooks/routes.ts'
import { demoRoutes } from '#server/operations/demo/routes.ts'
import { devRoutes } from '#server/operations/dev.ts'
import { mountHealth } from '#server/operations/health.ts'
import { mountDocs } from '#server/platform/http/docs.ts'
import { mountRoutes, NO_SNIFFING, type Route, refuse } from '#server/platform/http/http.ts'
import { mountObservation } from '#server/platform/http/observed.ts'
import { auditLogRoutes } from '#server/reporting/audit-log/routes.ts'
import { bankStatementRoutes } from '#server/reporting/bank-statement/routes.ts'
import { bookkeepingRoutes } from '#server/reporting/bookkeeping/routes.ts'
import { bulkActionRoutes } from '#server/reporting/bulk-actions/routes.ts'
import { collectionRoutes } from '#server/reporting/collections/routes.ts'
import { receiptRoutes } from '#server/reporting/receipts/routes.ts'
import { reportRoutes } from '#server/reporting/reports/routes.ts'
import { searchRoutes } from '#server/reporting/search/routes.ts'
import { undeliveredMailRoutes } from '#server/reporting/undelivered-mail/routes.ts'
import { workQueueRoutes } from '#server/reporting/work-queue/routes.ts'
import { alertRoutes } from '#server/season/alerts/routes.ts'
import { ambassadorRoutes } from '#server/season/ambassadors/routes.ts'
import { campaignCopyRoutes } from '#server/season/campaign-copies/routes.ts'
import { campaignListRoutes } from '#server/season/campaigns/list.ts'
import { campaignRoutes } from '#server/season/campaigns/routes.ts'
import { commentRoutes } from '#server/season/comments/routes.ts'
import { eventRoutes } from '#server/season/events/routes.ts'
import { forecastRoutes } from '#server/season/forecasts/routes.ts'
import { imageRoutes, mountImages } from '#server/season/images/routes.ts'
import { importRoutes } from '#server/season/imports/index.ts'
import { openingRoutes } from '#server/season/openings/routes.ts'
import { pledgeRoutes } from '#server/season/pledges/routes.ts'
import { resultRoutes } from '#server/season/results/routes.ts'
import { reviewRequestRoutes } from '#server/season/reviews/routes.ts'
import { rewardRoutes } from '#server/season/rewards/routes.ts'
import { statisticRoutes } from '#server/season/statistics/routes.ts'
import { mountLogos, organizationCsvRoutes } from './accounts/organizations/routes.ts'
import { mailSampleRoutes } from './messaging/mails/routes.ts'
import { payoutCsvRoutes, payoutStatementRoutes } from './money/payouts/statement-routes.ts'
import { pledgeAccountRoutes } from './money/pledges/routes.ts'
import { collectionCsvRoutes } from './reporting/collections/routes.ts'
import { expectedCollectionRoutes } from './reporting/expected-collection/routes.ts'
import { reportCsvRoutes, yearRoutes } from './reporting/reports/routes.ts'
import { workQueueCsvRoutes } from './reporting/work-queue/routes.ts'
import { ambassadorCsvRoutes } from './season/ambassadors/routes.ts'
import { commentCsvRoutes } from './season/comments/routes.ts'
import { eventCsvRoutes } from './season/events/routes.ts'
import { pledgeForecastRoutes } from './season/forecasts/routes.ts'
import { guestPledgeRoutes } from './season/pledges/guests/routes.ts'
import { heldPledgeRoutes, pledgeCsvRoutes, thanksRoutes } from './season/pledges/routes.ts'
import { resultCsvRoutes, resultEventRoutes } from './season/results/routes.ts'
import { rewardCsvRoutes } from './season/rewards/routes.ts'
import { statisticCsvRoutes } from './season/statistics/routes.ts'
import { thankYouRoutes } from './season/thank-yous/routes.ts'

/** Fixed paths come before those with an id in the same place. */
export const routes: readonly Route[] = [
  ...userRoutes,
  ...organizationRoutes,
  ...apiKeyRoutes,
  ...campaignListRoutes,
  ...demoRoutes,
  ...campaignRoutes,
  ...cancellationRoutes,
  ...campaignCopyRoutes,
  ...reviewRequestRoutes,
  ...workQueueCsvRoutes,
  ...undeliveredMailRoutes,
  ...workQueueRoutes,
  ...bankStatementRoutes,
  ...bulkActionRoutes,
  ...searchRoutes,
  ...collectionCsvRoutes,
  ...collectionRoutes,
  ...statisticCsvRoutes,
  ...statisticRoutes,
  ...eventCsvRoutes,
  ...eventRoutes,
  ...importRoutes,
  ...resultEventRoutes,
  ...resultCsvRoutes,
  ...resultRoutes,
  ...forecastRoutes,
  ...pledgeForecastRoutes,
  ...pledgeCsvRoutes,
  ...pledgeRoutes,
  ...guestPledgeRoutes,
  ...heldPledgeRoutes,
  ...thanksRoutes,
  ...thankYouRoutes,
  ...pledgeAccountRoutes,
  ...pledgeLinkRoutes,
  ...pledgeChangeLinkRoutes,
  ...alertRoutes,
  ...openingRoutes,
  ...pushRoutes,
  ...commentCsvRoutes,
  ...commentRoutes,
  ...rewardCsvRoutes,
  ...rewardRoutes,
  ...ambassadorCsvRoutes,
  ...ambassadorRoutes,
  ...webhookEndpointRoutes,
  ...auditLogRoutes,
  ...cardRoutes,
  ...guestCardRoutes,
  ...bankAccountRoutes,
  ...cardEventRoutes,
  ...settlementRoutes,
  ...signOffRoutes,
  ...exceptionRoutes,
  ...resolutionRoutes,
  ...chargeRoutes,
  ...disputeRoutes,
  ...disputeEvidenceRoutes,
  ...invoiceRoutes,
  ...invoiceDocumentRoutes,
  ...paymentRoutes,
  ...paymentReversalRoutes,
  ...depositRoutes,
  ...manualRefundRoutes,
  ...organizationCsvRoutes,
  ...bankFileRoutes,
  ...payoutCsvRoutes,
  ...payoutStatementRoutes,
  ...payoutRoutes,
  ...stripeAccountRoutes,
  ...journalRoutes,
  ...receiptRoutes,
  ...reportCsvRoutes,
  ...reportRoutes,
  ...bookkeepingRoutes,
  ...yearRoutes,
  ...expectedCollectionRoutes,
  ...mailRoutes,
  ...mailChoiceRoutes,
  ...contactRoutes,
  ...printRoutes,
  ...imageRoutes,
]

/** Routes that exist only with DEV_TOOLS, on a local machine, with mail in the outbox. */
export const ownMachineRoutes: readonly Route[] = [...devRoutes, ...mailSampleRoutes]

export function buildApp(deps: Deps): OpenAPIHono {
  const app = new OpenAPIHono()
  app.onError((error, c) => refuse(c, error, deps))
  mountObservation(app, deps)
  mountHealth(app, deps)
  mountSite(app, deps)
  mountImages(app, deps)
  mountLogos(app, deps)
  mountEmbed(app, deps)
  mountRoutes(app, deps, deps.config.devTools ? [...routes, ...ownMachineRoutes] : routes)
  // The routes above set their headers themselves; this covers all others.
  app.use('/api/*', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(NO_SNIFFING)) c.res.headers.set(name, value)
  })
  deps.identity.mount(app)
  describeWebhooks(app)
  mountDocs(app, deps)
  // Apple looks for it before it offers Apple Pay on this site.
  app.get('/.well-known/apple-developer-merchantid-domain-association', (c) => {
    const { applePayDomainAssociation: file } = deps.config
    return file === null ? c.notFound() : c.text(file, 200, { 'cache-control': 'public, max-age=3600' })
  })
  // Navigation here starts sign-in, and comes back to where the visitor was.
  app.get('/api/sign-in', (c) => c.redirect(`/sign-in${new URL(c.req.url).search}`))
  app.all('/api/*', (c) => c.json({ message: 'There is nothing at this address', code: 'not_found' }, 404))
  return app
}
